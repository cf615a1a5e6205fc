// Structured log: one JSON object per line on standard output, errors on standard error. Secrets never get here:
// callers log ids and names of things, not requests.

export type LogFields = Record<string, unknown>;
export interface Log {
	debug(message: string, fields?: LogFields): void;
	info(message: string, fields?: LogFields): void;
	warn(message: string, fields?: LogFields): void;
	error(message: string, fields?: LogFields): void;
	/** A log whose every line carries `fields`. */
	with(fields: LogFields): Log;
}

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type LogSink = (level: LogLevel, line: string) => void;

const toConsole: LogSink = (level, line) =>
	(level === 'error' || level === 'warn' ? console.error : console.log)(line);

export function createLog(level: LogLevel, sink: LogSink = toConsole, base: LogFields = {}): Log {
	const write = (at: Exclude<LogLevel, 'silent'>) => (message: string, fields?: LogFields) => {
		if (LOG_LEVELS.indexOf(at) < LOG_LEVELS.indexOf(level)) return;
		sink(at, JSON.stringify({ at: new Date().toISOString(), level: at, message, ...base, ...fields }, plain));
	};
	return {
		debug: write('debug'),
		info: write('info'),
		warn: write('warn'),
		error: write('error'),
		with: (fields) => createLog(level, sink, { ...base, ...fields }),
	};
}

/** Errors and bigints as JSON can carry them; a cause is kept one level deep by the same rule. */
function plain(_key: string, value: unknown): unknown {
	if (typeof value === 'bigint') return value.toString();
	if (!(value instanceof Error)) return value;
	return { name: value.name, message: value.message, stack: value.stack, cause: value.cause };
}

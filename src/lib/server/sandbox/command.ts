// `forkpoint sandbox`: one command in the sandbox, reported as a value; printing and parsing belong to the command line.
import path from 'node:path';
import { LIMIT_NAMES, type SandboxLimits } from './limits.ts';
import {
	mayRunUntrusted,
	probeSandbox,
	SandboxSetupError,
	type KillReason,
	type SandboxProbe,
	type SandboxReport,
} from './sandbox.ts';

/** Exit codes of `forkpoint sandbox` besides those of the command itself (timeout(1) uses 124 and 125 alike). */
export const SANDBOX_EXIT = { timedOut: 124, notStarted: 125, cancelled: 130, killed: 137 } as const;

export interface SandboxOptions {
	workspace: string;
	readOnly?: boolean;
	/** Each `name=value` with a name of SandboxLimits. */
	limits?: readonly string[];
	command: readonly string[];
	stdin?: string;
	/** Run although there is no security boundary. */
	allowWeak?: boolean;
	signal?: AbortSignal;
}

export type SandboxOutcome =
	| { exitCode: number; report: SandboxReport }
	| { exitCode: typeof SANDBOX_EXIT.notStarted; report: null; error: string };

const refusal = (error: string): SandboxOutcome => ({
	exitCode: SANDBOX_EXIT.notStarted,
	report: null,
	error,
});

function parseLimits(
	given: readonly string[],
): { ok: true; limits: Partial<SandboxLimits> } | { ok: false; error: string } {
	const limits: Partial<SandboxLimits> = {};
	for (const text of given) {
		const [name = '', value = ''] = text.split('=', 2);
		const known = LIMIT_NAMES.find((candidate) => candidate === name);
		if (!known) return { ok: false, error: `unknown limit "${name}"; known are ${LIMIT_NAMES.join(', ')}` };
		const number = Number(value);
		if (value.trim() === '' || !Number.isFinite(number) || number <= 0)
			return { ok: false, error: `limit ${name} needs a positive number, not "${value}"` };
		limits[known] = number;
	}
	return { ok: true, limits };
}

function exitCodeOf(report: SandboxReport): number {
	const codes: Record<KillReason, number> = {
		timeout: SANDBOX_EXIT.timedOut,
		cpu: SANDBOX_EXIT.timedOut,
		cancelled: SANDBOX_EXIT.cancelled,
		memory: SANDBOX_EXIT.killed,
		output: SANDBOX_EXIT.killed,
		disk: SANDBOX_EXIT.killed,
		inodes: SANDBOX_EXIT.killed,
	};
	return report.killed ? codes[report.killed] : (report.exitCode ?? SANDBOX_EXIT.killed);
}

export async function sandboxCommand(
	options: SandboxOptions,
	probe: () => Promise<SandboxProbe> = probeSandbox,
): Promise<SandboxOutcome> {
	if (options.command.length === 0)
		return refusal('no command given: forkpoint sandbox --workspace DIR -- CMD...');
	const parsed = parseLimits(options.limits ?? []);
	if (!parsed.ok) return refusal(parsed.error);
	const { sandbox, level, why } = await probe();
	if (!mayRunUntrusted(level, options.allowWeak ?? false).ok)
		return refusal(
			`no security boundary on this machine (${why}); --allow-weak runs the command without one`,
		);
	try {
		const report = await sandbox.run(
			{
				workspace: path.resolve(options.workspace),
				writable: !options.readOnly,
				command: options.command,
				limits: parsed.limits,
				stdin: options.stdin,
			},
			options.signal,
		);
		return { exitCode: exitCodeOf(report), report };
	} catch (error) {
		if (error instanceof SandboxSetupError) return refusal(error.message);
		throw error;
	}
}

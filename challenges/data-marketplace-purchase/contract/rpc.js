// Protocol plumbing, given: JSON-RPC 2.0, one message a line, both directions. See CONTRACT.md. Never print to stdout.
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import { promisify } from 'node:util';

const realTimeout = globalThis.setTimeout;
const realImmediate = globalThis.setImmediate;
const realNow = performance.now.bind(performance);
const write = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\n');
for (const name of ['log', 'info', 'debug']) console[name] = console.error;

let now = 0;
let lastId = 0;
const waiting = new Map();

/** Calls the world. Resolves with the result; rejects with an Error whose `kind` is 'unavailable', 'timeout', 'rejected', ... */
export function call(method, params = {}) {
	const id = ++lastId;
	return new Promise((resolve, reject) => {
		waiting.set(id, { resolve, reject });
		write({ id, method, params });
	});
}

/** Waits in the world's time. */
export const sleep = (ms) => call('timer.after', { ms: Math.max(0, Number(ms) || 0) });

/** The world's time in milliseconds, as of the last message. */
export const worldNow = () => now;

/**
 * Speaks the protocol on stdin and stdout. `handlers` maps a request's method to `async (params, { id }) => result`;
 * `start` is called once per process, before anything else, and is the place to recover. `id` stays the same when a
 * request is delivered again.
 */
export function serve(handlers) {
	let text = '';
	process.stdin.setEncoding('utf8');
	process.stdin.on('data', (chunk) => {
		text += chunk;
		const lines = text.split('\n');
		text = lines.pop();
		for (const line of lines) if (line.trim()) receive(JSON.parse(line), handlers);
	});
	process.stdin.on('end', () => process.exit(0));
}

function receive(message, handlers) {
	if (typeof message.now === 'number') now = message.now;
	if (typeof message.method !== 'string') settle(message);
	else if (message.method === 'sync') whenIdle(() => write({ id: message.id, result: null }));
	else void handle(message, handlers);
}

function settle({ id, result, error }) {
	const call = waiting.get(id);
	if (!call) return; // a second copy of an answer finds nobody waiting
	waiting.delete(id);
	if (error)
		call.reject(
			Object.assign(new Error(error.message), { kind: error.data?.kind ?? 'error', code: error.code }),
		);
	else call.resolve(result);
}

async function handle({ id, method, params }, handlers) {
	try {
		const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
		if (!handler && method !== 'start')
			throw Object.assign(new Error(`unknown method ${method}`), { code: -32601 });
		write({ id, result: (await handler?.(params ?? {}, { id })) ?? null });
	} catch (error) {
		console.error(error);
		const code = Number.isInteger(error?.code) ? error.code : -32603;
		write({ id, error: { code, message: String(error?.message ?? error) } });
	}
}

/** Runs `then` once nothing of the program's own is under way: no immediates, file reads or workers. */
function whenIdle(then, since = realNow()) {
	realImmediate(() => {
		const busy = process
			.getActiveResourcesInfo()
			.some((r) => !/Pipe|TTY|Timeout|Signal|TCP|FILEHANDLE|FSEvent/.test(r));
		if (!busy || realNow() - since > 2000) then();
		else if (realNow() - since < 20) whenIdle(then, since);
		else realTimeout(() => whenIdle(then, since), 1);
	});
}

// The world owns the time: timers become world timers, clocks show the world's milliseconds.
const handles = new Map();
let lastHandle = 0;
function timer(repeat, callback, ms, args) {
	const handle = {
		id: ++lastHandle,
		ref: () => handle,
		unref: () => handle,
		hasRef: () => true,
		refresh: () => handle,
		close: () => handles.delete(handle.id),
		[Symbol.toPrimitive]: () => handle.id,
		[Symbol.dispose]: () => handles.delete(handle.id),
	};
	handles.set(handle.id, handle);
	void (async () => {
		do {
			await sleep(ms);
			if (!handles.has(handle.id)) return;
			if (!repeat) handles.delete(handle.id);
			callback(...args);
		} while (repeat && handles.has(handle.id));
	})();
	return handle;
}
const setWorldTimeout = (callback, ms = 0, ...args) => timer(false, callback, ms, args);
const setWorldInterval = (callback, ms = 1, ...args) => timer(true, callback, Math.max(1, ms), args);
const clearWorldTimer = (handle) => void handles.delete(Number(handle));
const wait = (ms, value) => sleep(ms).then(() => value);
setWorldTimeout[promisify.custom] = wait;
const mapped = {
	setTimeout: setWorldTimeout,
	clearTimeout: clearWorldTimer,
	setInterval: setWorldInterval,
	clearInterval: clearWorldTimer,
};
Object.assign(globalThis, mapped);
Object.assign(timers, mapped);
timersPromises.setTimeout = wait;
timersPromises.setInterval = async function* (ms, value) {
	for (;;) yield await wait(ms, value);
};
timersPromises.scheduler.wait = wait;
syncBuiltinESMExports();

const RealDate = Date;
globalThis.Date = class Date extends RealDate {
	constructor(...args) {
		if (args.length) super(...args);
		else super(now);
	}
	static now() {
		return now;
	}
};
performance.now = () => now;

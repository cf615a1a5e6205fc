// Bytes to lines to messages, with every rule of the framing paragraph and no policy beyond it.
import { MAX_ID_CHARS } from './limits.ts';
import type { RpcError } from './errors.ts';

export type MessageId = string | number;
/** An id as JSON text: an integer of any size comes back as it was sent. */
export type IdText = string;

export type Parsed =
	| { type: 'noise' }
	| { type: 'violation'; what: string }
	| { type: 'call'; id: IdText; method: string; params: unknown; flaw: string | null }
	/** `id` null: of a form the world never uses. */
	| { type: 'answer'; id: string | null; result: unknown; error: RpcError | null; flaw: string | null };

const isRecord = (v: unknown): v is Record<string, unknown> =>
	typeof v === 'object' && v !== null && !Array.isArray(v);
const isId = (v: unknown): v is MessageId =>
	(typeof v === 'string' && [...v].length <= MAX_ID_CHARS) || (typeof v === 'number' && Number.isInteger(v));

/** Classifies one line. A message that only lacks `jsonrpc` is still served, with a flaw. */
export function parseLine(line: string, maxDepth: number): Parsed {
	if (nesting(line, maxDepth) > maxDepth)
		return { type: 'violation', what: `nested deeper than ${maxDepth}` };
	let message: unknown;
	try {
		message = JSON.parse(line);
	} catch {
		return { type: 'noise' };
	}
	if (Array.isArray(message) && message.some(isRecord)) return { type: 'violation', what: 'a batch' };
	if (!isRecord(message)) return { type: 'noise' };
	const marked = message.jsonrpc === '2.0';
	const flaw = marked ? null : 'not marked as JSON-RPC 2.0';
	if (typeof message.method === 'string') return parseCall(message, message.method, line, flaw);
	if (!marked && !('id' in message && ('result' in message || 'error' in message))) return { type: 'noise' };
	return parseAnswer(message, flaw);
}

function parseCall(m: Record<string, unknown>, method: string, line: string, flaw: string | null): Parsed {
	if (!('id' in m)) return flaw ? { type: 'noise' } : { type: 'violation', what: 'a notification' };
	const id = isId(m.id) ? idText(m.id, line) : null;
	if (id === null) return { type: 'violation', what: 'a call without a usable id' };
	return { type: 'call', id, method, params: m.params ?? {}, flaw };
}

/** Null when a number has more digits than an id may have characters. */
function idText(id: MessageId, line: string): IdText | null {
	const text = typeof id === 'string' || Number.isSafeInteger(id) ? JSON.stringify(id) : idSource(line);
	return typeof id === 'string' || (text !== null && text.length <= MAX_ID_CHARS) ? text : null;
}

/** The digits of the message's own `id`, which a double cannot hold. */
function idSource(line: string): string | null {
	const sources = new Map<unknown, string>();
	const note = function (this: unknown, key: string, value: unknown, context?: { source?: string }): unknown {
		if (key === 'id' && context?.source !== undefined) sources.set(this, context.source);
		return value;
	};
	return sources.get(JSON.parse(line, note)) ?? null;
}

function parseAnswer(m: Record<string, unknown>, flaw: string | null): Parsed {
	if (!isId(m.id)) return { type: 'violation', what: 'an answer without a usable id' };
	const failed = m.error !== undefined && m.error !== null;
	const error = failed ? readError(m.error) : null;
	if (!failed && m.result === undefined) flaw ??= 'an answer with neither result nor error';
	const id = typeof m.id === 'string' ? m.id : null;
	return { type: 'answer', id, result: failed ? null : (m.result ?? null), error, flaw };
}

function readError(error: unknown): RpcError {
	if (!isRecord(error)) return { code: -32603, message: JSON.stringify(error).slice(0, 500) };
	const code = typeof error.code === 'number' ? error.code : -32603;
	const message = typeof error.message === 'string' ? error.message : 'no message';
	return { code, message: message.slice(0, 2000), ...(error.data !== undefined && { data: error.data }) };
}

/** Depth of arrays and objects outside strings; stops counting beyond `stop`. */
function nesting(line: string, stop: number): number {
	let depth = 0;
	let deepest = 0;
	let inString = false;
	for (let i = 0; i < line.length && deepest <= stop; i++) {
		const c = line.charCodeAt(i);
		if (inString) {
			if (c === 92) i++;
			else if (c === 34) inString = false;
		} else if (c === 34) inString = true;
		else if (c === 91 || c === 123) deepest = Math.max(deepest, ++depth);
		else if (c === 93 || c === 125) depth--;
	}
	return deepest;
}

/** Splits chunks at newlines; a line that is no UTF-8 comes out as null. */
export class LineSplitter {
	private parts: Buffer[] = [];
	private bytes = 0;
	private readonly decoder = new TextDecoder('utf-8', { fatal: true });

	/** Calls `onLine` per complete line; false as soon as a line exceeds `maxBytes` or `onLine` says stop. */
	feed(chunk: Buffer, maxBytes: number, onLine: (line: string | null) => boolean): boolean {
		for (let from = 0; from < chunk.length;) {
			const newline = chunk.indexOf(10, from);
			const end = newline < 0 ? chunk.length : newline;
			this.bytes += end - from;
			if (this.bytes > maxBytes) return false;
			this.parts.push(chunk.subarray(from, end));
			if (newline < 0) return true;
			const line = this.decode(Buffer.concat(this.parts));
			this.parts = [];
			this.bytes = 0;
			from = newline + 1;
			if (line !== '' && !onLine(line)) return true;
		}
		return true;
	}

	private decode(bytes: Buffer): string | null {
		try {
			return this.decoder.decode(bytes).trim();
		} catch {
			return null;
		}
	}
}

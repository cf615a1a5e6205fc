// Somebody with a browser: cookies, JSON over HTTP and the live stream, and nothing a real browser could not do.
import { setTimeout as delay } from 'node:timers/promises';
import { sequencedEventSchema, type RoomEvent, type SequencedEvent } from '../../lib/contract/events.ts';

const REOPEN_MS = 500;

/** The server refused; the message is the sentence a person would have read. */
export class RefusedError extends Error {
	override name = 'RefusedError';
	readonly reason: string;
	constructor(what: string, status: number, body: { reason?: string; message?: string }) {
		super(`${what}: ${body.message ?? `status ${status}`} (${body.reason ?? status})`);
		this.reason = body.reason ?? String(status);
	}
}

/** Hears of everything that is done: one line of the time line. */
export type Witness = (line: { who: string; what: string; ms: number; ok: boolean }) => void;

export class Person {
	readonly name: string;
	readonly #base: string;
	readonly #witness: Witness;
	readonly #cookies = new Map<string, string>();

	constructor(base: string, name: string, witness: Witness) {
		this.#base = base;
		this.name = name;
		this.#witness = witness;
	}

	get<T>(path: string): Promise<T> {
		return this.#call<T>('GET', path);
	}
	post<T>(path: string, body: unknown = {}): Promise<T> {
		return this.#call<T>('POST', path, body);
	}
	put<T>(path: string, body: unknown): Promise<T> {
		return this.#call<T>('PUT', path, body);
	}

	/** Sends a form as a page without JavaScript would; the answer must be a redirect. */
	async submit(path: string, fields: Record<string, string>): Promise<void> {
		const response = await this.#send('POST', path, new URLSearchParams(fields));
		await response.body?.cancel();
		if (response.status !== 303) throw new RefusedError(`POST ${path}`, response.status, {});
	}

	async text(path: string): Promise<string> {
		const response = await this.#send('GET', path);
		if (!response.ok) throw new RefusedError(`GET ${path}`, response.status, await bodyOf(response));
		return response.text();
	}

	async #call<T>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await this.#send(method, path, body === undefined ? undefined : JSON.stringify(body));
		if (!response.ok)
			throw new RefusedError(`${this.name}, ${method} ${path}`, response.status, await bodyOf(response));
		return (response.status === 204 ? undefined : await response.json()) as T;
	}

	async #send(method: string, path: string, body?: string | URLSearchParams): Promise<Response> {
		const started = performance.now();
		const headers = {
			...this.#headers(),
			// With JSON accepted the answer to a form would be a description of the redirect.
			...(body instanceof URLSearchParams && { accept: 'text/html' }),
			...(typeof body === 'string' && { 'content-type': 'application/json' }),
		};
		const response = await fetch(new URL(path, this.#base), {
			method,
			headers,
			redirect: 'manual',
			...(body !== undefined && { body }),
		});
		this.#keepCookies(response);
		const what = `${method} ${new URL(path, this.#base).pathname}`;
		this.#witness({ who: this.name, what, ms: performance.now() - started, ok: response.status < 400 });
		return response;
	}

	/** `Origin` as a page of this server would send it. */
	#headers(): Record<string, string> {
		const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
		return { accept: 'application/json', origin: new URL(this.#base).origin, ...(cookie && { cookie }) };
	}

	#keepCookies(response: Response): void {
		for (const line of response.headers.getSetCookie()) {
			const [pair = ''] = line.split(';');
			const at = pair.indexOf('=');
			this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
		}
	}

	/**
	 * Listens to a room until `signal` aborts; every sequenced event goes to `hear`. A stream that ends or breaks is opened
	 * again after the last event heard, as a browser does. Throws when it cannot be opened.
	 */
	async listen(
		code: string,
		after: number,
		hear: (event: RoomEvent) => void,
		signal: AbortSignal,
	): Promise<void> {
		for (let heard = after; !signal.aborted; await delay(REOPEN_MS, undefined, { signal })) {
			const stream = await this.#openStream(code, heard, signal);
			try {
				for await (const { seq, event } of roomEventsIn(stream)) {
					heard = seq;
					hear(event);
				}
			} catch (error) {
				// What fetch throws when the line breaks in the middle.
				if (!(error instanceof TypeError)) throw error;
			}
		}
	}

	async #openStream(code: string, after: number, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
		const url = new URL(`/api/competitions/${code}/events?after=${after}`, this.#base);
		const response = await fetch(url, {
			headers: { ...this.#headers(), accept: 'text/event-stream' },
			signal,
		});
		if (!response.ok || !response.body)
			throw new RefusedError(`${this.name}, live stream`, response.status, {});
		return response.body;
	}
}

async function* roomEventsIn(stream: ReadableStream<Uint8Array>): AsyncGenerator<SequencedEvent> {
	const decoder = new TextDecoderStream() as unknown as ReadableWritablePair<string, Uint8Array>;
	let text = '';
	for await (const chunk of stream.pipeThrough(decoder) as unknown as AsyncIterable<string>) {
		text += chunk;
		const blocks = text.split('\n\n');
		text = blocks.pop() ?? '';
		for (const block of blocks) {
			const data = /^event: room$/m.test(block) ? /^data: (.*)$/m.exec(block)?.[1] : undefined;
			if (data !== undefined) yield sequencedEventSchema.parse(JSON.parse(data));
		}
	}
}

const bodyOf = async (response: Response): Promise<{ reason?: string; message?: string }> => {
	try {
		return (await response.json()) as { reason?: string; message?: string };
	} catch {
		return {};
	}
};

// A room as server-sent events: the tail after the browser's last event id, then everything new, filtered for the
// viewer before it is sent.
import type { EphemeralEvent, SequencedEvent } from '../../contract/events.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Hub, Subscriber } from './hub.ts';

type Shown<E> = boolean | E;

export interface StreamOptions {
	competitionId: string;
	/** Send what comes after this number. */
	after: number;
	/**
	 * May this viewer hear this now? Called once per event, in order. An event instead of true is sent in its place.
	 * Throwing ends the stream.
	 */
	allows(event: SequencedEvent): Shown<SequencedEvent> | Promise<Shown<SequencedEvent>>;
	allowsNow(event: EphemeralEvent): Shown<EphemeralEvent> | Promise<Shown<EphemeralEvent>>;
	/** Asked after each stored event: true ends the stream, because the viewer may not be here any more. */
	isOver?(): boolean;
	/** The stream ended, for whatever reason; called once. */
	onEnd?(): void;
}
export interface StreamDeps {
	hub: Hub;
	since(competitionId: string, seq: number): Promise<SequencedEvent[]>;
	/** Epoch milliseconds. */
	now(): number;
	onError(error: unknown): void;
}

const HEADERS = {
	'content-type': 'text/event-stream',
	'cache-control': 'no-store, no-transform',
	'x-accel-buffering': 'no',
};
const RETRY_MS = { least: 500, spread: 1_000 };
const encoder = new TextEncoder();

/** Where a browser wants to go on: the header of a reconnect, else `?after=`, else null. */
export function resumePoint(request: Request): number | null {
	const given = request.headers.get('last-event-id') ?? new URL(request.url).searchParams.get('after');
	return given !== null && /^\d{1,16}$/.test(given) ? Number(given) : null;
}

/**
 * Opens the stream. Messages: `event: room` (data: SequencedEvent, id: its seq), `event: now` (data: EphemeralEvent),
 * `event: beat` (data: server time in epoch ms) at once and then every heartbeat.
 */
export function openStream(deps: StreamDeps, options: StreamOptions): Response {
	const session = new StreamSession(deps, options);
	const body = new ReadableStream<Uint8Array>(
		{
			start: (controller) => session.start(controller),
			// The request's abort signal does not fire on a disconnect; this does.
			cancel: () => session.end(),
		},
		{ highWaterMark: LIMITS.live.queuedEvents },
	);
	return new Response(body, { headers: HEADERS });
}

/** The client does not read as fast as the room speaks; it loads a snapshot when it comes back. */
class SlowClientError extends Error {
	override name = 'SlowClientError';
}

type Item = { kind: 'room'; event: SequencedEvent } | { kind: 'now'; event: EphemeralEvent };

class StreamSession implements Subscriber {
	readonly #deps: StreamDeps;
	readonly #options: StreamOptions;
	#controller: ReadableStreamDefaultController<Uint8Array> | null = null;
	#sent: number;
	#queue: Item[] = [];
	#pumping = true; // until the tail is sent
	#timers: NodeJS.Timeout[] = [];

	constructor(deps: StreamDeps, options: StreamOptions) {
		this.#deps = deps;
		this.#options = options;
		this.#sent = options.after;
	}

	start(controller: ReadableStreamDefaultController<Uint8Array>): void {
		this.#controller = controller;
		const { heartbeatMs, streamLifeMs } = LIMITS.live;
		this.#write(`retry: ${Math.round(RETRY_MS.least + Math.random() * RETRY_MS.spread)}\n\n`);
		this.#beat();
		this.#timers = [
			setInterval(() => this.#beat(), heartbeatMs).unref(),
			// Spread, so that 200 browsers that came together do not come back together.
			setTimeout(() => this.end(), streamLifeMs * (0.8 + 0.2 * Math.random())).unref(),
		];
		void this.#catchUp();
	}

	onEvent(event: SequencedEvent): void {
		this.#enqueue({ kind: 'room', event });
	}
	onNow(event: EphemeralEvent): void {
		this.#enqueue({ kind: 'now', event });
	}
	onClose(): void {
		this.end();
	}

	/** Idempotent: closes the response, leaves the hub, stops the timers. `dropped` also throws away what is unsent. */
	end(dropped?: Error): void {
		const controller = this.#controller;
		if (!controller) return;
		this.#controller = null;
		for (const timer of this.#timers) clearTimeout(timer);
		this.#queue = [];
		this.#deps.hub.unsubscribe(this.#options.competitionId, this);
		try {
			if (dropped) controller.error(dropped);
			else controller.close();
		} catch {
			// Cancelled by the other side: already closed.
		}
		this.#options.onEnd?.();
	}

	async #catchUp(): Promise<void> {
		const { competitionId } = this.#options;
		try {
			await this.#deps.hub.subscribe(competitionId, this);
			for (const event of await this.#deps.since(competitionId, this.#sent))
				await this.#sendItem({ kind: 'room', event });
			await this.#pump();
		} catch (error) {
			this.#fail(error);
		}
		// Ended while subscribing: the hub must not keep this session.
		if (!this.#controller) this.#deps.hub.unsubscribe(competitionId, this);
	}

	#enqueue(item: Item): void {
		if (!this.#controller) return;
		this.#queue.push(item);
		if (this.#queue.length > LIMITS.live.queuedEvents) this.end(new SlowClientError());
		else if (!this.#pumping) void this.#pump().catch((error: unknown) => this.#fail(error));
	}

	async #pump(): Promise<void> {
		this.#pumping = true;
		for (let item = this.#queue.shift(); item; item = this.#queue.shift()) await this.#sendItem(item);
		this.#pumping = false;
	}

	async #sendItem(item: Item): Promise<void> {
		if (item.kind === 'now') {
			const shown = await this.#options.allowsNow(item.event);
			if (shown) this.#write(`event: now\ndata: ${JSON.stringify(shown === true ? item.event : shown)}\n\n`);
			return;
		}
		const { event } = item;
		if (event.seq <= this.#sent) return;
		this.#sent = event.seq;
		const shown = await this.#options.allows(event);
		if (shown)
			this.#write(
				`id: ${event.seq}\nevent: room\ndata: ${JSON.stringify(shown === true ? event : shown)}\n\n`,
			);
		if (this.#options.isOver?.()) this.end();
	}

	#beat(): void {
		this.#write(`event: beat\ndata: ${this.#deps.now()}\n\n`);
	}

	#write(message: string): void {
		const controller = this.#controller;
		if (!controller) return;
		if ((controller.desiredSize ?? 0) <= 0) this.end(new SlowClientError());
		else controller.enqueue(encoder.encode(message));
	}

	#fail(error: unknown): void {
		this.#deps.onError(error);
		this.end();
	}
}

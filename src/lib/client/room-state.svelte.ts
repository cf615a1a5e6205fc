// The live frame of a room in the browser: a snapshot from the page load, folded forward by server-sent events.
// Says whether the line is live and, if not, which end dropped.
import { invalidate } from '$app/navigation';
import { applyEvent, type Section } from '../contract/apply-event.ts';
import type { RoomFrame } from '../contract/competition.ts';
import type { EphemeralEvent } from '../contract/events.ts';
import { LIMITS } from '../domain/limits.ts';
import { readEphemeral, readFrame, readRoomEvent } from './room-message.ts';

export type Connection = 'connecting' | 'live' | 'reconnecting' | 'offline';

/** Spread the reloads of a whole room over this long, so that a phase change is not one burst. */
const JITTER_MS = 400;
const RETRY_MIN_MS = 500;
const RETRY_MAX_MS = 8_000;

export const sectionKey = (section: Section): `room:${string}` => `room:${section}`;

export class RoomState {
	frame: RoomFrame = $state.raw()!;
	connection: Connection = $state('connecting');
	/** Server time minus browser time at the last byte is not kept here: the clock measures it. */
	#listeners = new Set<(event: EphemeralEvent) => void>();
	#source: EventSource | null = null;
	#lastByteAt = 0;
	#retryMs = RETRY_MIN_MS;
	#timers = new Set<ReturnType<typeof setTimeout>>();
	#stale = new Set<Section>();
	#closed = false;

	/** One browser may take part and facilitate: the stream must be that of this page. */
	get #surface(): 'participant' | 'facilitator' | 'stage' {
		const { role } = this.frame;
		return role === 'observer' ? 'participant' : role;
	}

	constructor(frame: RoomFrame) {
		this.frame = frame;
	}

	/** Takes a frame from a page load unless it is older than what events have already brought. */
	adopt(frame: RoomFrame): void {
		if (frame.code !== this.frame.code || frame.seq >= this.frame.seq) this.frame = frame;
	}

	/** Hears ephemeral events; returns the way to stop. */
	onEphemeral(listener: (event: EphemeralEvent) => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	/** Opens the stream; returns the way to close it. For `$effect` in the layout of a room. */
	connect(): () => void {
		this.#closed = false;
		this.#open();
		const wake = () => this.#wake();
		const offline = () => (this.connection = 'offline');
		const watchdog = setInterval(() => this.#silent() && this.#reopen(), LIMITS.live.heartbeatMs);
		addEventListener('online', wake);
		addEventListener('offline', offline);
		addEventListener('pageshow', wake);
		document.addEventListener('visibilitychange', wake);
		return () => {
			this.#closed = true;
			clearInterval(watchdog);
			for (const timer of this.#timers) clearTimeout(timer);
			this.#source?.close();
			removeEventListener('online', wake);
			removeEventListener('offline', offline);
			removeEventListener('pageshow', wake);
			document.removeEventListener('visibilitychange', wake);
		};
	}

	#silent = () => Date.now() - this.#lastByteAt > LIMITS.live.silenceMs;

	/** After sleep or a dropped network an EventSource may look open and be dead: ask for a fresh frame and stream. */
	#wake(): void {
		if (document.visibilityState === 'hidden' || !navigator.onLine) return;
		if (this.connection !== 'live' || this.#silent()) this.#reopen();
	}

	#open(): void {
		const { code, seq } = this.frame;
		const source = new EventSource(`/api/competitions/${code}/events?after=${seq}&as=${this.#surface}`);
		this.#source = source;
		this.#lastByteAt = Date.now();
		source.addEventListener('open', () => {
			this.connection = 'live';
			this.#retryMs = RETRY_MIN_MS;
			this.#lastByteAt = Date.now();
		});
		source.addEventListener('beat', () => (this.#lastByteAt = Date.now()));
		source.addEventListener('room', (message: MessageEvent<string>) => this.#hear(message.data));
		source.addEventListener('now', (message: MessageEvent<string>) => this.#hearEphemeral(message.data));
		// The server asks for a fresh snapshot: the stream could not be continued without a gap.
		source.addEventListener('reset', () => this.#reopen());
		source.addEventListener('error', () => this.#dropped(source));
	}

	#dropped(source: EventSource): void {
		if (this.#closed || source !== this.#source) return;
		this.connection = navigator.onLine ? 'reconnecting' : 'offline';
		source.close();
		this.#later(this.#retryMs * (0.5 + Math.random()), () => this.#reopen());
		this.#retryMs = Math.min(this.#retryMs * 2, RETRY_MAX_MS);
	}

	#reopen(): void {
		if (this.#closed) return;
		this.#source?.close();
		this.#open();
		this.#markStale(['frame']);
	}

	#hear(data: string): void {
		this.#lastByteAt = Date.now();
		const event = readRoomEvent(data);
		// An event of a newer server: the page cannot fold it, but it can ask again.
		if (!event) return this.#markStale(['frame', 'console']);
		const { frame, stale } = applyEvent(this.frame, event);
		this.frame = frame;
		this.#markStale(stale);
	}

	#hearEphemeral(data: string): void {
		this.#lastByteAt = Date.now();
		const event = readEphemeral(data);
		if (event) for (const listener of this.#listeners) listener(event);
	}

	#markStale(sections: readonly Section[]): void {
		if (sections.length === 0) return;
		const idle = this.#stale.size === 0;
		for (const section of sections) this.#stale.add(section);
		if (idle) this.#later(Math.random() * JITTER_MS, () => void this.#refetch());
	}

	async #refetch(): Promise<void> {
		const sections = [...this.#stale];
		this.#stale.clear();
		if (sections.includes('frame')) await this.#refetchFrame();
		for (const section of sections) if (section !== 'frame') await invalidate(sectionKey(section));
	}

	async #refetchFrame(): Promise<void> {
		try {
			const response = await fetch(`/api/competitions/${this.frame.code}?as=${this.#surface}`, {
				headers: { accept: 'application/json' },
			});
			const frame = readFrame(await response.json());
			if (frame) this.adopt(frame);
			else await invalidate(sectionKey('frame'));
		} catch {
			// The stream's own error handling reports the dropped line and tries again.
		}
	}

	#later(ms: number, act: () => void): void {
		const timer = setTimeout(() => {
			this.#timers.delete(timer);
			act();
		}, ms);
		this.#timers.add(timer);
	}
}

// The server's time as seen from here: a measured offset on the local clock, never a count of ticks.

export interface ClockSources {
	/** Local wall clock, epoch ms. */
	wall: () => number;
	/** Local monotonic clock, ms from any origin. Some systems stop it during sleep. */
	mono: () => number;
	/** Asks the server for its time, epoch ms; rejects when it cannot be reached. */
	ask: () => Promise<number>;
}

export type SyncState = 'unsynced' | 'synced' | 'stale';

/** Round trips measured for one sync; the shortest bounds the error best (Cristian 1989). */
const SAMPLES = 4;
/** A round trip this short (ms) needs no second opinion. */
const GOOD_ROUND_TRIP = 40;
/** A difference (ms) between what the two local clocks say has passed that means sleep or a changed clock. */
const JUMP = 400;

export class ServerClock {
	#sources: ClockSources;
	#offset = 0;
	#lastWall: number;
	#lastMono: number;
	#running: Promise<boolean> | null = null;
	/** Counts jumps; a sample taken across one is worthless. */
	#jumps = 0;
	state: SyncState = 'unsynced';
	/** Half the best round trip, ms: the offset is right to within this. */
	uncertainty = Infinity;

	constructor(sources: ClockSources) {
		this.#sources = sources;
		this.#lastWall = sources.wall();
		this.#lastMono = sources.mono();
	}

	/** The server's time now, epoch ms. */
	now(): number {
		return this.#sources.wall() + this.#offset;
	}

	/** Until `deadline` (epoch ms), never negative. */
	remaining(deadline: number): number {
		return Math.max(0, deadline - this.now());
	}

	/** A server time that came with other data: used until the first measurement, ignored after it. */
	hint(serverNow: number): void {
		if (this.state !== 'unsynced' || !Number.isFinite(serverNow)) return;
		this.#offset = serverNow - this.#sources.wall();
	}

	/**
	 * Compares the two local clocks; true when they disagree about how much time passed, so a sync is due.
	 * A wall clock that fell behind was set back by someone, so the offset absorbs it; one that ran ahead most likely
	 * slept, and is right.
	 */
	jumped(): boolean {
		const wall = this.#sources.wall();
		const mono = this.#sources.mono();
		const ahead = wall - this.#lastWall - (mono - this.#lastMono);
		this.#lastWall = wall;
		this.#lastMono = mono;
		if (Math.abs(ahead) < JUMP) return false;
		if (ahead < 0) this.#offset -= ahead;
		this.#jumps += 1;
		return true;
	}

	/** Measures the offset. Calls while one runs share its answer; false when the server could not be reached. */
	sync(): Promise<boolean> {
		this.#running ??= this.#measure().finally(() => (this.#running = null));
		return this.#running;
	}

	async #measure(): Promise<boolean> {
		let best: { roundTrip: number; offset: number } | null = null;
		for (let index = 0; index < SAMPLES; index += 1) {
			const sample = await this.#sample();
			if (sample === 'unreachable') break;
			if (sample && (!best || sample.roundTrip < best.roundTrip)) best = sample;
			if (best && best.roundTrip <= GOOD_ROUND_TRIP) break;
		}
		if (!best) {
			if (this.state === 'synced') this.state = 'stale';
			return false;
		}
		this.#offset = best.offset;
		this.uncertainty = best.roundTrip / 2;
		this.state = 'synced';
		return true;
	}

	async #sample(): Promise<{ roundTrip: number; offset: number } | 'unreachable' | null> {
		const { wall, mono, ask } = this.#sources;
		this.jumped();
		const jumps = this.#jumps;
		const start = mono();
		let server: number;
		try {
			server = await ask();
		} catch {
			return 'unreachable';
		}
		const roundTrip = mono() - start;
		this.jumped();
		if (jumps !== this.#jumps || !Number.isFinite(server)) return null;
		return { roundTrip, offset: server + roundTrip / 2 - wall() };
	}
}

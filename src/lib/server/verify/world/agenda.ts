// What is still to happen, in virtual time. Order among events of the same time is that of asking, or seeded at random.
import type { Body } from './errors.ts';
import type { IdText } from './framing.ts';
import type { Fault, Send } from './types.ts';

export interface Call {
	type: 'call';
	id: IdText;
	method: string;
	params: unknown;
	fault: Fault | null;
	/** Virtual milliseconds when the program asked. */
	asked: number;
	/** The answer of a call that was applied earlier and is reported late. */
	held?: Body;
}
export type Happening = { type: 'send'; send: Send } | Call;
export type Event = Happening & { at: number; order: number };

export class Agenda {
	private events: Event[] = [];
	private order = 0;
	private readonly shuffle: (() => number) | null;

	constructor(shuffle: (() => number) | null) {
		this.shuffle = shuffle;
	}

	add(happening: Happening, at: number): void {
		this.events.push({ ...happening, at, order: this.shuffle ? this.shuffle() : this.order++ });
	}

	/** The earliest event; `sends: false` passes over requests. */
	first({ sends }: { sends: boolean }): Event | undefined {
		let best: Event | undefined;
		for (const event of this.events) {
			if (event.type === 'send' && !sends) continue;
			if (!best || event.at < best.at || (event.at === best.at && event.order < best.order)) best = event;
		}
		return best;
	}

	remove(event: Event): void {
		this.events.splice(this.events.indexOf(event), 1);
	}

	/** Calls, held answers and timers die with the process; nothing else happens before `now`. */
	crash(now: number): void {
		this.events = this.events.filter((event) => event.type === 'send');
		for (const event of this.events) event.at = Math.max(event.at, now);
	}
}

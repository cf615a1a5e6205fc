// Gathers the many small events of a step and appends them in order, a few times a second.
import type { BuildEvent } from '#lib/domain/build/event.ts';

const FLUSH_MS = 250;
const TEXT_CHARACTERS = 4_000;
/** A step that says more than this says it in vain. */
const EVENTS_PER_STEP = 50_000;

export interface EventBuffer {
	report(event: BuildEvent): void;
	/** Everything reported so far is stored. Rejects when an earlier append failed. */
	flush(): Promise<void>;
}

export function createEventBuffer(append: (events: BuildEvent[]) => Promise<void>): EventBuffer {
	let waiting: BuildEvent[] = [];
	let count = 0;
	let timer: NodeJS.Timeout | null = null;
	let tail: Promise<void> = Promise.resolve();

	function flush(): Promise<void> {
		if (timer) clearTimeout(timer);
		timer = null;
		const events = waiting;
		waiting = [];
		if (events.length > 0) tail = tail.then(() => append(events));
		// The rejection is kept for whoever awaits the next flush.
		tail.catch(() => undefined);
		return tail;
	}
	return {
		report(event) {
			if (++count > EVENTS_PER_STEP) return;
			waiting.push(event.type === 'log' ? { ...event, text: storable(event.text) } : event);
			timer ??= setTimeout(() => void flush().catch(() => undefined), FLUSH_MS);
		},
		flush,
	};
}

/** PostgreSQL stores no NUL and no lone surrogate; terminals' control characters mean nothing in a browser. */
const storable = (text: string): string =>
	text
		.slice(0, TEXT_CHARACTERS)
		.toWellFormed()
		.replace(/\p{Cc}/gu, (c) => (c === '\t' || c === '\n' ? c : ''));

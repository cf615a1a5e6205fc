// Describes the moment to whoever listens, at most once a second per competition: 200 autosaves become one message.
// Nothing here is stored or locks a row.
import type { EphemeralEvent } from '../../contract/events.ts';

type Progress = Extract<EphemeralEvent, { type: 'progress' }>;
type Counts = Extract<EphemeralEvent, { type: 'room.counts' }>;

interface Pending {
	rows: Map<string, Progress['rows'][number]>;
	counts: Counts | null;
}
export interface Ephemeral {
	say(competitionId: string, event: EphemeralEvent): void;
	/** Sends what waits and stops. */
	close(): Promise<void>;
}

const COALESCE_MS = 1_000;
/** PostgreSQL refuses notifications of 8,000 bytes and more; the envelope takes some. */
const PAYLOAD_BYTES = 7_700;

export function createEphemeral(
	send: (competitionId: string, event: EphemeralEvent) => Promise<void>,
	onError: (error: unknown) => void,
): Ephemeral {
	const rooms = new Map<string, Pending>();
	const timers = new Map<string, NodeJS.Timeout>();

	async function flush(competitionId: string): Promise<void> {
		clearTimeout(timers.get(competitionId));
		timers.delete(competitionId);
		const pending = rooms.get(competitionId);
		rooms.delete(competitionId);
		if (!pending) return;
		try {
			for (const event of messages(pending)) await send(competitionId, event);
		} catch (error) {
			onError(error);
		}
	}
	return {
		say(competitionId, event) {
			const pending = rooms.get(competitionId) ?? { rows: new Map(), counts: null };
			rooms.set(competitionId, pending);
			merge(pending, event);
			if (!timers.has(competitionId))
				timers.set(competitionId, setTimeout(() => void flush(competitionId), COALESCE_MS).unref());
		},
		async close() {
			await Promise.all([...rooms.keys()].map(flush));
		},
	};
}

function merge(pending: Pending, event: EphemeralEvent): void {
	switch (event.type) {
		case 'progress':
			for (const row of event.rows)
				pending.rows.set(row.participantId, { ...pending.rows.get(row.participantId), ...row });
			break;
		case 'room.counts':
			pending.counts = event;
	}
}

function* messages({ rows, counts }: Pending): Generator<EphemeralEvent> {
	for (const part of fitting([...rows.values()])) yield { type: 'progress', rows: part };
	if (counts) yield counts;
}

/** Splits a list into parts whose JSON fits into one notification. */
function* fitting<T>(items: T[]): Generator<T[]> {
	let part: T[] = [];
	let bytes = 0;
	for (const item of items) {
		const size = Buffer.byteLength(JSON.stringify(item)) + 1;
		if (part.length > 0 && bytes + size > PAYLOAD_BYTES) {
			yield part;
			part = [];
			bytes = 0;
		}
		part.push(item);
		bytes += size;
	}
	if (part.length > 0) yield part;
}

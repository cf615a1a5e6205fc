// Reads what the own server sends about a room. The server has checked every field before sending; what a browser must
// still tell apart is a message of a newer server. Without the schema library the page is a third lighter.
import type { RoomFrame } from '../contract/competition.ts';
import type { EphemeralEvent, RoomEvent, SequencedEvent } from '../contract/events.ts';

/** Complete by its type: an event that is not listed here does not compile. */
const ROOM_EVENTS: Record<RoomEvent['type'], true> = {
	'phase.changed': true,
	'phase.undone': true,
	'round.paused': true,
	'round.resumed': true,
	'round.extended': true,
	'entry.reopened': true,
	'presenting.moved': true,
	'voting.informed': true,
	'results.revealed': true,
	'participant.joined': true,
	'participant.renamed': true,
	'participant.removed': true,
	'participant.merged': true,
	'entry.locked': true,
	'entry.finished': true,
	'clarification.asked': true,
	'clarification.answered': true,
	'clarification.broadcast': true,
	'build.progress': true,
	'facilitators.changed': true,
	'competition.changed': true,
};
const EPHEMERAL_EVENTS: Record<EphemeralEvent['type'], true> = {
	progress: true,
	'room.counts': true,
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(data: string): unknown {
	try {
		return JSON.parse(data);
	} catch {
		return null;
	}
}

const hasType = (value: unknown, types: object): boolean =>
	isRecord(value) && typeof value['type'] === 'string' && Object.hasOwn(types, value['type']);

/** Null: this page cannot fold it and must ask again. */
export function readRoomEvent(data: string): SequencedEvent | null {
	const value = parsed(data);
	if (!isRecord(value) || typeof value['seq'] !== 'number' || typeof value['at'] !== 'number') return null;
	return hasType(value['event'], ROOM_EVENTS) ? (value as SequencedEvent) : null;
}

export function readEphemeral(data: string): EphemeralEvent | null {
	const value = parsed(data);
	return hasType(value, EPHEMERAL_EVENTS) ? (value as EphemeralEvent) : null;
}

/** Null for a refusal, or for a frame of another version of the product. */
export function readFrame(value: unknown): RoomFrame | null {
	if (!isRecord(value) || typeof value['seq'] !== 'number' || typeof value['phase'] !== 'string') return null;
	return Array.isArray(value['people']) && Array.isArray(value['clarifications'])
		? (value as unknown as RoomFrame)
		: null;
}

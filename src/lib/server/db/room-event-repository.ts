// What a room has said, in order. The competition's row hands out the numbers, so commits happen in their order. They are
// times: a count would tell a viewer, by what is missing between two events, that something was kept from them.
import type { RoomEvent, SequencedEvent } from '../../contract/events.ts';
import { roomEventSchema } from '../../contract/events.ts';
import type { Database, Querier, Transaction } from './client.ts';

export const ROOM_CHANNEL = 'forkpoint_room';
export const NOW_CHANNEL = 'forkpoint_now';

const PAGE = 500;
const FIRST_LOOK_BACK = 20;

/** Appends, each event with a number above all before it, and notifies listeners when the transaction commits. */
export async function appendRoomEvents(
	tx: Transaction,
	competitionId: string,
	at: Date,
	events: readonly RoomEvent[],
): Promise<void> {
	if (events.length === 0) return;
	const inserted = await tx.$executeRaw`
		WITH c AS (
			UPDATE "Competition"
			SET seq = ${events.length} + greatest(seq, floor(extract(epoch FROM clock_timestamp()) * 1000000)::bigint)
			WHERE id = ${competitionId} RETURNING id, seq
		)
		INSERT INTO "RoomEvent" ("competitionId", seq, at, type, payload)
		SELECT c.id, c.seq - ${events.length} + e.n, ${at}, e.event ->> 'type', e.event
		FROM c, jsonb_array_elements(${JSON.stringify(events)}::jsonb) WITH ORDINALITY AS e(event, n)`;
	if (inserted !== events.length) throw new Error(`No competition ${competitionId} to append events to.`);
	await tx.$executeRaw`SELECT pg_notify(${ROOM_CHANNEL}, ${competitionId})`;
}

/** All events after `seq`, in order. */
export async function listRoomEvents(
	q: Querier,
	competitionId: string,
	seq: number,
): Promise<SequencedEvent[]> {
	const events: SequencedEvent[] = [];
	for (let after = seq; ; after = events.at(-1)!.seq) {
		const rows = await q.roomEvent.findMany({
			where: { competitionId, seq: { gt: after } },
			orderBy: { seq: 'asc' },
			take: PAGE,
		});
		events.push(...rows.map(toEvent));
		if (rows.length < PAGE) return events;
	}
}

/** Number of the last event up to `seq` that `hears` says yes to; 0 when there is none. */
export async function lastHeard(
	q: Querier,
	competitionId: string,
	seq: number,
	hears: (event: RoomEvent) => boolean,
): Promise<number> {
	for (let before = seq + 1, take = FIRST_LOOK_BACK; ; take = PAGE) {
		const rows = await q.roomEvent.findMany({
			where: { competitionId, seq: { lt: before } },
			orderBy: { seq: 'desc' },
			take,
		});
		const found = rows.map(toEvent).find(({ event }) => hears(event));
		if (found) return found.seq;
		if (rows.length < take) return 0;
		before = Number(rows.at(-1)!.seq);
	}
}

const toEvent = (row: { seq: bigint; at: Date; payload: unknown }): SequencedEvent => ({
	seq: Number(row.seq),
	at: row.at.getTime(),
	event: roomEventSchema.parse(row.payload),
});

/** Number of the last event; 0 when there is none yet. */
export async function lastSeq(q: Querier, competitionId: string): Promise<number> {
	const row = await q.competition.findUnique({ where: { id: competitionId }, select: { seq: true } });
	return Number(row?.seq ?? 0);
}

/** Notifies every instance at once, outside any transaction. `payload` is at most 7,999 bytes. */
export async function notifyNow(db: Database, payload: string): Promise<void> {
	await db.pool.query('SELECT pg_notify($1, $2)', [NOW_CHANNEL, payload]);
}

/** Marks participants as seen, all in one statement. */
export async function touchParticipants(db: Database, ids: readonly string[], at: Date): Promise<void> {
	await db.pool.query('UPDATE "Participant" SET "lastSeenAt" = $2 WHERE id = ANY($1)', [ids, at]);
}

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCompetitionRow, createParticipantRow } from '../../../../tests/rows.ts';
import { readSse, type SseReader } from '../../../../tests/sse.ts';
import { useTestDatabase } from '../../../../tests/test-database.ts';
import {
	ephemeralEventSchema,
	sequencedEventSchema,
	type RoomEvent,
	type SequencedEvent,
} from '../../contract/events.ts';
import { LIMITS } from '../../domain/limits.ts';
import { inTransaction } from '../db/client.ts';
import { createLog } from '../log.ts';
import { createLive, type Live } from './live.ts';
import { resumePoint } from './stream.ts';

const db = useTestDatabase();
const log = createLog('silent');
const ROOM = 'room';
let live: Live;
let seen: SequencedEvent[];

beforeEach(async () => {
	await createCompetitionRow(db.current, { id: ROOM, code: 'ABCDEF' });
	live = await createLive({ db: db.current, now: Date.now, log });
	seen = [];
});
afterEach(async () => {
	await live.close();
	await db.current.pool.query(`DELETE FROM "Competition"`);
});

const renamed = (name: string): RoomEvent => ({ type: 'participant.renamed', participantId: 'p', name });
const say = (...names: string[]) =>
	inTransaction(db.current, (tx) => live.events.append(tx, ROOM, names.map(renamed)));
const open = (after = 0, on = live, allows: (event: SequencedEvent) => boolean = () => true) =>
	readSse(on.stream({ competitionId: ROOM, after, allows, allowsNow: () => true }));
const nextName = async (stream: SseReader) => {
	const message = await stream.next('room');
	if (!message) throw new Error('the stream ended');
	const event = sequencedEventSchema.parse(JSON.parse(message.data));
	expect(message.id).toBe(String(event.seq));
	seen.push(event);
	return (event.event as { name: string }).name;
};

describe('appending', () => {
	it('numbers in the order of the commits under concurrency and rollback', async () => {
		const boom = new Error('boom');
		await Promise.all(
			Array.from({ length: 30 }, (_, i) =>
				inTransaction(db.current, async (tx) => {
					await live.events.append(tx, ROOM, [renamed(`a${i}`), renamed(`b${i}`)]);
					if (i % 3 === 0) throw boom;
				}).catch((error: unknown) => expect(error).toBe(boom)),
			),
		);
		const events = await live.events.since(ROOM, 0);
		const numbers = events.map((event) => event.seq);
		expect(numbers).toHaveLength(40);
		expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
		expect(await live.events.since(ROOM, numbers[37]!)).toEqual(events.slice(38));
	});

	it('numbers by the clock, so that what lies between two events leaves no trace', async () => {
		const before = Date.now();
		await say('heard');
		for (let i = 0; i < 5; i++) await say('kept');
		await say('heard');
		const after = Date.now();
		const numbers = (await live.events.since(ROOM, 0)).map((event) => event.seq / 1000);
		expect(Math.min(...numbers)).toBeGreaterThanOrEqual(before - 1);
		expect(Math.max(...numbers)).toBeLessThanOrEqual(after + 1);
	});

	it('goes on rising when the clock was set back', async () => {
		const future = (Date.now() + 3_600_000) * 1000;
		await db.current.pool.query(`UPDATE "Competition" SET seq = $1 WHERE id = $2`, [future, ROOM]);
		await say('1', '2');
		expect((await live.events.since(ROOM, 0)).map((event) => event.seq)).toEqual([future + 1, future + 2]);
	});

	it('fails for a competition that is not there', async () => {
		const append = inTransaction(db.current, (tx) => live.events.append(tx, 'nowhere', [renamed('x')]));
		await expect(append).rejects.toThrow('No competition nowhere');
	});
});

describe('a stream', () => {
	it('gives the tail, then what comes, in order and once, while events pour in', async () => {
		await say('1', '2');
		const [first] = await live.events.since(ROOM, 0);
		const stream = open(first!.seq);
		const pouring = Promise.all(Array.from({ length: 40 }, (_, i) => say(String(i))));
		for (let i = 0; i < 41; i++) await nextName(stream);
		await pouring;
		expect(seen).toEqual((await live.events.since(ROOM, 0)).slice(1));
		await stream.cancel();
	});

	it('reaches viewers of another instance', async () => {
		const other = await createLive({ db: db.current, now: Date.now, log });
		const stream = open(0, other);
		await stream.next('beat');
		await say('hello');
		expect(await nextName(stream)).toBe('hello');
		await other.close();
	});

	it('filters before sending', async () => {
		const stream = open(0, live, ({ event }) => 'name' in event && Number(event.name) % 2 === 0);
		await say('1', '2', '3', '4');
		expect([await nextName(stream), await nextName(stream)]).toEqual(['2', '4']);
		await stream.cancel();
	});

	it('loses nothing when the database connection of the listener is cut', async () => {
		const stream = open();
		await say('before');
		expect(await nextName(stream)).toBe('before');
		await db.current.pool.query(
			`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
			 WHERE application_name = 'forkpoint listen' AND datname = current_database()`,
		);
		await say('during');
		expect(await nextName(stream)).toBe('during');
		await vi.waitFor(() => expect(live.isListening()).toBe(true), 10_000);
		await say('after');
		expect(await nextName(stream)).toBe('after');
		await stream.cancel();
	});

	it('leaves nothing behind when the browser goes away', async () => {
		const onEnd = vi.fn();
		const response = live.stream({
			competitionId: ROOM,
			after: 0,
			allows: () => true,
			allowsNow: () => true,
			onEnd,
		});
		const stream = readSse(response);
		await say('x');
		await nextName(stream);
		expect(live.streams()).toBe(1);
		await stream.cancel();
		expect(live.streams()).toBe(0);
		expect(onEnd).toHaveBeenCalledTimes(1);
	});

	it('drops a client that does not read', async () => {
		const stream = open();
		await say('first');
		await nextName(stream);
		await say(...Array.from({ length: LIMITS.live.queuedEvents + 10 }, (_, i) => String(i)));
		await vi.waitFor(() => expect(live.streams()).toBe(0), 10_000);
		await expect(
			(async () => {
				while (await stream.next('room'));
			})(),
		).rejects.toThrow();
	});

	it('ends when the process closes', async () => {
		const stream = open();
		await stream.next('beat');
		await live.close();
		expect(await stream.next('room')).toBeNull();
	});
});

describe('news of the moment', () => {
	it('becomes one message for 200 writers and touches no row', async () => {
		const stream = open();
		await say('ready');
		await nextName(stream);
		for (let i = 0; i < 200; i++)
			for (const wordCount of [i, i + 1])
				live.events.say(ROOM, { type: 'progress', rows: [{ participantId: String(i % 50), wordCount }] });
		const message = await stream.next('now');
		const event = ephemeralEventSchema.parse(JSON.parse(message!.data));
		if (event.type !== 'progress') throw new Error(event.type);
		expect(event.rows).toHaveLength(50);
		expect(event.rows.find((row) => row.participantId === '7')).toEqual({
			participantId: '7',
			wordCount: 158,
		});
		expect((await live.events.since(ROOM, 0)).length).toBe(1);
		await stream.cancel();
	});

	it('splits what is too large for one notification', async () => {
		const stream = open();
		await say('ready');
		await nextName(stream);
		const rows = Array.from({ length: 200 }, (_, i) => ({
			participantId: `${i} ${'é'.repeat(40)}`,
			wordCount: i,
		}));
		live.events.say(ROOM, { type: 'progress', rows });
		const got: number[] = [];
		while (got.length < rows.length) {
			const event = ephemeralEventSchema.parse(JSON.parse((await stream.next('now'))!.data));
			if (event.type === 'progress') got.push(...event.rows.map((row) => row.wordCount!));
		}
		expect(got).toEqual(rows.map((row) => row.wordCount));
		await stream.cancel();
	});

	it('tells who came, stores when, and does not take a reload for an absence', async () => {
		await createParticipantRow(db.current, { id: 'p1', competitionId: ROOM });
		await db.current.pool.query(`UPDATE "Participant" SET "lastSeenAt" = 'epoch'`);
		const stream = open();
		await stream.next('beat');
		const leave = live.presence.arrive(ROOM, 'p1');
		leave();
		live.presence.arrive(ROOM, 'p1');
		const event: unknown = JSON.parse((await stream.next('now'))!.data);
		expect(event).toEqual({ type: 'progress', rows: [{ participantId: 'p1', connected: true }] });
		expect(live.presence.isHere('p1')).toBe(true);
		await vi.waitFor(async () => {
			const { rows } = await db.current.pool.query<{ at: Date }>(
				`SELECT "lastSeenAt" AS at FROM "Participant"`,
			);
			expect(rows[0]!.at.getTime()).toBeGreaterThan(Date.now() - 60_000);
		});
		await stream.cancel();
	});
});

describe('the point to resume from', () => {
	it('is the last event id of a reconnect, else the query, else none', () => {
		const at = (query: string, headers: Record<string, string> = {}) =>
			resumePoint(new Request(`http://x/events${query}`, { headers }));
		expect(at('?after=3', { 'last-event-id': '7' })).toBe(7);
		expect(at('?after=3')).toBe(3);
		expect(at('')).toBeNull();
		expect(at('?after=-1')).toBeNull();
		expect(at('', { 'last-event-id': 'x' })).toBeNull();
	});
});

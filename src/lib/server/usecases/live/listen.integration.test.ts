import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount, createFacilitated } from '../../../../../tests/facilitator.ts';
import { readSse, type SseReader } from '../../../../../tests/sse.ts';
import { useTestDatabase } from '../../../../../tests/test-database.ts';
import { createLive, type Live } from '../../events/live.ts';
import { createLog } from '../../log.ts';
import { addCoFacilitator, createStageLink, removeCoFacilitator } from '../competition/links.ts';
import { removeParticipant } from '../people/roster.ts';
import { loadFrame } from '../frame.ts';
import { commandRound } from '../round/command.ts';
import { enterRoom } from '../room.ts';
import { listen } from './listen.ts';

const db = useTestDatabase();
let live: Live;
beforeAll(async () => {
	live = await createLive({ db: db.current, now: Date.now, log: createLog('silent') });
});
afterAll(() => live.close());

async function createLiveRoom() {
	const room = await createFacilitated(db.current);
	const app = { ...room.app, events: live.events, live };
	const open = async (...who: Parameters<typeof room.enter>): Promise<SseReader> =>
		readSse(listen(app, await room.enter(...who), 0));
	return { room, app, open };
}

const typeOf = (message: { data: string } | null): string =>
	(JSON.parse(message?.data ?? '{}') as { event?: { type?: string } }).event?.type ?? 'none';

async function typesUntil(reader: SseReader, last: string): Promise<string[]> {
	const types: string[] = [];
	while (types.at(-1) !== last && types.length < 50) types.push(typeOf(await reader.next('room')));
	return types;
}

describe('the live stream of a room', () => {
	it('keeps from others what concerns one participant, and tells it to the one and the facilitator', async () => {
		const { room, app, open } = await createLiveRoom();
		const [ann, bob] = [await room.guest('Ann'), await room.guest('Bob')];
		await room.moveTo('writing');
		const readers = await Promise.all([open(ann, 'participant'), open(bob, 'participant'), open()]);
		await commandRound(app, await room.enter(), {
			...{ type: 'extendOne', expectedPhase: 'writing', minutes: 5, reason: 'came late' },
			participantId: ann.participantId,
		});
		await commandRound(app, await room.enter(), { type: 'pause', reason: 'fire alarm' });
		const heard = await Promise.all(readers.map((reader) => typesUntil(reader, 'round.paused')));
		expect(heard.map((types) => types.includes('round.extended'))).toEqual([true, false, true]);
		await Promise.all(readers.map((reader) => reader.cancel()));
	});

	it('betrays by no number that something happened which a viewer may not hear', async () => {
		const { room, app } = await createLiveRoom();
		const [ann, bob] = [await room.guest('Ann'), await room.guest('Bob')];
		await room.moveTo('writing');
		const numbers = async () => {
			const viewers = [
				await room.enter(ann, 'participant'),
				await room.enter(bob, 'participant'),
				await room.enter(),
			];
			return Promise.all(viewers.map(async (viewer) => (await loadFrame(app, viewer)).seq));
		};
		const [anns, bobs, facilitators] = await numbers();
		await commandRound(app, await room.enter(), {
			...{ type: 'extendOne', expectedPhase: 'writing', minutes: 5, reason: 'came late' },
			participantId: ann.participantId,
		});
		const after = await numbers();
		expect(after[1]).toBe(bobs);
		expect(after[0]).toBeGreaterThan(anns!);
		expect(after[2]).toBeGreaterThan(facilitators!);
	});

	it('ends for a participant with the event that removes them', async () => {
		const { room, app, open } = await createLiveRoom();
		const [ann, bob] = [await room.guest('Ann'), await room.guest('Bob')];
		const [removed, other] = [await open(ann, 'participant'), await open(bob, 'participant')];
		await removeParticipant(app, await room.enter(), { participantId: ann.participantId, reason: '' });
		await commandRound(app, await room.enter(), {
			...{ type: 'advance', expectedPhase: 'lobby', endOpen: false },
		});
		expect(await typesUntil(other, 'phase.changed')).toContain('participant.removed');
		expect(await typesUntil(removed, 'participant.removed')).not.toContain('phase.changed');
		expect(await removed.next('room')).toBeNull();
		await other.cancel();
	});

	it('counts the room for the stage without naming anybody', async () => {
		const { room, open } = await createLiveRoom();
		const ann = await room.guest('Ann');
		const participant = await open(ann, 'participant');
		const stage = await open(room.fay, 'stage');
		const counts = JSON.parse((await stage.next('now'))!.data) as object;
		expect(counts).toMatchObject({ type: 'room.counts', connected: 1, of: 1 });
		expect(JSON.stringify(counts)).not.toContain(ann.participantId);
		await Promise.all([participant.cancel(), stage.cancel()]);
	});
});

describe('links into a room', () => {
	it('open the stage and nothing else, until a newer one is made', async () => {
		const { room, app } = await createLiveRoom();
		const other = await createFacilitated(db.current);
		const made = await createStageLink(app, await room.enter());
		if (!made.ok) throw new Error(made.reason);
		const identity = {
			...{ facilitatorId: null, facilitatorName: null, participantId: null },
			stageToken: made.value.token,
		};
		const enter = (code: string, surface: 'stage' | 'facilitator') =>
			enterRoom(app, { code, identity, surface });
		expect(await enter(room.code, 'stage')).toMatchObject({ ok: true, value: { viewer: { role: 'stage' } } });
		expect(await enter(room.code, 'facilitator')).toMatchObject({ reason: 'not-signed-in' });
		expect(await enter(other.code, 'stage')).toMatchObject({ reason: 'not-signed-in' });
		await createStageLink(app, await room.enter());
		expect(await enter(room.code, 'stage')).toMatchObject({ reason: 'not-signed-in' });
	});

	it('give a colleague the same rights, and always leave one facilitator', async () => {
		const { room, app } = await createLiveRoom();
		const gil = await createAccount(db.current, 'Gil');
		const enter = () => enterRoom(app, { code: room.code, identity: gil, surface: 'facilitator' });
		expect(await enter()).toMatchObject({ reason: 'not-facilitator' });
		const email = `${gil.facilitatorId}@example.org`;
		expect(await addCoFacilitator(app, await room.enter(), { email })).toMatchObject({ ok: true });
		expect(await enter()).toMatchObject({ ok: true });
		expect(await addCoFacilitator(app, await room.enter(), { email: 'nobody@example.org' })).toMatchObject({
			reason: 'no-such-account',
		});
		const rows = await db.current.prisma.competitionFacilitator.findMany({
			where: { competitionId: room.competitionId, facilitatorId: { not: gil.facilitatorId } },
		});
		const asGil = await room.enter(gil);
		for (const { facilitatorId } of rows)
			expect(await removeCoFacilitator(app, asGil, { facilitatorId })).toMatchObject({ ok: true });
		expect(await removeCoFacilitator(app, asGil, { facilitatorId: gil.facilitatorId })).toMatchObject({
			reason: 'last-facilitator',
		});
	});
});

// Who sees what of a build, and what a facilitator may do to it.
import { afterEach, describe, expect, it } from 'vitest';
import { createBuildingRoom, QUICK_STEPS, type BuildingRoom } from '../../../../../tests/building.ts';
import { createAccount } from '../../../../../tests/facilitator.ts';
import { identityOf } from '../../../../../tests/room.ts';
import { useTestDatabase } from '../../../../../tests/test-database.ts';
import { addFacilitator } from '../../db/competition-repository.ts';
import { handleBuild } from '../../pipeline/build-jobs.ts';
import { enterRoom, type Identity, type Surface } from '../room.ts';
import { viewFile } from './file.ts';
import { viewLog } from './log.ts';
import { cancelBuild, retryBuild } from './manage.ts';
import { viewBuild, viewBuilds } from './view.ts';

const db = useTestDatabase();
const rooms: BuildingRoom[] = [];
/** The sandbox starts the program several times. */
const SLOW = 180_000;
const signal = new AbortController().signal;

async function building(...names: string[]) {
	const room = await createBuildingRoom(db.current, names);
	rooms.push(room);
	const fay = await createAccount(db.current, 'Fay');
	await addFacilitator(db.current.prisma, room.competitionId, fay.facilitatorId);
	const enter = async (identity: Identity, surface: Surface) => {
		const entered = await enterRoom(room.deps, { code: room.code, identity, surface });
		if (!entered.ok) throw new Error(entered.reason);
		return entered.value;
	};
	await room.start();
	return {
		room,
		as: (participantId: string) => enter(identityOf(participantId), 'participant'),
		fay: () => enter(fay, 'facilitator'),
	};
}
const buildIdOf = async (participantId: string) =>
	(await db.current.prisma.build.findFirstOrThrow({ where: { entry: { participantId } } })).id;

afterEach(async () => {
	await Promise.all(rooms.splice(0).map((room) => room.close()));
	await db.current.pool.query('DELETE FROM "Competition"');
});

describe('a build is shown', { timeout: SLOW }, () => {
	it('to its author alone while building: place, lock, log and files, no verdict', async () => {
		const { room, as } = await building('Ann', 'Bob');
		const [ann = '', bob = ''] = room.participants;
		const [annsId, bobsId] = [await buildIdOf(ann), await buildIdOf(bob)];
		const waiting = await viewBuilds(room.worker, await as(ann));
		if (!waiting.ok) throw new Error(waiting.reason);
		expect(waiting.value.builds.map((b) => b.id)).toEqual([annsId]);
		expect([1, 2]).toContain(waiting.value.position);
		expect(waiting.value.lock?.document).toContain('roll the debit back');

		await handleBuild(room.worker, annsId, { signal }, QUICK_STEPS);
		const mine = await viewBuild(room.worker, await as(ann), annsId);
		expect(mine).toMatchObject({ ok: true, value: { own: true, log: true, verdicts: null } });
		expect(mine).toMatchObject({ value: { build: { status: 'finished', outcome: null } } });
		const log = await viewLog(room.worker, await as(ann), { buildId: annsId, after: 0 });
		expect(log).toMatchObject({ ok: true, value: { ended: true, more: false } });
		expect(JSON.stringify(log)).not.toMatch(/checks passed|"passed/);
		const file = await viewFile(room.worker, await as(ann), { buildId: annsId, path: 'main.js' });
		expect(file).toMatchObject({ ok: true, value: { path: 'main.js' } });

		for (const path of ['../../etc/passwd', '/etc/passwd', 'nothing', '..'])
			expect(await viewFile(room.worker, await as(ann), { buildId: annsId, path })).toMatchObject({
				reason: 'no-such-thing',
			});
		expect(await viewBuild(room.worker, await as(bob), annsId)).toMatchObject({ reason: 'no-such-thing' });
		expect(await viewLog(room.worker, await as(bob), { buildId: annsId, after: 0 })).toMatchObject({
			reason: 'no-such-thing',
		});
		expect(await viewFile(room.worker, await as(ann), { buildId: bobsId, path: 'main.js' })).toMatchObject({
			reason: 'no-such-thing',
		});
	});

	it('with verdicts in the review, without names of hidden checks and without the seed', async () => {
		const { room, as } = await building('Ann');
		const [ann = ''] = room.participants;
		const id = await buildIdOf(ann);
		await handleBuild(room.worker, id, { signal }, QUICK_STEPS);
		const view = await viewBuild(room.worker, await as(ann), id);
		expect(view).toMatchObject({
			ok: true,
			value: {
				build: { outcome: 'passed', counts: true },
				verdicts: { seed: null, checks: [{ id: 'check-1', title: null, cites: [], why: [], trace: [] }] },
			},
		});
	});
});

describe('a facilitator', { timeout: SLOW }, () => {
	it('builds an entry again; the first own outcome goes on to count', async () => {
		const { room, fay, as } = await building('Ann');
		const [ann = ''] = room.participants;
		const id = await buildIdOf(ann);
		expect(await retryBuild(room.worker, await fay(), id)).toMatchObject({ reason: 'build-running' });
		await handleBuild(room.worker, id, { signal }, QUICK_STEPS);
		const [first, second] = await Promise.all(
			[1, 2].map(async () => retryBuild(room.worker, await fay(), id)),
		);
		expect([first, second].filter((answer) => answer?.ok)).toHaveLength(1);
		const again = room.sent.at(-1)!.buildId;
		await handleBuild(room.worker, again, { signal }, QUICK_STEPS);
		expect(await viewBuild(room.worker, await as(ann), again)).toMatchObject({
			value: { build: { attempt: 2, counts: false } },
		});
		expect(await db.current.prisma.score.count({ where: { id: { startsWith: again } } })).toBe(0);
	});

	it('cancels what waits; it never runs, and the round goes on', async () => {
		const { room, fay, as } = await building('Ann');
		const [ann = ''] = room.participants;
		const id = await buildIdOf(ann);
		expect(await cancelBuild(room.worker, await as(ann), id)).toMatchObject({ reason: 'not-facilitator' });
		expect(await cancelBuild(room.worker, await fay(), id)).toMatchObject({ ok: true });
		await handleBuild(room.worker, id, { signal }, QUICK_STEPS);
		expect(await db.current.prisma.buildStepOutput.count()).toBe(0);
		expect(await db.current.prisma.auditEntry.count({ where: { action: 'build.cancelled' } })).toBe(1);
	});
});

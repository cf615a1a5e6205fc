import { afterEach, expect, it } from 'vitest';
import { createBuildingRoom, QUICK_STEPS, type BuildingRoom } from '../../../../tests/building.ts';
import { createAccount } from '../../../../tests/facilitator.ts';
import { useTestDatabase } from '../../../../tests/test-database.ts';
import { findSampleCompetition } from '../db/competition-repository.ts';
import { systemRandom } from '../random.ts';
import { settleBuilding } from '../usecases/builds/building.ts';
import { viewDebrief } from '../usecases/judging/debrief.ts';
import { enterRoom } from '../usecases/room.ts';
import { requestSample } from '../usecases/sample/request.ts';
import { loadPack } from '../verify/pack-loader.ts';
import { handleBuild } from './build-jobs.ts';
import { playSample } from './sample-job.ts';

const db = useTestDatabase();
const { signal } = new AbortController();
const rooms: BuildingRoom[] = [];

async function worker() {
	const room = await createBuildingRoom(db.current, []);
	rooms.push(room);
	await forgetEverybody();
	const phase = async () => (await findSampleCompetition(db.current.prisma))?.round.phase ?? null;
	return { room, phase, deps: { ...room.worker, random: systemRandom } };
}

async function forgetEverybody() {
	await db.current.pool.query('DELETE FROM "Competition"');
	await db.current.pool.query('DELETE FROM "Facilitator"');
}

afterEach(async () => {
	await Promise.all(rooms.splice(0).map((room) => room.close()));
	await forgetEverybody();
});

it(
	'is played to its debrief by the pack’s samples, and played on by another process after a stop',
	{
		timeout: 240_000,
	},
	async () => {
		const { room, phase, deps } = await worker();
		const fay = await createAccount(db.current, 'Fay');
		const stop = new AbortController();
		const first = playSample(deps, stop);
		await expect.poll(phase, { timeout: 60_000 }).toBe('building');
		stop.abort(new Error('stopped'));
		await expect(first).rejects.toThrow('stopped');

		const { id, code } = (await findSampleCompetition(db.current.prisma))!;
		room.now += 10_001;
		await settleBuilding(deps, id);
		for (const { buildId } of room.sent) await handleBuild(deps, buildId, { signal }, QUICK_STEPS);
		await playSample(deps, { signal });

		expect(await phase()).toBe('debrief');
		const entered = await enterRoom(deps, { code, identity: fay, surface: 'facilitator' });
		if (!entered.ok) throw new Error(entered.reason);
		expect(await viewDebrief(deps, entered.value)).toMatchObject({ ok: true });
		const { samples } = await loadPack(deps.packs.find('data-marketplace-purchase')!.dir);
		const entries = await db.current.prisma.entry.findMany({
			where: { competitionId: id },
			include: { participant: true },
		});
		expect(entries.map((e) => [e.participant.name, e.specText]).sort()).toEqual(
			samples.map((s) => [s.name, s.spec]).sort(),
		);
		const ballots = await db.current.prisma.ballot.findMany({ where: { entry: { competitionId: id } } });
		expect(ballots).toHaveLength(samples.length * (samples.length - 1));
		expect(ballots.every((b) => b.impression !== null && b.rubric !== null)).toBe(true);
	},
);

it('is asked for once somebody can own it, until it is finished, and only where it is wanted', async () => {
	const { deps } = await worker();
	const sent: string[] = [];
	const queue = { send: (name: string) => Promise.resolve(void sent.push(name)) };
	const wanting = { ...deps, queue, config: { sample: true } };
	await requestSample(wanting);
	expect(sent).toEqual([]);
	await createAccount(db.current, 'Fay');
	await requestSample({ ...wanting, config: { sample: false } });
	expect(sent).toEqual([]);
	await requestSample(wanting);
	expect(sent).toEqual(['sample']);
});

it('is left out where programs cannot be contained', async () => {
	const { deps, phase } = await worker();
	await createAccount(db.current, 'Fay');
	const weak = { ...(await deps.sandbox()), level: 'weak' as const };
	await playSample({ ...deps, sandbox: () => Promise.resolve(weak) }, { signal });
	expect(await phase()).toBeNull();
});

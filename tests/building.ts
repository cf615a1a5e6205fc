// A room on a real challenge that has reached building, and a worker's dependencies for it. Steps that only cost time
// can be replaced by canned ones; everything around them is real.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Verification } from '../src/lib/domain/build/verification.ts';
import type { Database } from '../src/lib/server/db/client.ts';
import { createLog } from '../src/lib/server/log.ts';
import type { BuildWorkerDeps } from '../src/lib/server/pipeline/build-jobs.ts';
import { STEPS } from '../src/lib/server/pipeline/steps/index.ts';
import type { AnyStep, StepContext } from '../src/lib/server/pipeline/step.ts';
import { probeSandbox } from '../src/lib/server/sandbox/sandbox.ts';
import { settleBuilding } from '../src/lib/server/usecases/builds/building.ts';
import { listPacks } from '../src/lib/server/verify/pack-loader.ts';
import { createRoom, type TestRoom } from './room.ts';

const SLUG = 'data-marketplace-purchase';

export async function installedPacks(): Promise<BuildWorkerDeps['packs']> {
	const { packs } = await listPacks(resolve(import.meta.dirname, '..', 'challenges'));
	return { list: () => packs, find: (slug) => packs.find((p) => p.pack.slug === slug) ?? null };
}

export interface Sent {
	buildId: string;
	key: string;
}

export interface BuildingRoom extends TestRoom {
	worker: BuildWorkerDeps;
	/** Jobs handed to the queue, which nobody works on. */
	sent: Sent[];
	participants: string[];
	/** Moves to building, lets the undo lapse and starts the builds; ids in the order of their jobs. */
	start(): Promise<string[]>;
	/** All events of a build, in order. */
	buildEvents(buildId: string): Promise<{ seq: number; type: string; step?: string }[]>;
	close(): Promise<void>;
}

export async function createBuildingRoom(db: Database, names: readonly string[]): Promise<BuildingRoom> {
	const room = await createRoom(db, { optionalPhases: ['deciding', 'reviewing', 'voting'] });
	await db.prisma.competition.update({
		where: { id: room.competitionId },
		data: { challengeSlug: SLUG },
	});
	const packs = await installedPacks();
	const dataDir = await mkdtemp(join(tmpdir(), 'forkpoint-data-'));
	const sent: Sent[] = [];
	const deps = { ...room.deps, packs };
	const worker: BuildWorkerDeps = {
		...deps,
		config: { dataDir, buildConcurrency: 1, allowWeakSandbox: false } as BuildWorkerDeps['config'],
		log: createLog('silent'),
		sandbox: probeSandbox,
		queue: {
			send: (_queue: string, data: object, { key }: { key: string }) =>
				Promise.resolve(void sent.push({ ...(data as { buildId: string }), key })),
			cancel: () => Promise.resolve(),
		} as unknown as BuildWorkerDeps['queue'],
	};
	const participants: string[] = [];
	for (const name of names) participants.push((await room.guest(name)).participantId);
	await room.moveTo('writing');
	await db.prisma.entry.updateMany({
		where: { competitionId: room.competitionId },
		data: { specText: 'If crediting the owner fails, roll the debit back.', revision: 1 },
	});
	return Object.assign(room, {
		deps,
		worker,
		sent,
		participants,
		async start() {
			await room.moveTo('building');
			room.now += 10_001;
			await settleBuilding(worker, room.competitionId);
			return sent.map(({ buildId }) => buildId);
		},
		async buildEvents(buildId: string) {
			const rows = await db.prisma.buildEventRow.findMany({ where: { buildId }, orderBy: { seq: 'asc' } });
			return rows.map(({ seq, type, payload }) => ({ seq, type, ...(payload as { step?: string }) }));
		},
		close: () => rm(dataDir, { recursive: true, force: true }),
	});
}

/** A passing verification without running anything. */
const canned = ({ seed, sandbox, challenge }: StepContext): Verification => ({
	seed,
	sandboxLevel: sandbox.level,
	checks: [{ id: 'c', title: 'C', cites: [], verdict: 'pass', why: [], runs: 1, trace: [] }],
	fingerprints: challenge.pack.choicePoints.map((point) => ({
		choicePointId: point.id,
		value: { seen: true },
		alternativeId: point.alternatives[0]!.id,
		parameters: {},
		summary: 'It was seen.',
		unknown: null,
		trace: [],
	})),
	breaches: [],
	observations: [],
});

/** The steps with checks and fingerprints canned: they cost half a minute and are tested elsewhere. */
export const QUICK_STEPS: readonly AnyStep[] = STEPS.map((step) =>
	step.name === 'checks' || step.name === 'fingerprints'
		? { ...step, run: (context) => Promise.resolve(canned(context)) }
		: step,
);

export const replaceStep = (name: string, run: AnyStep['run'], steps = QUICK_STEPS): AnyStep[] =>
	steps.map((step) => (step.name === name ? { ...step, run } : step));

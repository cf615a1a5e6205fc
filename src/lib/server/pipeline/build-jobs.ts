// What a worker does with a build's job: claim it, run it from where it stands, move the round on.
import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { lockHash, type LockDocument } from '#lib/domain/spec/lock.ts';
import { findAgent } from '../agents/registry.ts';
import type { Container } from '../container.ts';
import { claim } from '../db/claim.ts';
import {
	buildStatus,
	findBuild,
	listStranded,
	markRunning,
	type BuildWithEntry,
} from '../db/build-repository.ts';
import { findCompetition } from '../db/competition-repository.ts';
import { sha256 } from '../random.ts';
import { settleBuilding } from '../usecases/builds/building.ts';
import { BUILD_QUEUE } from '../usecases/builds/deps.ts';
import { sendRescue } from '../usecases/builds/send-build.ts';
import { loadPack, type LoadedPack } from '../verify/pack-loader.ts';
import { artifactsFolder } from './artifacts-folder.ts';
import type { JobContext } from './queue.ts';
import { runBuild, type RunOptions } from './run-build.ts';
import { checkSeed } from './seed.ts';
import { createStoredBuild, tellStep } from './stored-build.ts';
import type { BuildJob, BuildStore } from './store.ts';
import type { AnyStep } from './step.ts';
import type { JobKind } from './worker.ts';

/** What this part of a worker needs; the container has it. */
export type BuildWorkerDeps = Pick<
	Container,
	'config' | 'db' | 'log' | 'now' | 'newId' | 'newSeed' | 'events' | 'packs' | 'queue' | 'sandbox'
>;

const CANCEL_LOOK_MS = 2_000;
const jobData = z.object({ buildId: z.string() });

/** Builds at a time as configured, of the cores there are. */
export const buildJobs = (container: BuildWorkerDeps, steps?: readonly AnyStep[]): JobKind => ({
	queue: BUILD_QUEUE,
	concurrency: container.config.buildConcurrency,
	handle: (data, context) => handleBuild(container, jobData.parse(data).buildId, context, steps),
});

/** Throws when the build must be gone on with elsewhere or later; the queue sees to that. */
export async function handleBuild(
	container: BuildWorkerDeps,
	buildId: string,
	{ signal }: Pick<JobContext, 'signal'>,
	steps?: readonly AnyStep[],
): Promise<void> {
	const claimed = await claim(container.db.url, `build ${buildId}`);
	if (!claimed) return;
	try {
		const build = await findBuild(container.db.prisma, buildId);
		if (!build || !(await markRunning(container.db.prisma, buildId, new Date(container.now())))) return;
		await runClaimed(container, build, AbortSignal.any([signal, claimed.signal]), steps);
		await settleBuilding(container, build.competitionId);
	} finally {
		await claimed.release();
	}
}

async function runClaimed(
	container: BuildWorkerDeps,
	build: BuildWithEntry,
	stopped: AbortSignal,
	steps?: readonly AnyStep[],
): Promise<void> {
	const store = createStoredBuild(container, build);
	const prepared = await prepare(container, build);
	if (!prepared.ok) return refuseBuild(store, prepared.why);
	const watch = watchCancel(container, build.id);
	const folder = path.join(container.config.dataDir, 'builds', build.id);
	await mkdir(folder, { recursive: true });
	try {
		await runBuild({
			job: prepared.job,
			store,
			now: container.now,
			onStep: (step) => (step === null ? Promise.resolve() : tellStep(container, build, step)),
			context: { ...prepared.context, folder, signal: AbortSignal.any([stopped, watch.signal]) },
			...(steps && { steps }),
		});
	} catch (error) {
		if (!watch.signal.aborted) throw error;
		await store.append([{ type: 'log', step: 'workspace', stream: 'system', text: 'Cancelled.' }]);
	} finally {
		watch.close();
	}
	await rm(folder, { recursive: true, force: true });
}

/** The platform cannot run this build at all: it ends as such, and nothing of it counts against the entry. */
async function refuseBuild(store: BuildStore, why: string): Promise<void> {
	const end = { outcome: 'infra_error' as const, summary: why };
	await store.finish({ ...end, events: [{ type: 'build.finished', ...end }] });
}

type Prepared =
	| { ok: true; job: BuildJob; context: Omit<RunOptions['context'], 'folder' | 'signal'> }
	| { ok: false; why: string };

async function prepare(container: BuildWorkerDeps, build: BuildWithEntry): Promise<Prepared> {
	const { config, db } = container;
	const competition = await findCompetition(db.prisma, build.competitionId);
	const { lock } = build;
	if (!competition || !lock || lockHash(lock, sha256) !== build.lockHash)
		return { ok: false, why: 'The lock of this entry does not hold what its hash says.' };
	const challenge = await challengeOf(container, lock);
	if (!challenge) return { ok: false, why: 'The challenge pack is not the one this entry was locked with.' };
	const agent = findAgent(build.agent);
	const missing = agent ? await agent.missing() : 'This agent is not installed.';
	if (!agent || missing !== null) return { ok: false, why: missing ?? '' };
	return {
		ok: true,
		job: {
			...{ id: build.id, attempt: build.attempt, lock },
			seed: checkSeed(competition.seed, build.lockHash),
		},
		context: {
			...{ challenge, agent },
			sandbox: await container.sandbox(),
			artifacts: artifactsFolder(config.dataDir),
			lanes: Math.max(1, Math.floor(availableParallelism() / config.buildConcurrency)),
			allowWeakSandbox: config.allowWeakSandbox,
		},
	};
}

const loaded = new Map<string, Promise<LoadedPack>>();

async function challengeOf(
	{ packs }: Pick<BuildWorkerDeps, 'packs'>,
	lock: LockDocument,
): Promise<LoadedPack | null> {
	const installed = packs.find(lock.challenge.slug);
	if (!installed || installed.hash !== lock.challenge.hash) return null;
	const known = loaded.get(installed.hash) ?? loadPack(installed.dir);
	loaded.set(installed.hash, known);
	known.catch(() => loaded.delete(installed.hash));
	return known;
}

/** Cancelling is a fact in the database, so that it reaches whichever process runs the build. */
function watchCancel({ db, log }: BuildWorkerDeps, buildId: string): { signal: AbortSignal; close(): void } {
	const cancelled = new AbortController();
	const look = async (): Promise<void> => {
		const status = await buildStatus(db.prisma, buildId);
		if (status === 'cancelled' || status === null) cancelled.abort(new Error('This build was cancelled.'));
	};
	const timer = setInterval(() => {
		look().catch((error: unknown) => log.warn('build status could not be read', { buildId, error }));
	}, CANCEL_LOOK_MS);
	timer.unref();
	return { signal: cancelled.signal, close: () => clearInterval(timer) };
}

/** Gives builds whose job is gone a new one; harmless when it was wrong about one. */
export async function rescueStranded(
	container: Pick<BuildWorkerDeps, 'db' | 'queue' | 'now' | 'log'>,
): Promise<void> {
	for (const buildId of await listStranded(container.db, BUILD_QUEUE)) {
		container.log.warn('a build had lost its job', { buildId });
		await sendRescue(container, buildId);
	}
}

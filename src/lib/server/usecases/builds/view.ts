// Builds as a viewer may see them: the list with the own place in the queue, and one build in full.
import type { BuildsView, BuildView, LockReceipt } from '../../../contract/build.ts';
import type { Reason } from '../../../contract/refusals.ts';
import { canonicalLock } from '../../../domain/spec/lock.ts';
import { buildsStartAt } from '../../../domain/round/deadline.ts';
import { ok, refuse, type Result } from '../../../domain/result.ts';
import {
	findLock,
	findVerification,
	listCompetitionBuilds,
	listSteps,
	recentDurations,
	type CompetitionBuild,
} from '../../db/build-repository.ts';
import { artifactOutput } from '../../pipeline/outputs.ts';
import { GIVEN_FILES } from '../../pipeline/workspace.ts';
import type { Deps } from '../deps.ts';
import type { Room } from '../room.ts';
import { isOwn, mayKnowOutcome, reaches, summaryOf } from './who-sees.ts';

const DURATIONS = 20;

export async function viewBuilds(deps: Deps, room: Room): Promise<Result<BuildsView, Reason>> {
	const { competition, visibility, round } = room;
	const all = await listCompetitionBuilds(deps.db.prisma, competition.id);
	const shown = all.filter((build) => reaches(visibility.buildProgress, room, build));
	const mine = all.filter((build) => isOwn(room, build));
	const newest = mine.reduce<CompetitionBuild | null>(
		(best, build) => (best === null || build.attempt > best.attempt ? build : best),
		null,
	);
	const position = newest && queuePosition(all, newest);
	return ok({
		builds: shown.map((build) =>
			summaryOf(
				room,
				build,
				all.filter((other) => other.entryId === build.entryId),
			),
		),
		startsAt: visibility.buildProgress === 'none' ? null : buildsStartAt(round),
		position,
		expectedAt: newest && (await expectedAt(deps, all, newest, position)),
		lock: newest && (await receiptOf(deps, newest.entryId)),
	});
}

const queuePosition = (all: readonly CompetitionBuild[], build: CompetitionBuild): number | null =>
	build.status === 'queued'
		? all.filter((other) => other.status === 'queued').findIndex((other) => other.id === build.id) + 1
		: null;

/** From how long the last builds took, and how many run side by side here. */
async function expectedAt(
	deps: Deps,
	all: readonly CompetitionBuild[],
	build: CompetitionBuild,
	position: number | null,
): Promise<number | null> {
	if (build.status !== 'queued' && build.status !== 'running') return null;
	const durations = await recentDurations(deps.db.prisma, build.agent, DURATIONS);
	if (durations.length === 0) return null;
	const typical = durations.sort((a, b) => a - b)[Math.floor(durations.length / 2)]!;
	const lanes = Math.max(1, all.filter((other) => other.status === 'running').length);
	const now = deps.now();
	if (position === null) return Math.max(now, (build.startedAt?.getTime() ?? now) + typical);
	return now + Math.ceil(position / lanes) * typical;
}

async function receiptOf(deps: Deps, entryId: string): Promise<LockReceipt | null> {
	const lock = await findLock(deps.db.prisma, entryId);
	if (!lock) return null;
	const { document, hash, lockedAt } = lock;
	return {
		...{ hash, lockedAt: lockedAt.getTime(), revision: document.spec.revision },
		decisions: document.decisions.length,
		requirementVersion: document.requirement.version,
		challenge: document.challenge,
		agent: document.agent,
		sandbox: document.sandbox,
		document: canonicalLock(document),
	};
}

/** The build of this competition that the viewer may know of. */
export async function findShown(
	deps: Deps,
	room: Room,
	buildId: string,
): Promise<{ build: CompetitionBuild; attempts: CompetitionBuild[] } | null> {
	const all = await listCompetitionBuilds(deps.db.prisma, room.competition.id);
	const build = all.find((candidate) => candidate.id === buildId);
	if (!build || !reaches(room.visibility.buildProgress, room, build)) return null;
	return { build, attempts: all.filter((other) => other.entryId === build.entryId) };
}

export async function viewBuild(deps: Deps, room: Room, buildId: string): Promise<Result<BuildView, Reason>> {
	const found = await findShown(deps, room, buildId);
	if (!found) return refuse('no-such-thing');
	const { build, attempts } = found;
	const { visibility } = room;
	return ok({
		build: summaryOf(room, build, attempts),
		own: isOwn(room, build),
		files: reaches(visibility.outputs, room, build) ? await filesOf(deps, build) : [],
		log: reaches(visibility.buildLogs, room, build),
		verdicts:
			reaches(visibility.checks, room, build) && mayKnowOutcome(room, build)
				? await verdictsOf(deps, room, build)
				: null,
	});
}

export async function filesOf(deps: Deps, build: Pick<CompetitionBuild, 'id'>): Promise<BuildView['files']> {
	const steps = await listSteps(deps.db.prisma, build.id);
	const artifact = artifactOutput.safeParse(steps.find((s) => s.step === 'artifact')?.output);
	const given = new Set<string>(GIVEN_FILES);
	return (artifact.data?.files ?? []).map(({ path, size }) => ({
		path,
		bytes: size,
		given: given.has(path),
	}));
}

async function verdictsOf(deps: Deps, room: Room, build: CompetitionBuild): Promise<BuildView['verdicts']> {
	const verification = await findVerification(deps.db.prisma, build.id);
	if (!verification) return null;
	const { hiddenCheckNames, seed } = room.visibility;
	const points = deps.packs.find(room.competition.challengeSlug)?.pack.choicePoints ?? [];
	return {
		summary: build.summary,
		checks: verification.checks.map((check, index) =>
			hiddenCheckNames
				? check
				: // What a check cites and says would give its name away.
					{ ...check, id: `check-${index + 1}`, title: null, cites: [], why: [], trace: [] },
		),
		fingerprints: verification.fingerprints.map((fingerprint) => {
			const point = points.find((p) => p.id === fingerprint.choicePointId);
			return {
				...fingerprint,
				title: point?.title ?? fingerprint.choicePointId,
				label: point?.alternatives.find((a) => a.id === fingerprint.alternativeId)?.label ?? null,
			};
		}),
		seed: seed ? verification.seed : null,
		sandboxLevel: verification.sandboxLevel,
	};
}

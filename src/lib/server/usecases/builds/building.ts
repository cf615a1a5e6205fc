// The building phase from the pipeline's side: lock when the specs are final, start, and move the round on when every
// entry has a finished build. Called by the clock and after every build; any number of callers at once do no harm.
import { findAgent } from '../../agents/registry.ts';
import { inTransaction } from '../../db/client.ts';
import { findCompetition, lockCompetition, type Competition } from '../../db/competition-repository.ts';
import {
	createBuild,
	hasEntriesToLock,
	listAttempts,
	listCompetitionBuilds,
} from '../../db/build-repository.ts';
import { changeRound } from '../room.ts';
import { buildsStartAt } from '../../../domain/round/deadline.ts';
import type { BuildDeps } from './deps.ts';
import { lockEntries, type LockTerms } from './lock-entries.ts';
import { sendBuild } from './send-build.ts';

/** How often the clock looks at a round that is building. */
const LOOK_MS = 2_000;
/** Builds may still start although a facilitator has moved on. */
const STARTS_IN: ReadonlySet<string> = new Set(['building', 'reviewing']);

/** Returns when to look again, epoch ms; null when the pipeline has nothing to do in this round. */
export async function settleBuilding(deps: BuildDeps, competitionId: string): Promise<number | null> {
	const competition = await findCompetition(deps.db.prisma, competitionId);
	if (!competition || !STARTS_IN.has(competition.round.phase)) return null;
	const startAt = buildsStartAt(competition.round);
	if (startAt === null) return null;
	if (deps.now() <= startAt) return startAt + 1;
	await startBuilds(deps, competition);
	if (competition.round.phase !== 'building') return null;
	const builds = await listCompetitionBuilds(deps.db.prisma, competitionId);
	const isOver = builds.every(({ status }) => status === 'finished' || status === 'cancelled');
	if (!isOver) return deps.now() + LOOK_MS;
	const moved = await changeRound(deps, {
		competitionId,
		command: { type: 'buildsFinished' },
		by: { actor: 'pipeline', actorName: 'Pipeline', reason: null },
	});
	return moved.ok || moved.reason === 'wrong-phase' ? null : deps.now() + LOOK_MS;
}

/** Locks what is not locked and queues its first build, in one transaction: a crash leaves all of it or nothing. */
export async function startBuilds(deps: BuildDeps, { id }: Pick<Competition, 'id'>): Promise<void> {
	if (!(await hasEntriesToLock(deps.db.prisma, id))) return;
	const { level } = await deps.sandbox();
	await inTransaction(deps.db, async (tx) => {
		const competition = await lockCompetition(tx, id);
		if (!competition) return;
		const now = deps.now();
		const startAt = buildsStartAt(competition.round);
		if (!STARTS_IN.has(competition.round.phase) || startAt === null || now <= startAt) return;
		const terms = await termsOf(deps, competition, level);
		for (const entry of await lockEntries(tx, competition, terms, now)) {
			const attempt = ((await listAttempts(tx, entry.id)).at(-1)?.attempt ?? 0) + 1;
			const buildId = deps.newId();
			const agent = competition.agent;
			await createBuild(tx, { id: buildId, entryId: entry.id, attempt, agent, queuedAt: new Date(now) });
			await sendBuild(deps, tx, buildId);
			const { participantId } = entry;
			await deps.events.append(tx, id, [
				{ type: 'build.progress', participantId, buildId, step: null, status: 'queued', outcome: null },
			]);
		}
	});
}

/** The pack or the agent a competition was set up with is not here any more. */
export class BuildTermsError extends Error {
	override readonly name = 'BuildTermsError';
}

async function termsOf(
	deps: BuildDeps,
	competition: Competition,
	sandbox: LockTerms['sandbox'],
): Promise<LockTerms> {
	const installed = deps.packs.find(competition.challengeSlug);
	if (!installed) throw new BuildTermsError(`The challenge ${competition.challengeSlug} is not installed.`);
	const agent = findAgent(competition.agent);
	if (!agent) throw new BuildTermsError(`The agent ${competition.agent} is not installed.`);
	const { slug, version } = installed.pack;
	return {
		challenge: { slug, version, hash: installed.hash },
		agent: await agent.describe(),
		sandbox,
	};
}

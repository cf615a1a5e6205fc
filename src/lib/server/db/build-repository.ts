// Builds with their steps and events. Event numbers come from the build's row, so there is never a gap.
import type { Addition } from '../../domain/build/addition.ts';
import type { BuildEvent, BuildStep } from '../../domain/build/event.ts';
import type { BuildOutcome } from '../../domain/build/outcome.ts';
import { isOwnOutcome } from '../../domain/build/outcome.ts';
import type { Verification } from '../../domain/build/verification.ts';
import type { LockDocument } from '../../domain/spec/lock.ts';
import { isUniqueViolation, type Database, type Querier, type Transaction } from './client.ts';
import { Prisma } from './generated/client.ts';

export type BuildStatus = 'queued' | 'running' | 'finished' | 'cancelled';

export interface Build {
	id: string;
	entryId: string;
	attempt: number;
	agent: string;
	status: BuildStatus;
	outcome: BuildOutcome | null;
	summary: string;
	queuedAt: Date;
	startedAt: Date | null;
	finishedAt: Date | null;
	artifactHash: string | null;
}

const json = (value: unknown): Prisma.InputJsonValue => value as Prisma.InputJsonValue;

const FIELDS = {
	id: true,
	entryId: true,
	attempt: true,
	agent: true,
	status: true,
	outcome: true,
	summary: true,
	queuedAt: true,
	startedAt: true,
	finishedAt: true,
	artifactHash: true,
} as const;

const toBuild = <T extends { status: string; outcome: string | null }>(row: T) => ({
	...row,
	status: row.status as BuildStatus,
	outcome: row.outcome as BuildOutcome | null,
});

export async function createBuild(
	tx: Transaction,
	build: { id: string; entryId: string; attempt: number; agent: string; queuedAt: Date },
): Promise<void> {
	await tx.build.create({ data: { ...build, status: 'queued' } });
	await appendBuildEvents(tx, build.id, build.queuedAt, [{ type: 'build.queued' }]);
}

export interface BuildWithEntry extends Build {
	competitionId: string;
	participantId: string;
	lock: LockDocument | null;
	lockHash: string | null;
}

export async function findBuild(q: Querier, id: string): Promise<BuildWithEntry | null> {
	const row = await q.build.findUnique({
		where: { id },
		select: {
			...FIELDS,
			entry: { select: { competitionId: true, participantId: true, lock: true, lockHash: true } },
		},
	});
	if (!row) return null;
	const { entry, ...build } = row;
	return { ...toBuild(build), ...entry, lock: entry.lock as unknown as LockDocument | null };
}

export async function buildStatus(q: Querier, id: string): Promise<BuildStatus | null> {
	const row = await q.build.findUnique({ where: { id }, select: { status: true } });
	return (row?.status ?? null) as BuildStatus | null;
}

/** False when the build was cancelled or is finished. */
export async function markRunning(q: Querier, id: string, at: Date): Promise<boolean> {
	await q.build.updateMany({ where: { id, startedAt: null }, data: { startedAt: at } });
	const { count } = await q.build.updateMany({
		where: { id, status: { in: ['queued', 'running'] } },
		data: { status: 'running' },
	});
	return count === 1;
}

/** False when it is over already. */
export async function markCancelled(q: Querier, id: string, at: Date): Promise<boolean> {
	const { count } = await q.build.updateMany({
		where: { id, status: { in: ['queued', 'running'] } },
		data: { status: 'cancelled', finishedAt: at },
	});
	return count === 1;
}

export async function markFinished(
	q: Querier,
	id: string,
	end: { outcome: BuildOutcome; summary: string; at: Date },
): Promise<boolean> {
	const { count } = await q.build.updateMany({
		where: { id, status: 'running' },
		data: { status: 'finished', outcome: end.outcome, summary: end.summary, finishedAt: end.at },
	});
	return count === 1;
}

/** Numbers of the events, in order. */
export async function appendBuildEvents(
	q: Querier,
	buildId: string,
	at: Date,
	events: readonly BuildEvent[],
): Promise<number[]> {
	if (events.length === 0) return [];
	const rows = await q.$queryRaw<{ seq: number }[]>`
		WITH b AS (UPDATE "Build" SET seq = seq + ${events.length} WHERE id = ${buildId} RETURNING id, seq)
		INSERT INTO "BuildEvent" ("buildId", seq, at, type, payload)
		SELECT b.id, b.seq - ${events.length} + e.n, ${at}, e.event ->> 'type', e.event
		FROM b, jsonb_array_elements(${JSON.stringify(events)}::jsonb) WITH ORDINALITY AS e(event, n)
		RETURNING seq`;
	if (rows.length !== events.length) throw new Error(`No build ${buildId} to append events to.`);
	return rows.map((row) => row.seq).sort((a, b) => a - b);
}

export interface StoredBuildEvent {
	seq: number;
	at: Date;
	event: BuildEvent;
}

/** Events after `seq`, in order. */
export async function listBuildEvents(
	q: Querier,
	buildId: string,
	after: number,
	take: number,
): Promise<StoredBuildEvent[]> {
	const rows = await q.buildEventRow.findMany({
		where: { buildId, seq: { gt: after } },
		orderBy: { seq: 'asc' },
		take,
	});
	return rows.map(({ seq, at, payload }) => ({ seq, at, event: payload as unknown as BuildEvent }));
}

export interface StoredStep {
	step: BuildStep;
	output: unknown;
	startedAt: Date;
	finishedAt: Date;
}

export async function listSteps(q: Querier, buildId: string): Promise<StoredStep[]> {
	const rows = await q.buildStepOutput.findMany({ where: { buildId } });
	return rows.map((row) => ({ ...row, step: row.step as BuildStep }));
}

/** False when this step has an output already. A violated key spoils the transaction: roll it back. */
export async function saveStep(tx: Transaction, buildId: string, step: StoredStep): Promise<boolean> {
	try {
		await tx.buildStepOutput.create({ data: { buildId, ...step, output: json(step.output) } });
		return true;
	} catch (error) {
		if (isUniqueViolation(error)) return false;
		throw error;
	}
}

export async function setArtifact(q: Querier, id: string, artifactHash: string): Promise<void> {
	await q.build.update({ where: { id }, data: { artifactHash } });
}

export async function setUsage(q: Querier, id: string, usage: unknown): Promise<void> {
	await q.build.update({ where: { id }, data: { usage: json(usage) } });
}

export async function setVerification(q: Querier, id: string, verification: Verification): Promise<void> {
	await q.build.update({ where: { id }, data: { verification: json(verification) } });
}

export async function findVerification(q: Querier, id: string): Promise<Verification | null> {
	const row = await q.build.findUnique({ where: { id }, select: { verification: true } });
	return (row?.verification ?? null) as unknown as Verification | null;
}

export async function setAnalysis(q: Querier, entryId: string, analysis: unknown): Promise<void> {
	await q.entry.update({ where: { id: entryId }, data: { analysis: json(analysis) } });
}

export async function saveAdditions(
	q: Querier,
	build: { id: string; entryId: string },
	additions: readonly Addition[],
): Promise<void> {
	await q.addition.createMany({
		data: additions.map(({ span, evidence, ...addition }) => ({
			...addition,
			buildId: build.id,
			entryId: build.entryId,
			evidence: json(evidence),
			spanStart: span?.start ?? null,
			spanEnd: span?.end ?? null,
			spanQuote: span?.quote ?? null,
		})),
	});
}

export interface ScoreRow {
	id: string;
	criterion: string;
	judge: string;
	value: number;
	evidence: unknown;
}

export async function saveCheckScores(
	q: Querier,
	entryId: string,
	at: Date,
	scores: readonly ScoreRow[],
): Promise<void> {
	await q.score.createMany({
		data: scores.map((score) => ({
			...score,
			entryId,
			source: 'check',
			evidence: json(score.evidence),
			createdAt: at,
		})),
	});
}

/** True when an earlier attempt has an outcome of the entry's own: that one counts, whatever comes later. */
export async function hasEarlierOwnOutcome(
	q: Querier,
	{ entryId, attempt }: Pick<Build, 'entryId' | 'attempt'>,
): Promise<boolean> {
	const rows = await q.build.findMany({
		where: { entryId, attempt: { lt: attempt }, status: 'finished' },
		select: { outcome: true },
	});
	return rows.some(({ outcome }) => outcome !== null && isOwnOutcome(outcome as BuildOutcome));
}

/** All attempts of an entry, the first first. */
export async function listAttempts(q: Querier, entryId: string): Promise<Build[]> {
	const rows = await q.build.findMany({ where: { entryId }, select: FIELDS, orderBy: { attempt: 'asc' } });
	return rows.map(toBuild);
}

export interface CompetitionBuild extends Build {
	participantId: string;
	alias: string;
	presentingOrder: number | null;
	/** Finished steps. */
	steps: { step: BuildStep; startedAt: Date; finishedAt: Date }[];
}

/** The builds of everybody who is in the room, in the order they were queued. */
export async function listCompetitionBuilds(q: Querier, competitionId: string): Promise<CompetitionBuild[]> {
	const rows = await q.build.findMany({
		where: { entry: { competitionId, participant: { removedAt: null, mergedIntoId: null } } },
		select: {
			...FIELDS,
			entry: { select: { participantId: true, alias: true, presentingOrder: true } },
			steps: { select: { step: true, startedAt: true, finishedAt: true } },
		},
		orderBy: [{ queuedAt: 'asc' }, { id: 'asc' }],
	});
	return rows.map(({ entry, steps, ...row }) => ({
		...toBuild(row),
		...entry,
		steps: steps.map((s) => ({ ...s, step: s.step as BuildStep })),
	}));
}

export interface EntryToLock {
	id: string;
	participantId: string;
	alias: string;
	specText: string;
	revision: number;
	predictions: { text: string; choicePointId: string | null }[];
}

/** Entries whose spec is final and that have no lock yet, in the order of their labels, which were drawn at random. */
export async function listEntriesToLock(tx: Transaction, competitionId: string): Promise<EntryToLock[]> {
	return tx.entry.findMany({
		where: {
			...{ competitionId, lockedAt: null, specLockedAt: { not: null } },
			participant: { removedAt: null, mergedIntoId: null },
		},
		select: {
			...{ id: true, participantId: true, alias: true, specText: true, revision: true },
			predictions: { orderBy: { position: 'asc' }, select: { text: true, choicePointId: true } },
		},
		orderBy: { alias: 'asc' },
	});
}

export async function saveLock(
	tx: Transaction,
	entryId: string,
	lock: { document: LockDocument; hash: string; at: Date },
): Promise<void> {
	await tx.entry.update({
		where: { id: entryId },
		data: { lock: json(lock.document), lockHash: lock.hash, lockedAt: lock.at },
	});
}

export async function findLock(
	q: Querier,
	entryId: string,
): Promise<{ document: LockDocument; hash: string; lockedAt: Date } | null> {
	const row = await q.entry.findUnique({
		where: { id: entryId },
		select: { lock: true, lockHash: true, lockedAt: true },
	});
	return row?.lock && row.lockHash && row.lockedAt
		? { document: row.lock as unknown as LockDocument, hash: row.lockHash, lockedAt: row.lockedAt }
		: null;
}

/** Takes every lock of a competition off and cancels what was queued under it; returns the cancelled builds' ids. */
export async function unlockEntries(tx: Transaction, competitionId: string, at: Date): Promise<string[]> {
	const builds = await tx.build.findMany({
		where: { entry: { competitionId }, status: { in: ['queued', 'running'] } },
		select: { id: true },
	});
	for (const { id } of builds) await markCancelled(tx, id, at);
	await tx.entry.updateMany({
		where: { competitionId, lockedAt: { not: null } },
		data: { lock: Prisma.DbNull, lockHash: null, lockedAt: null },
	});
	return builds.map((build) => build.id);
}

/** Makes the clock look at a competition at `at` at the latest. */
export async function lookAgainAt(q: Querier, competitionId: string, at: Date): Promise<void> {
	await q.$executeRaw`UPDATE "Competition" SET "dueAt" = LEAST(COALESCE("dueAt", ${at}), ${at}) WHERE id = ${competitionId}`;
}

/** Unfinished builds without a job that would run them: lost with a worker that died too often. */
export async function listStranded(db: Database, queue: string): Promise<string[]> {
	const { rows } = await db.pool.query<{ id: string }>(
		`SELECT b.id FROM "Build" b WHERE b.status IN ('queued', 'running') AND NOT EXISTS (
			SELECT 1 FROM pgboss.job j WHERE j.name = $1 AND j.data ->> 'buildId' = b.id
				AND j.state IN ('created', 'retry', 'active'))`,
		[queue],
	);
	return rows.map((row) => row.id);
}

/** Milliseconds each of the last finished builds took, newest first. */
export async function recentDurations(q: Querier, agent: string, take: number): Promise<number[]> {
	const rows = await q.build.findMany({
		where: { agent, status: 'finished', startedAt: { not: null }, finishedAt: { not: null } },
		select: { startedAt: true, finishedAt: true },
		orderBy: { finishedAt: 'desc' },
		take,
	});
	return rows.map((row) => row.finishedAt!.getTime() - row.startedAt!.getTime());
}

/** True when an entry with a final spec waits for its lock. */
export async function hasEntriesToLock(q: Querier, competitionId: string): Promise<boolean> {
	const row = await q.entry.findFirst({
		where: {
			...{ competitionId, lockedAt: null, specLockedAt: { not: null } },
			participant: { removedAt: null, mergedIntoId: null },
		},
		select: { id: true },
	});
	return row !== null;
}

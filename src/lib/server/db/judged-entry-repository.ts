// Entries with everything that judging, results and debrief look at, in few queries for the whole room.
import type { Decision } from '../../domain/challenge/decision.ts';
import { countingAttempt, type BuildOutcome } from '../../domain/build/outcome.ts';
import type { Verification } from '../../domain/build/verification.ts';
import type { Analysis } from '../../domain/analysis/types.ts';
import type { CriterionId } from '../../domain/challenge/pack.ts';
import type { Score, ScoreEvidence, ScoreSource } from '../../domain/judging/scores.ts';
import { toAdditions, type LabelledAddition } from './addition-repository.ts';
import { toDecision } from './decision-repository.ts';
import type { Querier } from './client.ts';
import type { Prisma } from './generated/client.ts';

export interface CountingBuild {
	id: string;
	attempt: number;
	outcome: BuildOutcome;
	summary: string;
	/** What the agent left behind; empty when nothing was collected. */
	files: { path: string; bytes: number }[];
	/** Where the collected files lie among the artifacts. */
	artifactHash: string | null;
	verification: Verification | null;
	additions: LabelledAddition[];
}

export interface JudgedEntry {
	id: string;
	participantId: string;
	author: string;
	alias: string;
	spec: string;
	specHash: string | null;
	wordCount: number;
	presentingOrder: number | null;
	reviewDoneAt: Date | null;
	analysis: Analysis | null;
	decisions: Decision[];
	predictions: { id: string; text: string; additionId: string | null }[];
	/** The first attempt with an outcome of the entry's own; null: none. */
	build: CountingBuild | null;
	/** Outcome of the newest attempt, also when it does not count. */
	lastOutcome: BuildOutcome | null;
	scores: Score[];
}

const INCLUDE = {
	participant: { select: { name: true } },
	decisions: true,
	predictions: { orderBy: { position: 'asc' } },
	builds: {
		include: { additions: true, steps: { where: { step: 'artifact' }, select: { output: true } } },
		orderBy: { attempt: 'asc' },
	},
	scores: { orderBy: { createdAt: 'asc' } },
} as const;

/** Entries of people who are in the room, by label. */
export async function listJudgedEntries(q: Querier, competitionId: string): Promise<JudgedEntry[]> {
	const rows = await q.entry.findMany({
		where: { competitionId, participant: { removedAt: null, mergedIntoId: null } },
		include: INCLUDE,
		orderBy: { alias: 'asc' },
	});
	return rows.map(toEntry);
}

export async function findJudgedEntry(q: Querier, participantId: string): Promise<JudgedEntry | null> {
	const row = await q.entry.findUnique({ where: { participantId }, include: INCLUDE });
	return row && toEntry(row);
}

type Row = Prisma.EntryGetPayload<{ include: typeof INCLUDE }>;

function toEntry(row: Row): JudgedEntry {
	const attempts = row.builds.map((b) => ({ ...b, outcome: b.outcome as BuildOutcome | null }));
	const counting = countingAttempt(attempts);
	return {
		id: row.id,
		participantId: row.participantId,
		author: row.participant.name,
		alias: row.alias,
		spec: row.specText,
		specHash: row.specHash,
		wordCount: row.wordCount,
		presentingOrder: row.presentingOrder,
		reviewDoneAt: row.reviewDoneAt,
		analysis: row.analysis as Analysis | null,
		decisions: row.decisions.map(toDecision),
		predictions: row.predictions.map(({ id, text, additionId }) => ({ id, text, additionId })),
		build: counting && toBuild({ ...counting, outcome: counting.outcome! }),
		lastOutcome: attempts.at(-1)?.outcome ?? null,
		scores: row.scores.map((s) => ({
			entryId: row.id,
			criterion: s.criterion as CriterionId,
			source: s.source as ScoreSource,
			judge: s.judge,
			value: s.value,
			evidence: s.evidence as unknown as ScoreEvidence[],
			at: s.createdAt.getTime(),
		})),
	};
}

const toBuild = (b: Row['builds'][number] & { outcome: BuildOutcome }): CountingBuild => ({
	id: b.id,
	attempt: b.attempt,
	outcome: b.outcome,
	summary: b.summary,
	files: filesOf(b.steps[0]?.output),
	artifactHash: b.artifactHash,
	verification: b.verification as Verification | null,
	additions: toAdditions(b.additions),
});

/** The collected artifact's files; the git history is the build page's, not a reader's. */
function filesOf(output: unknown): { path: string; bytes: number }[] {
	const files = (output as { files?: { path: string; size: number }[] } | undefined)?.files ?? [];
	return files.filter((f) => !f.path.startsWith('.git/')).map(({ path, size }) => ({ path, bytes: size }));
}

export async function setPresentingOrder(q: Querier, entryIds: readonly string[]): Promise<void> {
	for (const [presentingOrder, id] of entryIds.entries())
		await q.entry.update({ where: { id }, data: { presentingOrder } });
}

/** False when nothing changed. */
export async function setReviewDone(q: Querier, entryId: string, at: Date | null): Promise<boolean> {
	const { count } = await q.entry.updateMany({
		where: { id: entryId, reviewDoneAt: at === null ? { not: null } : null },
		data: { reviewDoneAt: at },
	});
	return count === 1;
}

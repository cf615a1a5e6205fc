// Decisions at choice points, one per entry and choice point. Saving is one statement.
import type { Confidence, Decision } from '../../domain/challenge/decision.ts';
import type { Database, Querier } from './client.ts';
import type { Prisma } from './generated/client.ts';

export interface StoredDecision extends Decision {
	version: number;
	decidedAt: Date;
}

export interface Deciding {
	entryId: string;
	decisions: StoredDecision[];
	doneAt: Date | null;
}

type Row = Prisma.DecisionGetPayload<object>;

export const toDecision = (row: Row): StoredDecision => ({
	choicePointId: row.choicePointId,
	choice:
		row.kind === 'alternative' && row.alternativeId !== null
			? {
					kind: 'alternative',
					alternativeId: row.alternativeId,
					parameters: row.parameters as Record<string, number>,
				}
			: { kind: 'delegated' },
	rationale: row.rationale,
	rejected: row.rejected,
	confidence: row.confidence as Confidence | null,
	span:
		row.spanStart !== null && row.spanEnd !== null && row.spanQuote !== null
			? { start: row.spanStart, end: row.spanEnd, quote: row.spanQuote }
			: null,
	version: row.version,
	decidedAt: row.decidedAt,
});

export async function findDeciding(q: Querier, participantId: string): Promise<Deciding | null> {
	const row = await q.entry.findUnique({
		where: { participantId },
		select: { id: true, decisionsDoneAt: true, decisions: { orderBy: { choicePointId: 'asc' } } },
	});
	return row && { entryId: row.id, doneAt: row.decisionsDoneAt, decisions: row.decisions.map(toDecision) };
}

/** Decisions of one entry, by choice point. */
export async function listDecisions(q: Querier, entryId: string): Promise<StoredDecision[]> {
	const rows = await q.decision.findMany({ where: { entryId }, orderBy: { choicePointId: 'asc' } });
	return rows.map(toDecision);
}

export interface DecisionRow {
	competitionVersion: number;
	participantId: string;
	decision: Decision;
	/** 0: the first answer. */
	baseVersion: number;
	at: Date;
}

const SAVE = `
WITH e AS (
	SELECT id FROM "Entry" WHERE "participantId" = $1 AND "lockedAt" IS NULL
		AND EXISTS (SELECT 1 FROM "Competition" c WHERE c.id = "competitionId" AND c.version = $2)
	FOR NO KEY UPDATE
)
INSERT INTO "Decision" AS d ("entryId", "choicePointId", kind, "alternativeId", parameters, rationale, rejected,
	confidence, "spanStart", "spanEnd", "spanQuote", "decidedAt", version)
SELECT e.id, $4, $5, $6, $7::jsonb, $8, $9, $10, $11, $12, $13, $14, 1 FROM e
WHERE $3 = 0 OR EXISTS (SELECT 1 FROM "Decision" x WHERE x."entryId" = e.id AND x."choicePointId" = $4)
ON CONFLICT ("entryId", "choicePointId") DO UPDATE SET
	kind = EXCLUDED.kind, "alternativeId" = EXCLUDED."alternativeId", parameters = EXCLUDED.parameters,
	rationale = EXCLUDED.rationale, rejected = EXCLUDED.rejected, confidence = EXCLUDED.confidence,
	"spanStart" = EXCLUDED."spanStart", "spanEnd" = EXCLUDED."spanEnd", "spanQuote" = EXCLUDED."spanQuote",
	"decidedAt" = EXCLUDED."decidedAt", version = d.version + 1
WHERE d.version = $3
RETURNING version`;

/** The new version; null when any condition failed. The row lock of the entry orders it against the build lock. */
export async function saveDecision(db: Database, row: DecisionRow): Promise<number | null> {
	const { choice, span, ...decision } = row.decision;
	const chosen = choice.kind === 'alternative' ? choice : { alternativeId: null, parameters: {} };
	const { rows } = await db.pool.query<{ version: number }>(SAVE, [
		row.participantId,
		row.competitionVersion,
		row.baseVersion,
		decision.choicePointId,
		choice.kind,
		chosen.alternativeId,
		JSON.stringify(chosen.parameters),
		decision.rationale,
		decision.rejected,
		decision.confidence,
		span?.start ?? null,
		span?.end ?? null,
		span?.quote ?? null,
		row.at,
	]);
	return rows[0]?.version ?? null;
}

// Entries: one participant's work in the round.
import type { Querier } from './client.ts';

/** The blind label of a participant's entry; null for observers. */
export async function findEntryAlias(q: Querier, participantId: string): Promise<string | null> {
	const row = await q.entry.findUnique({ where: { participantId }, select: { alias: true } });
	return row?.alias ?? null;
}

export async function createEntry(
	q: Querier,
	entry: { id: string; competitionId: string; participantId: string; alias: string },
): Promise<void> {
	await q.entry.create({ data: entry });
}

export async function listAliases(q: Querier, competitionId: string): Promise<string[]> {
	const rows = await q.entry.findMany({ where: { competitionId }, select: { alias: true } });
	return rows.map((row) => row.alias);
}

/** Phases an author can finish before the clock does, and where that is kept. */
const DONE_COLUMN = { deciding: 'decisionsDoneAt', predicting: 'predictionsDoneAt' } as const;
export type FinishablePhase = keyof typeof DONE_COLUMN;

/** False when nothing changed. */
export async function setDone(
	q: Querier,
	participantId: string,
	phase: FinishablePhase,
	at: Date | null,
): Promise<boolean> {
	const column = DONE_COLUMN[phase];
	const { count } = await q.entry.updateMany({
		where: { participantId, lockedAt: null, [column]: at === null ? { not: null } : null },
		data: { [column]: at },
	});
	return count === 1;
}

/** Entries in the round: those of people who are in the room. */
export async function countEntries(q: Querier, competitionId: string): Promise<number> {
	return q.entry.count({ where: { competitionId, participant: { removedAt: null, mergedIntoId: null } } });
}

export async function findEntryByAlias(
	q: Querier,
	competitionId: string,
	alias: string,
): Promise<{ id: string; participantId: string } | null> {
	return q.entry.findUnique({
		where: { competitionId_alias: { competitionId, alias } },
		select: { id: true, participantId: true },
	});
}

// What a facilitator does to the people of a competition: rename, remove, let in again, merge duplicates.
import type { Querier } from './client.ts';

export interface RosterEntry {
	/** Text was saved or something was decided. */
	hasWork: boolean;
	isLocked: boolean;
}

export async function renameParticipant(q: Querier, id: string, name: string): Promise<void> {
	await q.participant.update({ where: { id }, data: { name } });
}

export async function setRemoved(q: Querier, id: string, removedAt: Date | null): Promise<void> {
	await q.participant.update({ where: { id }, data: { removedAt } });
}

/** Whether somebody else in the room already has this name; case does not matter. */
export async function isNameTaken(
	q: Querier,
	competitionId: string,
	name: string,
	exceptId: string,
): Promise<boolean> {
	const row = await q.participant.findFirst({
		where: {
			competitionId,
			removedAt: null,
			mergedIntoId: null,
			id: { not: exceptId },
			name: { equals: name, mode: 'insensitive' },
		},
		select: { id: true },
	});
	return row !== null;
}

export async function listRemoved(q: Querier, competitionId: string) {
	const rows = await q.participant.findMany({
		where: { competitionId, removedAt: { not: null }, mergedIntoId: null },
		select: { id: true, name: true, removedAt: true },
		orderBy: { removedAt: 'desc' },
	});
	return rows.flatMap(({ id, name, removedAt }) =>
		removedAt ? [{ participantId: id, name, removedAt: removedAt.getTime() }] : [],
	);
}

export async function findRosterEntry(q: Querier, participantId: string): Promise<RosterEntry | null> {
	const row = await q.entry.findUnique({
		where: { participantId },
		select: { revision: true, lockedAt: true, _count: { select: { decisions: true } } },
	});
	if (!row) return null;
	return {
		hasWork: row.revision > 0 || row._count.decisions > 0,
		isLocked: row.lockedAt !== null,
	};
}

/** Marks a participant as merged; those merged into them earlier follow. */
export async function setMergedInto(q: Querier, id: string, intoId: string): Promise<void> {
	await q.participant.updateMany({ where: { mergedIntoId: id }, data: { mergedIntoId: intoId } });
	await q.participant.update({ where: { id }, data: { mergedIntoId: intoId } });
}

/** Names of everybody who ever took part, also of those who left. */
export async function listNames(q: Querier, competitionId: string): Promise<Map<string, string>> {
	const rows = await q.participant.findMany({ where: { competitionId }, select: { id: true, name: true } });
	return new Map(rows.map(({ id, name }) => [id, name]));
}

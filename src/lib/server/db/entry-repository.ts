// Entries: one participant's work in the round.
import type { Querier } from './client.ts';

/** The blind label of a participant's entry; null for observers. */
export async function findEntryAlias(q: Querier, participantId: string): Promise<string | null> {
	const row = await q.entry.findUnique({ where: { participantId }, select: { alias: true } });
	return row?.alias ?? null;
}

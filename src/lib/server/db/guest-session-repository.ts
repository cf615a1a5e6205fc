// Guests' resume tokens, keyed by their SHA-256, and the look-up of a recovery code.
import type { Querier } from './client.ts';

export interface Guest {
	participantId: string;
	competitionId: string;
}

export async function insertGuestSession(
	q: Querier,
	row: { tokenHash: string; participantId: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
	await q.guestSession.create({ data: row });
}

/** Whom a token of this competition stands for; a merged guest is the one they were merged into. */
export async function findGuest(
	q: Querier,
	tokenHash: string,
	code: string,
	now: Date,
): Promise<Guest | null> {
	const row = await q.guestSession.findFirst({
		where: { tokenHash, expiresAt: { gt: now }, participant: { competition: { code } } },
		select: { participant: { select: { id: true, competitionId: true, mergedIntoId: true } } },
	});
	if (!row) return null;
	const { id, competitionId, mergedIntoId } = row.participant;
	return { participantId: mergedIntoId ?? id, competitionId };
}

export async function deleteGuestSession(q: Querier, tokenHash: string): Promise<void> {
	await q.guestSession.deleteMany({ where: { tokenHash } });
}

export async function deleteGuestSessionsOf(q: Querier, participantId: string): Promise<void> {
	await q.guestSession.deleteMany({ where: { participantId } });
}

/** The guest of a competition whose recovery code has this hash; a removed one is not found, a merged one is followed. */
export async function findGuestByRecoveryCode(
	q: Querier,
	competitionId: string,
	recoveryCodeHash: string,
): Promise<Guest | null> {
	const row = await q.participant.findFirst({
		where: { competitionId, recoveryCodeHash, removedAt: null },
		select: { id: true, mergedIntoId: true },
	});
	return row && { participantId: row.mergedIntoId ?? row.id, competitionId };
}

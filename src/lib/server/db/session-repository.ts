// Facilitators' sessions, keyed by the SHA-256 of their id.
import { isMissingRow, type Querier } from './client.ts';
import type { Facilitator } from './facilitator-repository.ts';

export interface StoredSession {
	idHash: string;
	facilitatorId: string;
	expiresAt: Date;
}

export async function insertSession(q: Querier, session: StoredSession): Promise<void> {
	await q.facilitatorSession.create({ data: session });
}

export async function findSession(
	q: Querier,
	idHash: string,
): Promise<{ session: StoredSession; facilitator: Facilitator } | null> {
	const row = await q.facilitatorSession.findUnique({
		where: { idHash },
		include: { facilitator: { select: { id: true, email: true, name: true } } },
	});
	if (!row) return null;
	const { facilitator, facilitatorId, expiresAt } = row;
	return { session: { idHash, facilitatorId, expiresAt }, facilitator };
}

export async function listSessions(q: Querier, facilitatorId: string): Promise<StoredSession[]> {
	return q.facilitatorSession.findMany({
		where: { facilitatorId },
		select: { idHash: true, facilitatorId: true, expiresAt: true },
	});
}

/** Nothing happens when the session was ended meanwhile. */
export async function extendSession(q: Querier, idHash: string, expiresAt: Date): Promise<void> {
	await q.facilitatorSession.update({ where: { idHash }, data: { expiresAt } }).catch((error: unknown) => {
		if (!isMissingRow(error)) throw error;
	});
}

export async function deleteSession(q: Querier, idHash: string): Promise<void> {
	await q.facilitatorSession.deleteMany({ where: { idHash } });
}

export async function deleteSessionsOf(q: Querier, facilitatorId: string): Promise<void> {
	await q.facilitatorSession.deleteMany({ where: { facilitatorId } });
}

/** Ended sessions, guests' included, and used or expired links. */
export async function deleteExpired(q: Querier, now: Date): Promise<void> {
	await q.facilitatorSession.deleteMany({ where: { expiresAt: { lte: now } } });
	await q.guestSession.deleteMany({ where: { expiresAt: { lte: now } } });
	await q.facilitatorInvitation.deleteMany({ where: { expiresAt: { lte: now } } });
}

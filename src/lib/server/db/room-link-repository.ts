// Links that open one part of one competition, keyed by the SHA-256 of their token.
import type { Querier } from './client.ts';

export type RoomLinkKind = 'stage' | 'co-facilitator';

export async function insertRoomLink(
	q: Querier,
	link: { tokenHash: string; competitionId: string; kind: RoomLinkKind; createdAt: Date; expiresAt: Date },
): Promise<void> {
	await q.roomLink.create({ data: link });
}

/** The competition that a link of this kind opens at `now`, or null. */
export async function findRoomLink(
	q: Querier,
	tokenHash: string,
	kind: RoomLinkKind,
	now: Date,
): Promise<string | null> {
	const row = await q.roomLink.findFirst({
		where: { tokenHash, kind, expiresAt: { gt: now } },
		select: { competitionId: true },
	});
	return row?.competitionId ?? null;
}

export async function deleteRoomLinks(q: Querier, competitionId: string, kind: RoomLinkKind): Promise<void> {
	await q.roomLink.deleteMany({ where: { competitionId, kind } });
}

/** Consumes a link that works once; false when somebody else used it first. */
export async function deleteRoomLink(q: Querier, tokenHash: string): Promise<boolean> {
	const { count } = await q.roomLink.deleteMany({ where: { tokenHash } });
	return count === 1;
}

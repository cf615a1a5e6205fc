// Guests of a competition: participants and observers, and their device sessions.
import type { Querier } from './client.ts';

export interface Participant {
	id: string;
	competitionId: string;
	name: string;
	role: 'participant' | 'observer';
	joinedAt: Date;
	lastSeenAt: Date;
	removedAt: Date | null;
	mergedIntoId: string | null;
}

const FIELDS = {
	id: true,
	competitionId: true,
	name: true,
	role: true,
	joinedAt: true,
	lastSeenAt: true,
	removedAt: true,
	mergedIntoId: true,
} as const;

const PRESENT = { removedAt: null, mergedIntoId: null } as const;

const toParticipant = <T extends { role: string }>(row: T) => ({
	...row,
	role: row.role as Participant['role'],
});

export async function findParticipant(q: Querier, id: string): Promise<Participant | null> {
	const row = await q.participant.findUnique({ where: { id }, select: FIELDS });
	return row && toParticipant(row);
}

/** Everybody who is in the room, in order of joining; removed and merged ones are not. */
export async function listParticipants(q: Querier, competitionId: string): Promise<Participant[]> {
	const rows = await q.participant.findMany({
		where: { competitionId, ...PRESENT },
		select: FIELDS,
		orderBy: [{ joinedAt: 'asc' }, { id: 'asc' }],
	});
	return rows.map(toParticipant);
}

export async function countParticipants(
	q: Querier,
	competitionId: string,
	role: Participant['role'],
): Promise<number> {
	return q.participant.count({ where: { competitionId, role, ...PRESENT } });
}

export interface NewParticipant {
	id: string;
	competitionId: string;
	name: string;
	role: Participant['role'];
	recoveryCodeHash: string;
	joinedAt: Date;
}

export async function createParticipant(q: Querier, participant: NewParticipant): Promise<void> {
	await q.participant.create({ data: { ...participant, lastSeenAt: participant.joinedAt } });
}

export async function setRecoveryCodeHash(q: Querier, id: string, recoveryCodeHash: string): Promise<void> {
	await q.participant.update({ where: { id }, data: { recoveryCodeHash } });
}

// Questions about the requirement and their answers.
import type { Querier } from './client.ts';

export interface Clarification {
	id: string;
	participantId: string | null;
	askedBy: string | null;
	question: string;
	askedAt: Date;
	answer: string | null;
	answeredAt: Date | null;
	visibility: 'private' | 'broadcast';
	requirementVersion: number | null;
}

export async function listClarifications(q: Querier, competitionId: string): Promise<Clarification[]> {
	const rows = await q.clarification.findMany({
		where: { competitionId },
		orderBy: [{ askedAt: 'asc' }, { id: 'asc' }],
		include: { participant: { select: { name: true } } },
	});
	return rows.map(({ participant, competitionId: _, visibility, ...row }) => ({
		...row,
		visibility: visibility as Clarification['visibility'],
		askedBy: participant?.name ?? null,
	}));
}

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

export async function createClarification(
	q: Querier,
	row: { id: string; competitionId: string; participantId: string; question: string; askedAt: Date },
): Promise<void> {
	await q.clarification.create({ data: row });
}

export async function countClarifications(q: Querier, participantId: string): Promise<number> {
	return q.clarification.count({ where: { participantId } });
}

export async function findClarification(
	q: Querier,
	id: string,
): Promise<{
	id: string;
	competitionId: string;
	participantId: string | null;
	question: string;
	answer: string | null;
} | null> {
	return q.clarification.findUnique({
		where: { id },
		select: { id: true, competitionId: true, participantId: true, question: true, answer: true },
	});
}

export async function answerClarification(
	q: Querier,
	id: string,
	answer: {
		answer: string;
		answeredAt: Date;
		visibility: Clarification['visibility'];
		question: string;
		requirementVersion: number | null;
	},
): Promise<void> {
	await q.clarification.update({ where: { id }, data: answer });
}

/** Something the facilitator tells everybody without having been asked. */
export async function createAnnouncement(
	q: Querier,
	row: { id: string; competitionId: string; answer: string; at: Date; requirementVersion: number },
): Promise<void> {
	const { id, competitionId, answer, at, requirementVersion } = row;
	const times = { askedAt: at, answeredAt: at };
	const data = { id, competitionId, question: '', answer, requirementVersion, ...times };
	await q.clarification.create({ data: { ...data, visibility: 'broadcast' } });
}

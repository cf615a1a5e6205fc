// Who sees which entries, and what they said about them.
import type { RubricVote } from '../../contract/ballot.ts';
import type { BallotList } from '../../domain/judging/ballots.ts';
import { Prisma } from './client.ts';
import type { Querier } from './client.ts';

export interface Ballot {
	voterId: string;
	entryId: string;
	position: number;
	impression: number | null;
	rubric: RubricVote | null;
	rubricAt: Date | null;
	comment: string;
}

const toBallot = ({
	competitionId: _c,
	impressionAt: _i,
	rubric,
	...row
}: Prisma.BallotGetPayload<object>): Ballot => ({
	...row,
	rubric: rubric as RubricVote | null,
});

export async function listBallots(q: Querier, competitionId: string): Promise<Ballot[]> {
	const rows = await q.ballot.findMany({
		where: { competitionId },
		orderBy: [{ voterId: 'asc' }, { position: 'asc' }],
	});
	return rows.map(toBallot);
}

export async function listBallotsOf(q: Querier, voterId: string): Promise<Ballot[]> {
	const rows = await q.ballot.findMany({ where: { voterId }, orderBy: { position: 'asc' } });
	return rows.map(toBallot);
}

/** Adds lists that are not there yet; drawing twice changes nothing. */
export async function addBallots(
	q: Querier,
	competitionId: string,
	lists: readonly BallotList[],
): Promise<void> {
	const data = lists.flatMap(({ voterId, entryIds }) =>
		entryIds.map((entryId, position) => ({ competitionId, voterId, entryId, position })),
	);
	await q.ballot.createMany({ data, skipDuplicates: true });
}

export async function clearBallots(q: Querier, competitionId: string): Promise<void> {
	await q.ballot.deleteMany({ where: { competitionId } });
}

export async function giveImpression(
	q: Querier,
	key: { voterId: string; entryId: string },
	impression: number | null,
	at: Date,
): Promise<boolean> {
	const { count } = await q.ballot.updateMany({
		where: key,
		data: { impression, impressionAt: impression === null ? null : at },
	});
	return count === 1;
}

export async function giveRubric(
	q: Querier,
	key: { voterId: string; entryId: string },
	rubric: RubricVote,
	comment: string,
	at: Date,
): Promise<boolean> {
	const { count } = await q.ballot.updateMany({ where: key, data: { rubric, comment, rubricAt: at } });
	return count === 1;
}

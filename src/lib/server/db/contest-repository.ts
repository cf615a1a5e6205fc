// What authors say about the reading of their own units.
import type { UnitClass } from '../../domain/analysis/types.ts';
import type { Querier } from './client.ts';

export interface LabelContest {
	entryId: string;
	start: number;
	end: number;
	text: string;
	heading: string;
	given: UnitClass;
	claimed: UnitClass;
	at: Date;
}

export async function listContests(q: Querier, competitionId: string): Promise<LabelContest[]> {
	const rows = await q.labelContest.findMany({
		where: { entry: { competitionId, participant: { removedAt: null, mergedIntoId: null } } },
		orderBy: [{ entryId: 'asc' }, { start: 'asc' }],
	});
	return rows.map(toContest);
}

export async function listContestsOf(q: Querier, entryId: string): Promise<LabelContest[]> {
	return (await q.labelContest.findMany({ where: { entryId }, orderBy: { start: 'asc' } })).map(toContest);
}

const toContest = (
	row: Omit<LabelContest, 'given' | 'claimed'> & { given: string; claimed: string },
): LabelContest => ({
	...row,
	given: row.given as UnitClass,
	claimed: row.claimed as UnitClass,
});

export async function putContest(q: Querier, { entryId, start, end, ...said }: LabelContest): Promise<void> {
	await q.labelContest.upsert({
		where: { entryId_start_end: { entryId, start, end } },
		create: { entryId, start, end, ...said },
		update: said,
	});
}

export async function withdrawContest(
	q: Querier,
	{ entryId, start, end }: Pick<LabelContest, 'entryId' | 'start' | 'end'>,
): Promise<void> {
	await q.labelContest.deleteMany({ where: { entryId, start, end } });
}

// What the agent added to an entry, and how its author labelled it.
import type { Addition, AdditionLabel, AdditionLinkKind } from '../../domain/build/addition.ts';
import { Prisma } from './client.ts';
import type { Querier } from './client.ts';

export interface LabelledAddition extends Addition {
	label: AdditionLabel | null;
	link: AdditionLinkKind | null;
	note: string;
}

/** By falling consequence. */
export async function listAdditions(q: Querier, buildId: string): Promise<LabelledAddition[]> {
	return toAdditions(await q.addition.findMany({ where: { buildId } }));
}

type Row = Prisma.AdditionGetPayload<object>;

export const toAdditions = (rows: readonly Row[]): LabelledAddition[] =>
	rows
		.map((row) => ({
			id: row.id,
			kind: row.kind as Addition['kind'],
			title: row.title,
			detail: row.detail,
			evidence: row.evidence as unknown as Addition['evidence'],
			span:
				row.spanStart !== null && row.spanEnd !== null
					? { start: row.spanStart, end: row.spanEnd, quote: row.spanQuote ?? '' }
					: null,
			choicePointId: row.choicePointId,
			consequence: row.consequence,
			label: row.label as AdditionLabel | null,
			link: row.link as AdditionLinkKind | null,
			note: row.note,
		}))
		.sort((a, b) => b.consequence - a.consequence || (a.id < b.id ? -1 : 1));

/** False when the build has no such addition. */
export async function labelAddition(
	q: Querier,
	key: { buildId: string; id: string },
	label: Pick<LabelledAddition, 'label' | 'link' | 'note'>,
	at: Date,
): Promise<boolean> {
	const { count } = await q.addition.updateMany({
		where: key,
		data: { ...label, labelledAt: label.label === null ? null : at },
	});
	return count === 1;
}

/** False when the entry has no such prediction. */
export async function judgePrediction(
	q: Querier,
	key: { entryId: string; id: string },
	additionId: string | null,
): Promise<boolean> {
	const { count } = await q.prediction.updateMany({ where: key, data: { additionId } });
	return count === 1;
}

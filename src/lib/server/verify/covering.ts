// A small set of programs in which every pair of alternatives of two choice points occurs together.
import type { Decision } from '#lib/domain/challenge/decision.ts';
import type { ChoicePoint } from '#lib/domain/challenge/pack.ts';

/** One alternative id per choice point id. */
export type Combination = Record<string, string>;

const pairKey = (a: string, x: string, b: string, y: string): string =>
	a < b ? `${a}=${x}&${b}=${y}` : `${b}=${y}&${a}=${x}`;

/** Greedy pairwise cover: each row takes, point by point, the alternative that adds the most pairs not yet covered. */
export function pairwise(points: readonly ChoicePoint[]): Combination[] {
	const open = new Set<string>();
	points.forEach((a, i) => {
		for (const b of points.slice(i + 1))
			for (const x of a.alternatives)
				for (const y of b.alternatives) open.add(pairKey(a.id, x.id, b.id, y.id));
	});
	const rows: Combination[] = [];
	while (open.size > 0) {
		const row = seedRow(open, points);
		for (const point of points) row[point.id] ??= bestFor(point, row, open);
		const chosen = Object.entries(row);
		for (const [a, x] of chosen) for (const [b, y] of chosen) if (a < b) open.delete(pairKey(a, x, b, y));
		rows.push(row);
	}
	return rows;
}

/** Starts a row with one pair that is still open, so that every row makes progress. */
function seedRow(open: ReadonlySet<string>, points: readonly ChoicePoint[]): Combination {
	const row: Combination = {};
	const [first = ''] = open;
	for (const part of first.split('&')) {
		const [point = '', alternative = ''] = part.split('=');
		if (points.some((p) => p.id === point)) row[point] = alternative;
	}
	return row;
}

function bestFor(point: ChoicePoint, row: Combination, open: ReadonlySet<string>): string {
	const gain = (alternative: string): number =>
		Object.entries(row).filter(([other, chosen]) => open.has(pairKey(point.id, alternative, other, chosen)))
			.length;
	return point.alternatives.map((a) => a.id).reduce((best, id) => (gain(id) > gain(best) ? id : best));
}

/** Decisions that choose a combination with the default parameters. */
export function decisionsFor(points: readonly ChoicePoint[], combination: Combination): Decision[] {
	return points.flatMap((point) => {
		const alternative = point.alternatives.find((a) => a.id === combination[point.id]);
		if (!alternative) return [];
		const parameters = Object.fromEntries(alternative.parameters.map((p) => [p.id, p.default]));
		const choice = { kind: 'alternative' as const, alternativeId: alternative.id, parameters };
		return { choicePointId: point.id, choice, rationale: '', rejected: '', confidence: null, span: null };
	});
}

// How far judges agree: Krippendorff's alpha, which allows missing ratings and any number of judges.

export type Metric = 'nominal' | 'ordinal' | 'interval';

export interface JudgedUnit {
	unit: string;
	judge: string;
	value: number;
}

export type Agreement =
	| { ok: true; alpha: number; units: number; judges: number; pairable: number }
	/** No unit with two ratings, or every rating equal: alpha is not defined. */
	| { ok: false; reason: 'nothing-to-compare' | 'no-variation' };

/** Squared distance of two values; `n` are the marginal frequencies of `values` (ascending), used by the ordinal one. */
function distance(
	metric: Metric,
	values: readonly number[],
	n: readonly number[],
	a: number,
	b: number,
): number {
	if (a === b) return 0;
	if (metric === 'nominal') return 1;
	if (metric === 'interval') return ((values[a] ?? 0) - (values[b] ?? 0)) ** 2;
	const [low, high] = [Math.min(a, b), Math.max(a, b)];
	const between = n.slice(low, high + 1).reduce((sum, count) => sum + count, 0);
	return (between - ((n[low] ?? 0) + (n[high] ?? 0)) / 2) ** 2;
}

/** Coincidences o[c][k]: every ordered pair within a unit, weighted 1 / (ratings of the unit - 1). */
function coincidences(units: readonly (readonly number[])[], size: number): number[][] {
	const table = Array.from({ length: size }, () => new Array<number>(size).fill(0));
	for (const ranks of units)
		ranks.forEach((a, i) =>
			ranks.forEach((b, j) => {
				const row = table[a];
				if (i !== j && row) row[b] = (row[b] ?? 0) + 1 / (ranks.length - 1);
			}),
		);
	return table;
}

/**
 * alpha = 1 - (n - 1) * sum o(c,k) d(c,k) / sum n(c) n(k) d(c,k), over the coincidence matrix
 * (K. Krippendorff, "Computing Krippendorff's Alpha-Reliability", University of Pennsylvania, 2011). 1 is perfect
 * agreement, 0 what chance gives, below 0 systematic disagreement. The last rating of a judge on a unit counts.
 */
export function krippendorffAlpha(ratings: readonly JudgedUnit[], metric: Metric): Agreement {
	const byUnit = new Map<string, Map<string, number>>();
	for (const { unit, judge, value } of ratings)
		byUnit.set(unit, (byUnit.get(unit) ?? new Map<string, number>()).set(judge, value));
	const pairable = [...byUnit.values()].filter((unit) => unit.size >= 2);
	const values = [...new Set(pairable.flatMap((unit) => [...unit.values()]))].sort((a, b) => a - b);
	if (pairable.length === 0) return { ok: false, reason: 'nothing-to-compare' };
	if (values.length < 2) return { ok: false, reason: 'no-variation' };
	const units = pairable.map((unit) => [...unit.values()].map((value) => values.indexOf(value)));
	const o = coincidences(units, values.length);
	const n = o.map((row) => row.reduce((a, b) => a + b, 0));
	const total = n.reduce((a, b) => a + b, 0);
	let observed = 0;
	let expected = 0;
	for (const a of values.keys())
		for (const b of values.keys()) {
			const d = distance(metric, values, n, a, b);
			observed += (o[a]?.[b] ?? 0) * d;
			expected += (n[a] ?? 0) * (n[b] ?? 0) * d;
		}
	return {
		ok: true,
		alpha: 1 - ((total - 1) * observed) / expected,
		units: pairable.length,
		judges: new Set(pairable.flatMap((unit) => [...unit.keys()])).size,
		pairable: units.reduce((sum, unit) => sum + unit.length, 0),
	};
}

// Against published values, and the properties any agreement coefficient must have.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { krippendorffAlpha, type JudgedUnit, type Metric } from './agreement.ts';

const ratings = (rows: Record<string, string>): JudgedUnit[] =>
	Object.entries(rows).flatMap(([judge, row]) =>
		row
			.split(' ')
			.flatMap((value, unit) => (value === '.' ? [] : [{ unit: `u${unit}`, judge, value: Number(value) }])),
	);

/** K. Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011), section C: four observers, twelve units. */
const PUBLISHED = ratings({
	a: '1 2 3 3 2 1 4 1 2 . . .',
	b: '1 2 3 3 2 2 4 1 2 5 . 3',
	c: '. 3 3 3 2 3 4 2 2 5 1 .',
	d: '1 2 3 3 2 4 4 1 2 5 1 .',
});

const alpha = (given: JudgedUnit[], metric: Metric): number => {
	const result = krippendorffAlpha(given, metric);
	if (!result.ok) throw new Error(result.reason);
	return result.alpha;
};

describe('Krippendorff\u2019s alpha', () => {
	it.each([
		['nominal', 0.743],
		['ordinal', 0.815],
		['interval', 0.849],
	] as const)('gives the published %s value %d', (metric, value) => {
		expect(alpha(PUBLISHED, metric)).toBeCloseTo(value, 3);
	});

	it('reports what it was computed from: units with two ratings or more', () => {
		expect(krippendorffAlpha(PUBLISHED, 'nominal')).toMatchObject({
			ok: true,
			units: 11,
			judges: 4,
			pairable: 40,
		});
	});

	it('gives the published value for two observers and binary data', () => {
		// Same source, section A.
		const binary = ratings({ meg: '0 1 0 0 0 0 0 0 1 0', owen: '1 1 1 0 0 1 0 0 0 0' });
		expect(alpha(binary, 'nominal')).toBeCloseTo(0.095, 3);
	});

	it('cannot say anything without two ratings of a unit or without variation', () => {
		expect(krippendorffAlpha([], 'ordinal')).toEqual({ ok: false, reason: 'nothing-to-compare' });
		expect(krippendorffAlpha(ratings({ a: '1 .', b: '. 2' }), 'ordinal')).toEqual({
			ok: false,
			reason: 'nothing-to-compare',
		});
		expect(krippendorffAlpha(ratings({ a: '3 3', b: '3 3' }), 'ordinal')).toEqual({
			ok: false,
			reason: 'no-variation',
		});
	});

	it('counts the last rating of a judge who rated twice', () => {
		const twice = [{ unit: 'u0', judge: 'a', value: 4 }, ...ratings({ a: '1 2', b: '1 2' })];
		expect(alpha(twice, 'interval')).toBe(1);
	});

	const table = fc.array(fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 2, maxLength: 5 }), {
		minLength: 2,
		maxLength: 8,
	});
	const unitsOf = (rows: number[][]): JudgedUnit[] =>
		rows.flatMap((row, u) => row.map((value, j) => ({ unit: `u${u}`, judge: `j${j}`, value })));
	const metrics = fc.constantFrom<Metric>('nominal', 'ordinal', 'interval');

	it('is never above 1, and 1 exactly when all agree', () => {
		fc.assert(
			fc.property(table, metrics, (rows, metric) => {
				const result = krippendorffAlpha(unitsOf(rows), metric);
				if (!result.ok) return;
				const allAgree = rows.every((row) => new Set(row).size === 1);
				if (allAgree) expect(result.alpha).toBe(1);
				else expect(result.alpha).toBeLessThan(1);
			}),
		);
	});

	it('does not depend on names or order, nor, for intervals, on the origin of the scale', () => {
		fc.assert(
			fc.property(table, metrics, (rows, metric) => {
				const given = unitsOf(rows);
				const result = krippendorffAlpha(given, metric);
				if (!result.ok) return;
				const other = [...given]
					.reverse()
					.map((r) => ({ unit: `x${r.unit}`, judge: `y${r.judge}`, value: r.value + 3 }));
				expect(alpha(other, metric)).toBeCloseTo(result.alpha, 9);
			}),
		);
	});
});

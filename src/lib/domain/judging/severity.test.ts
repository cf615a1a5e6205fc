// Adjusting for strict and lenient judges: exact where the model holds, silent where the sample is too small.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adjustForSeverity, type Rating } from './severity.ts';

/** Every judge rates every entry: entry value plus the judge's severity. */
const additive = (entries: number[], judges: number[]): Rating[] =>
	entries.flatMap((e, i) => judges.map((j, k) => ({ entryId: `e${i}`, judge: `j${k}`, value: e + j })));

describe('adjusting', () => {
	it('recovers entries and judges of an additive table', () => {
		const result = adjustForSeverity(additive([1, 2, 3, 2], [-0.5, 0.5, -0.25, 0.25, 0]));
		if (!result.ok) throw new Error(result.reason);
		[1, 2, 3, 2].forEach((value, i) => expect(result.entries.get(`e${i}`)).toBeCloseTo(value, 6));
		[-0.5, 0.5, -0.25, 0.25, 0].forEach((value, k) =>
			expect(result.judges.get(`j${k}`)).toBeCloseTo(value, 6),
		);
	});

	it('makes up for who happened to meet the strict judge, when not everybody rated everything', () => {
		// Judge 5 is strict by 1 and rated only the first four entries of six, all of which are worth 2.
		const lenient = ['a', 'b', 'c', 'd', 'e'];
		const ratings: Rating[] = [0, 1, 2, 3, 4, 5].flatMap((i) => [
			...lenient.map((judge) => ({ entryId: `e${i}`, judge, value: 2 })),
			...(i < 4 ? [{ entryId: `e${i}`, judge: 'strict', value: 1 }] : []),
		]);
		const result = adjustForSeverity(ratings);
		if (!result.ok) throw new Error(result.reason);
		const values = [...result.entries.values()];
		expect(Math.max(...values) - Math.min(...values)).toBeLessThan(1e-6);
		expect((result.judges.get('a') ?? 0) - (result.judges.get('strict') ?? 0)).toBeCloseTo(1, 6);
	});

	it('keeps the adjusted values on the scale', () => {
		const result = adjustForSeverity([
			...additive([4, 4, 4, 4], [0, 0, 0, 0, 0]),
			...[0, 1, 2, 3].map((i) => ({ entryId: `e${i}`, judge: 'odd', value: i === 0 ? 4 : 0 })),
		]);
		if (!result.ok) throw new Error(result.reason);
		for (const value of result.entries.values()) {
			expect(value).toBeGreaterThanOrEqual(0);
			expect(value).toBeLessThanOrEqual(4);
		}
	});

	it('does not depend on the order of the ratings', () => {
		const value = fc.integer({ min: 0, max: 4 });
		const table = fc.array(fc.array(value, { minLength: 5, maxLength: 5 }), { minLength: 4, maxLength: 6 });
		fc.assert(
			fc.property(table, (rows) => {
				const ratings = rows.flatMap((row, i) =>
					row.map((v, k) => ({ entryId: `e${i}`, judge: `j${k}`, value: v })),
				);
				const [one, two] = [adjustForSeverity(ratings), adjustForSeverity([...ratings].reverse())];
				if (!one.ok || !two.ok) throw new Error('not adjusted');
				for (const [id, adjusted] of one.entries) expect(two.entries.get(id)).toBeCloseTo(adjusted, 6);
			}),
		);
	});
});

describe('below the minimum sample', () => {
	it.each([
		['no ratings', [], 'too-few-ratings'],
		['four ratings of an entry', additive([1, 2, 3, 4], [0, 0, 0, 0]), 'too-few-ratings'],
		['three ratings by a judge', additive([1, 2, 3], [0, 0, 0, 0, 0]), 'too-few-per-judge'],
		['one entry with fewer', additive([1, 2, 3, 4], [0, 0, 0, 0, 0]).slice(1), 'too-few-ratings'],
	] as const)('%s: nothing is adjusted', (_name, ratings, reason) => {
		expect(adjustForSeverity(ratings)).toEqual({ ok: false, reason });
	});

	it('judges who share no entry cannot be compared', () => {
		const apart = additive([1, 2, 3, 4], [0, 0, 0, 0, 0]).map((r) => ({
			entryId: `x${r.entryId}`,
			judge: `x${r.judge}`,
			value: r.value,
		}));
		expect(adjustForSeverity([...additive([1, 2, 3, 4], [0, 0, 0, 0, 0]), ...apart])).toEqual({
			ok: false,
			reason: 'not-connected',
		});
	});

	it('the smallest sufficient sample is adjusted', () => {
		expect(adjustForSeverity(additive([1, 2, 3, 4], [0, 0, 0, 0, 0])).ok).toBe(true);
	});
});

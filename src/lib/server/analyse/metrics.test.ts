import { describe, expect, it } from 'vitest';
import { areaUnderCurve, confusion, kappa, macroF1, perClass } from './metrics.ts';

describe('metrics', () => {
	it('computes kappa as in the textbook example (20, 5; 10, 15)', () => {
		expect(
			kappa([
				[20, 5],
				[10, 15],
			]),
		).toBeCloseTo(0.4, 10);
		expect(kappa([[5]])).toBe(1);
	});

	it('computes the area under the curve with ties by mid-rank', () => {
		expect(areaUnderCurve([1, 1, 0, 0], [0.9, 0.4, 0.6, 0.1])).toBe(0.75);
		expect(areaUnderCurve([1, 0], [0.5, 0.5])).toBe(0.5);
		expect(areaUnderCurve([1, 1], [0.1, 0.2])).toBe(0.5);
	});

	it('computes precision, recall and macro-F1 from a confusion table', () => {
		const table = confusion([0, 0, 0, 1, 1], [0, 0, 1, 1, 0], 2);
		expect(table).toEqual([
			[2, 1],
			[1, 1],
		]);
		expect(perClass(table)[0]).toMatchObject({ precision: 2 / 3, recall: 2 / 3, support: 3 });
		expect(macroF1(table)).toBeCloseTo((2 / 3 + 1 / 2) / 2, 10);
	});
});

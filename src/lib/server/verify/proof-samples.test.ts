import { describe, expect, it } from 'vitest';
import { scoreMismatches } from './proof-samples.ts';

const expected: Parameters<typeof scoreMismatches>[0] = {
	coverage: [1, 2],
	alignment: null,
	skeleton: [0, 4],
};
const given = (coverage: number | null, alignment: number | null, skeleton: number | null) =>
	scoreMismatches(expected, [
		{ criterion: 'coverage', value: coverage },
		{ criterion: 'alignment', value: alignment },
		{ criterion: 'skeleton', value: skeleton },
	]);

describe('the scores of a sample', () => {
	it.each([1, 1.5, 2])('may be %d of 1 to 2', (value) => expect(given(value, null, 0)).toEqual([]));
	it.each([0.99, 2.01, null])('are not %s of 1 to 2', (value) =>
		expect(given(value, null, 4)).toEqual([
			`scores ${value?.toFixed(2) ?? 'nothing'} for coverage, expected 1 to 2`,
		]),
	);
	it('are none where code is expected not to tell, and something where it is', () => {
		expect(given(1, 0, 1)).toEqual(['scores 0.00 for alignment, expected nothing']);
		expect(given(1, null, null)).toEqual(['scores nothing for skeleton, expected 0 to 4']);
	});
});

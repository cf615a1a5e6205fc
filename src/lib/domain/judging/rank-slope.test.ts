import { describe, expect, it } from 'vitest';
import { layoutSlope, ROW } from './rank-slope.ts';

const entry = (alias: string, rank: number | null, crowdRank: number | null) => ({
	alias,
	author: `Author of ${alias}`,
	own: false,
	rank,
	total: rank === null ? null : 4 - rank / 2,
	notScored: rank === null ? ('no-counting-build' as const) : null,
	crowd: { mean: crowdRank === null ? null : 4 - crowdRank / 2, raters: 3, rank: crowdRank },
	gap:
		rank === null || crowdRank === null
			? null
			: {
					value: crowdRank - rank,
					name:
						crowdRank < rank
							? ('looks-complete' as const)
							: crowdRank > rank
								? ('better-than-it-looks' as const)
								: ('agree' as const),
				},
});

describe('the two rankings', () => {
	it('cross where crowd and rubric disagree', () => {
		const { lines } = layoutSlope([entry('A', 1, 2), entry('B', 2, 1)], 2);
		const [b, a] = lines;
		expect(Math.sign(a!.y1 - b!.y1)).toBe(-Math.sign(a!.y2 - b!.y2));
		expect(lines.map((l) => l.gap)).toEqual(['looks-complete', 'better-than-it-looks']);
	});

	it('leave the slots of what is not revealed empty, and keep the others where they will stay', () => {
		const all = [entry('A', 1, 3), entry('B', 2, 1), entry('C', 3, 2)];
		const partly = layoutSlope(all.slice(2), 3);
		const whole = layoutSlope(all, 3);
		expect(partly.closed).toEqual([ROW / 2, ROW * 1.5]);
		expect(partly.rubric[0]!.y).toBe(whole.rubric[2]!.y);
		expect(partly.crowd[0]!.y).toBe(whole.crowd.find((c) => c.key === 'C')!.y);
		expect(partly.height).toBe(whole.height);
	});

	it('give ties rows of their own, and entries nobody scored no line', () => {
		const { crowd, lines, rubric } = layoutSlope(
			[entry('A', 1, 1), entry('B', 2, 1), entry('C', null, null)],
			3,
		);
		expect(new Set(crowd.map((c) => c.y)).size).toBe(2);
		expect(rubric).toHaveLength(3);
		expect(lines.map((l) => l.key)).toEqual(['A', 'B']);
	});
});

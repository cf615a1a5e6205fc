// Two rankings and the gap between them, checked by value.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CRITERION_IDS } from './rubric.ts';
import type { Score, ScoreSource } from './scores.ts';
import {
	computeStandings,
	gapBetween,
	ranks,
	revealOrder,
	type Impression,
	type StandingEntry,
	type StandingsInput,
} from './standings.ts';

const weights = { coverage: 0.5, alignment: 0.25, skeleton: 0.25 };

const entry = (entryId: string, hasCountingBuild = true): StandingEntry => ({
	entryId,
	hasCountingBuild,
	wordCount: 100,
});

const rubric = (
	entryId: string,
	judge: string,
	values: (number | null)[],
	source: ScoreSource = 'person',
	at = 1,
): Score[] =>
	CRITERION_IDS.map((criterion, i) => ({
		entryId,
		criterion,
		source,
		judge,
		value: values[i] ?? null,
		evidence: [],
		at,
	}));

const votes = (entryId: string, ...values: number[]): Impression[] =>
	values.map((value, i) => ({ entryId, voterId: `v${i}`, value }));

const compute = (input: Partial<StandingsInput>) =>
	computeStandings({ entries: [], scores: [], impressions: [], weights, ...input });
const byId = (input: Partial<StandingsInput>) => new Map(compute(input).standings.map((s) => [s.entryId, s]));

describe('ranks', () => {
	it('share a place and skip the next', () => {
		expect(ranks([[3], [4], [3], [1], null])).toEqual([2, 1, 2, 4, null]);
	});

	it('look at the second key only when the first is equal', () => {
		expect(
			ranks([
				[3, 1],
				[3, 2],
				[2, 9],
			]),
		).toEqual([2, 1, 3]);
	});

	it('do not see differences that only come from adding decimals', () => {
		expect(ranks([[0.1 + 0.2], [0.3]])).toEqual([1, 1]);
		expect(ranks([[0.3001], [0.3]])).toEqual([1, 2]);
	});
});

describe('the total', () => {
	it('is weighed from the medians of people', () => {
		const scores = [
			...rubric('a', 'x', [4, 2, 0]),
			...rubric('a', 'y', [2, 2, 4]),
			...rubric('a', 'z', [0, 2, 4]),
		];
		const a = byId({ entries: [entry('a')], scores }).get('a');
		expect(a).toMatchObject({
			total: 2 * 0.5 + 2 * 0.25 + 4 * 0.25,
			raters: 3,
			rank: 1,
			notScored: null,
			missing: [],
			wordCount: 100,
		});
		expect(a?.raw).toBeCloseTo(2 * 0.5 + 2 * 0.25 + (8 / 3) * 0.25, 12);
	});

	it('uses the check where no person scored, and people where they did', () => {
		const scores = [...rubric('a', 'code', [1, 1, 1], 'check'), ...rubric('a', 'x', [4, null, null])];
		const a = byId({ entries: [entry('a')], scores }).get('a');
		expect(a?.total).toBe(4 * 0.5 + 1 * 0.25 + 1 * 0.25);
		expect(a?.criteria.coverage).toMatchObject({ basis: 'people', check: 1 });
		expect(a?.criteria.alignment).toMatchObject({ basis: 'check', check: 1 });
		expect(a?.raw).toBe(4);
	});

	it('spreads the weight of what nobody could tell over the rest, and names it', () => {
		const a = byId({ entries: [entry('a')], scores: rubric('a', 'x', [4, null, 1]) }).get('a');
		expect(a?.total).toBeCloseTo((4 * 0.5 + 1 * 0.25) / 0.75, 12);
		expect(a?.missing).toEqual(['alignment']);
	});

	it('counts the newest word of a person only', () => {
		const scores = [...rubric('a', 'x', [4, 4, 4], 'person', 2), ...rubric('a', 'x', [0, 0, 0], 'person', 1)];
		expect(byId({ entries: [entry('a')], scores }).get('a')).toMatchObject({ total: 4, raters: 1 });
	});

	it('does not count a person who could not tell as a rater', () => {
		const scores = [...rubric('a', 'x', [4, 4, 4]), ...rubric('a', 'y', [null, null, null])];
		expect(byId({ entries: [entry('a')], scores }).get('a')?.raters).toBe(1);
	});
});

describe('not scored', () => {
	it('is an entry without a build that counts; it is no zero and takes nobody\u2019s place', () => {
		const scores = [...rubric('a', 'x', [1, 1, 1]), ...rubric('b', 'x', [4, 4, 4])];
		const input = {
			entries: [entry('a'), entry('b', false)],
			scores,
			impressions: [...votes('a', 1), ...votes('b', 4)],
		};
		const table = byId(input);
		expect(table.get('b')).toMatchObject({
			total: null,
			rank: null,
			notScored: 'no-counting-build',
			gap: null,
			adjusted: null,
		});
		expect(table.get('b')?.crowd).toEqual({ mean: 4, raters: 1, rank: null });
		expect(table.get('a')).toMatchObject({ total: 1, rank: 1 });
		expect(table.get('a')?.crowd.rank).toBe(1);
		expect(compute(input)).toMatchObject({ rubricWinners: ['a'], crowdFavourites: ['a'] });
	});

	it('is an entry that nobody could judge', () => {
		expect(byId({ entries: [entry('a')] }).get('a')).toMatchObject({
			total: null,
			rank: null,
			raw: null,
			notScored: 'nobody-could-tell',
			missing: [...CRITERION_IDS],
		});
	});
});

describe('ties', () => {
	it('go to the higher mean of people\u2019s ratings', () => {
		const scores = [
			...['x', 'y', 'z'].flatMap((judge, i) => rubric('a', judge, [2, 2, [2, 2, 2][i] ?? 0])),
			...['x', 'y', 'z'].flatMap((judge, i) => rubric('b', judge, [2, 2, [2, 2, 3][i] ?? 0])),
		];
		const table = byId({ entries: [entry('a'), entry('b')], scores });
		expect(table.get('a')).toMatchObject({ total: 2, rank: 2 });
		expect(table.get('b')).toMatchObject({ total: 2, rank: 1 });
	});

	it('are shared when that is equal too, also as favourites and winners', () => {
		const scores = ['a', 'b'].flatMap((id) => rubric(id, 'x', [2, 2, 2]));
		const result = compute({
			entries: [entry('b'), entry('a')],
			scores,
			impressions: ['a', 'b'].flatMap((id) => votes(id, 3)),
		});
		expect(result).toMatchObject({ rubricWinners: ['a', 'b'], crowdFavourites: ['a', 'b'] });
		expect(result.standings.map((s) => s.rank)).toEqual([1, 1]);
	});
});

describe('the crowd', () => {
	const scores = [...rubric('a', 'x', [4, 4, 4]), ...rubric('b', 'x', [1, 1, 1])];

	it('has a favourite of its own, and the gap is named', () => {
		const result = compute({
			entries: [entry('a'), entry('b')],
			scores,
			impressions: [...votes('a', 1, 2), ...votes('b', 4, 4)],
		});
		expect(result).toMatchObject({ rubricWinners: ['a'], crowdFavourites: ['b'] });
		expect(
			result.standings.map((s) => [s.entryId, s.crowd.mean, s.crowd.raters, s.crowd.rank, s.gap]),
		).toEqual([
			['a', 1.5, 2, 2, { value: 1, name: 'better-than-it-looks' }],
			['b', 4, 2, 1, { value: -1, name: 'looks-complete' }],
		]);
	});

	it('counts the last impression of a voter once', () => {
		const impressions = [...votes('a', 0), ...votes('a', 4)];
		expect(byId({ entries: [entry('a')], scores, impressions }).get('a')?.crowd).toEqual({
			mean: 4,
			raters: 1,
			rank: 1,
		});
	});

	it('has no favourite and no gap without impressions', () => {
		const result = compute({ entries: [entry('a')], scores });
		expect(result.crowdFavourites).toEqual([]);
		expect(result.standings[0]).toMatchObject({ gap: null, crowd: { mean: null, raters: 0, rank: null } });
	});

	it('ignores votes for entries that are not there', () => {
		expect(compute({ entries: [entry('a')], scores, impressions: votes('ghost', 4) }).standings).toHaveLength(
			1,
		);
	});

	it.each([
		[1, 3, { value: -2, name: 'looks-complete' }],
		[3, 1, { value: 2, name: 'better-than-it-looks' }],
		[2, 2, { value: 0, name: 'agree' }],
		[null, 2, null],
		[2, null, null],
	] as const)('crowd rank %s, rubric rank %s', (crowd, own, gap) => {
		expect(gapBetween(crowd, own)).toEqual(gap);
	});
});

describe('adjusting for severity', () => {
	const entries = ['a', 'b', 'c', 'd'].map((id) => entry(id));
	const judges = ['v', 'w', 'x', 'y', 'z'];
	const rate = (id: string, judge: string, strict: string) =>
		rubric(id, judge, Array(3).fill(judge === strict ? 1 : 2) as number[]);
	const scores = entries.flatMap((e) => judges.flatMap((judge) => rate(e.entryId, judge, 'z')));

	it('shows the adjusted value beside the raw one when the sample allows', () => {
		const result = compute({ entries, scores });
		expect(result.notAdjusted).toBeNull();
		for (const s of result.standings) {
			expect(s.raw).toBeCloseTo(1.8, 9);
			expect(s.adjusted).toBeCloseTo(1.8, 6);
			expect(s.total).toBe(2);
		}
	});

	it('says why it did not, and adjusts nothing', () => {
		const result = compute({ entries, scores: scores.slice(3) });
		expect(result.notAdjusted).toBe('too-few-ratings');
		expect(result.standings.every((s) => s.adjusted === null)).toBe(true);
	});

	it('does not adjust some entries and leave others', () => {
		const result = compute({ entries: [...entries, entry('unrated')], scores });
		expect(result.notAdjusted).toBe('too-few-ratings');
	});

	it('does not let entries without a build weigh in', () => {
		const broken = judges.slice(0, 1).flatMap((judge) => rubric('broken', judge, [0, 0, 0]));
		expect(
			compute({ entries: [...entries, entry('broken', false)], scores: [...scores, ...broken] }).notAdjusted,
		).toBeNull();
	});
});

describe('the reveal', () => {
	it('goes from those not scored over the last to the first', () => {
		const scores = [
			...rubric('a', 'x', [4, 4, 4]),
			...rubric('b', 'x', [1, 1, 1]),
			...rubric('c', 'x', [1, 1, 1]),
		];
		const { standings } = compute({
			entries: [entry('d', false), entry('c'), entry('a'), entry('b'), entry('e', false)],
			scores,
		});
		expect(standings.map((s) => s.entryId)).toEqual(['a', 'b', 'c', 'd', 'e']);
		expect(revealOrder(standings)).toEqual(['d', 'e', 'b', 'c', 'a']);
	});
});

describe('for every outcome of a vote', () => {
	const value = fc.option(fc.integer({ min: 0, max: 4 }));
	const vote = fc.record({
		entry: fc.integer({ min: 0, max: 4 }),
		judge: fc.integer({ min: 0, max: 5 }),
		values: fc.tuple(value, value, value),
	});
	const ids = ['a', 'b', 'c', 'd', 'e'];
	const setup = fc.record({
		votes: fc.array(vote, { maxLength: 30 }),
		built: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
	});
	const inputOf = (s: {
		votes: { entry: number; judge: number; values: (number | null)[] }[];
		built: boolean[];
	}) => ({
		entries: ids.map((id, i) => entry(id, s.built[i])),
		scores: s.votes.flatMap((v) => rubric(ids[v.entry] ?? '', `j${v.judge}`, v.values)),
	});

	it('every entry stands once, and a better total never has the worse rank', () => {
		fc.assert(
			fc.property(setup, (s) => {
				const { standings } = compute(inputOf(s));
				expect(standings.map((x) => x.entryId).sort()).toEqual(ids);
				for (const one of standings)
					for (const two of standings)
						if (one.rank !== null && two.rank !== null && (one.total ?? 0) > (two.total ?? 0) + 1e-6)
							expect(one.rank).toBeLessThan(two.rank);
			}),
		);
	});

	it('totals stay on the scale, and a broken build changes nobody else\u2019s score', () => {
		fc.assert(
			fc.property(setup, (s) => {
				const before = byId(inputOf(s));
				const after = byId({ ...inputOf(s), entries: ids.map((id, i) => entry(id, i !== 0 && s.built[i])) });
				for (const [id, standing] of before) {
					if (standing.total !== null) expect(standing.total >= 0 && standing.total <= 4).toBe(true);
					if (id !== 'a') expect(after.get(id)?.total).toBe(standing.total);
				}
			}),
		);
	});
});

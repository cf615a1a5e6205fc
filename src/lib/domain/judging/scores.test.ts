// Scores keep their history; people have the last word.
import { describe, expect, it } from 'vitest';
import { criterionResult, currentScores, mean, median, rubricScores, type Score } from './scores.ts';

const score = (change: Partial<Score> = {}): Score => ({
	entryId: 'e1',
	criterion: 'coverage',
	source: 'person',
	judge: 'ann',
	value: 3,
	evidence: [],
	at: 1,
	...change,
});

describe('the current scores', () => {
	it('are the newest of each judge, whatever order they come in', () => {
		const newer = score({ at: 2, value: 1 });
		expect(currentScores([newer, score()])).toEqual([newer]);
		expect(currentScores([score(), newer])).toEqual([newer]);
	});

	it('take the later in the list of two at the same time', () => {
		expect(currentScores([score(), score({ value: 0 })])).toEqual([score({ value: 0 })]);
	});

	it.each([{ entryId: 'e2' }, { criterion: 'skeleton' }, { source: 'model' }, { judge: 'bob' }] as const)(
		'keep what differs in %j apart',
		(change) => {
			expect(currentScores([score(), score(change)])).toHaveLength(2);
		},
	);
});

describe('a rubric as scores', () => {
	const by = { entryId: 'e1', source: 'person', judge: 'ann', at: 7 } as const;
	const given = [
		{ criterion: 'coverage', value: 2, evidence: [{ text: 'no failure branch', quote: 'then we pay' }] },
		{ criterion: 'alignment', value: null },
		{ criterion: 'skeleton', value: 4 },
	];

	it('carries source, judge, time and evidence', () => {
		expect(rubricScores(given, by)).toEqual({
			ok: true,
			scores: [
				{
					...by,
					criterion: 'coverage',
					value: 2,
					evidence: [{ text: 'no failure branch', quote: 'then we pay' }],
				},
				{ ...by, criterion: 'alignment', value: null, evidence: [] },
				{ ...by, criterion: 'skeleton', value: 4, evidence: [] },
			],
		});
	});

	it('is refused as a whole when one is wrong', () => {
		expect(rubricScores(given.slice(1), by)).toMatchObject({ ok: false, problems: [{ problem: 'missing' }] });
	});

	it('may be fractional from a check, not from a person or a model', () => {
		const half = [{ criterion: 'coverage', value: 2.5 }, ...given.slice(1)];
		expect(rubricScores(half, { ...by, source: 'check' }).ok).toBe(true);
		expect(rubricScores(half, { ...by, source: 'model' }).ok).toBe(false);
		expect(rubricScores(half, by).ok).toBe(false);
	});
});

describe('mean and median', () => {
	it.each([
		[[], null, null],
		[[3], 3, 3],
		[[4, 1], 2.5, 2.5],
		[[4, 0, 1], 5 / 3, 1],
		[[4, 3, 0, 10], 4.25, 3.5],
	])('of %j', (values, expectedMean, expectedMedian) => {
		expect(mean(values)).toBe(expectedMean);
		expect(median(values)).toBe(expectedMedian);
	});

	it('leave their input in order', () => {
		const values = [3, 1, 2];
		median(values);
		expect(values).toEqual([3, 1, 2]);
	});
});

describe('what counts for a criterion', () => {
	const check = score({ source: 'check', judge: 'code-1', value: 1.5 });

	it('is the median of people, beside what check and model said', () => {
		const scores = [
			check,
			score({ value: 4 }),
			score({ judge: 'bob', value: 2 }),
			score({ judge: 'cy', value: null }),
			score({ judge: 'm', source: 'model', value: 0 }),
		];
		expect(criterionResult(scores)).toEqual({
			value: 3,
			basis: 'people',
			people: { median: 3, mean: 3, raters: 2, cannotTell: 1 },
			check: 1.5,
			model: [0],
		});
	});

	it('is the check when no person could tell, and never the model', () => {
		const unsure = score({ value: null });
		expect(criterionResult([unsure, check])).toMatchObject({ value: 1.5, basis: 'check' });
		expect(criterionResult([unsure, score({ source: 'model', value: 4 })])).toMatchObject({
			value: null,
			basis: 'none',
		});
	});

	it('is unknown, not zero, when nobody said anything', () => {
		expect(criterionResult([])).toEqual({
			value: null,
			basis: 'none',
			people: { median: null, mean: null, raters: 0, cannotTell: 0 },
			check: null,
			model: [],
		});
	});

	it('keeps a zero that was given', () => {
		expect(criterionResult([score({ value: 0 }), check])).toMatchObject({ value: 0, basis: 'people' });
		expect(criterionResult([score({ source: 'check', value: 0 })])).toMatchObject({
			value: 0,
			basis: 'check',
		});
	});

	it('takes the newest of several checks', () => {
		const newer = score({ source: 'check', judge: 'code-2', value: 2.5, at: 9 });
		expect(criterionResult([check, newer]).check).toBe(2.5);
		expect(criterionResult([newer, check]).check).toBe(2.5);
	});
});

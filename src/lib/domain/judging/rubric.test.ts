// A bad score is an error, never a zero.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Criterion } from '../challenge/pack.ts';
import { CRITERION_IDS, DEFAULT_RUBRIC, validateRubric, weightsOf } from './rubric.ts';

const full = (values: unknown[] = [4, 0, null]) =>
	CRITERION_IDS.map((criterion, i) => ({ criterion, value: values[i] }));

describe('a set of scores', () => {
	it('is accepted when complete; null says "cannot tell"', () => {
		expect(validateRubric(full(), { whole: true })).toEqual({
			ok: true,
			scores: { coverage: 4, alignment: 0, skeleton: null },
		});
	});

	it('may lie between the points only for checks', () => {
		expect(validateRubric(full([2.5, 1, 1]), { whole: false })).toMatchObject({
			ok: true,
			scores: { coverage: 2.5 },
		});
		expect(validateRubric(full([2.5, 1, 1]), { whole: true })).toEqual({
			ok: false,
			reason: 'invalid-rubric',
			problems: [{ problem: 'not-whole', criterion: 'coverage', value: 2.5 }],
		});
	});

	it.each([
		[-1, 'out-of-range'],
		[4.0001, 'out-of-range'],
		[5, 'out-of-range'],
		[Number.NaN, 'not-a-number'],
		[Infinity, 'not-a-number'],
		['3', 'not-a-number'],
		[undefined, 'not-a-number'],
		[true, 'not-a-number'],
	])('refuses the value %s: %s', (value, problem) => {
		expect(validateRubric(full([1, value, 1]), { whole: false })).toEqual({
			ok: false,
			reason: 'invalid-rubric',
			problems: [{ problem, criterion: 'alignment', value }],
		});
	});

	it('names everything that is missing, double or unknown at once', () => {
		const given = [
			{ criterion: 'coverage', value: 1 },
			{ criterion: 'coverage', value: 2 },
			{ criterion: 'beauty', value: 4 },
			{ criterion: 'skeleton', value: 3 },
		];
		expect(validateRubric(given, { whole: true })).toEqual({
			ok: false,
			reason: 'invalid-rubric',
			problems: [
				{ problem: 'unknown-criterion', criterion: 'beauty' },
				{ problem: 'duplicate', criterion: 'coverage' },
				{ problem: 'missing', criterion: 'alignment' },
			],
		});
	});

	it('is accepted exactly when every criterion has one valid value', () => {
		const value = fc.oneof(fc.integer({ min: -2, max: 6 }), fc.constant(null));
		const criterion = fc.constantFrom<string>(...CRITERION_IDS, 'beauty');
		fc.assert(
			fc.property(fc.array(fc.record({ criterion, value }), { maxLength: 5 }), (given) => {
				const once = CRITERION_IDS.every((id) => given.filter((g) => g.criterion === id).length === 1);
				const valid = given.every((g) => g.value === null || (g.value >= 0 && g.value <= 4));
				expect(validateRubric(given, { whole: true }).ok).toBe(once && valid && given.length === 3);
			}),
		);
	});
});

describe('the default rubric', () => {
	it('has five different anchors for each criterion, in the order of the criteria', () => {
		expect(DEFAULT_RUBRIC.map((c) => c.id)).toEqual([...CRITERION_IDS]);
		for (const { anchors, title, question } of DEFAULT_RUBRIC) {
			expect(new Set(anchors).size).toBe(5);
			for (const text of [...anchors, title, question]) expect(text.length).toBeGreaterThan(3);
		}
	});
});

describe('weights', () => {
	const weigh = (...weights: unknown[]) =>
		weightsOf(DEFAULT_RUBRIC.map((c, i) => ({ ...c, weight: weights[i] }) as Criterion));

	it('are scaled to one', () => {
		expect(weigh(2, 1, 1)).toEqual({ ok: true, weights: { coverage: 0.5, alignment: 0.25, skeleton: 0.25 } });
		expect(weigh(0, 1, 0)).toEqual({ ok: true, weights: { coverage: 0, alignment: 1, skeleton: 0 } });
	});

	it.each([[[-1, 2, 2]], [[0, 0, 0]], [[Number.NaN, 1, 1]], [[Infinity, 1, 1]], [[undefined, 1, 1]]])(
		'refuse %j',
		(weights) => {
			expect(weigh(...weights)).toEqual({ ok: false, reason: 'invalid-weights' });
		},
	);

	it('refuse a criterion that is missing or there twice', () => {
		const [first, ...rest] = DEFAULT_RUBRIC as [Criterion, ...Criterion[]];
		expect(weightsOf(rest)).toEqual({ ok: false, reason: 'invalid-weights' });
		expect(weightsOf([first, first, ...rest])).toEqual({ ok: false, reason: 'invalid-weights' });
	});
});

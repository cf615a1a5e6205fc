// Coverage and skeleton clarity by their published formulas, by value.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coverageScore, OBLIGATION_LEVELS, type ObligationLevel } from './coverage.ts';
import { SKELETON, skeletonScore, type SkeletonModel } from './skeleton.ts';

const obligation = (level: ObligationLevel, weight = 1) => ({
	obligationId: level,
	weight,
	level,
	span: null,
});

describe('coverage', () => {
	it.each([
		['absent', 0],
		['mentioned', 1],
		['specified', 3],
		['decided', 4],
	] as const)('of one obligation %s: %d', (level, score) => {
		expect(coverageScore([obligation(level)]).score).toBe(score);
	});

	it('weighs obligations and counts the levels', () => {
		expect(
			coverageScore([obligation('decided', 3), obligation('absent', 1), obligation('absent', 0)]),
		).toEqual({
			score: 3,
			counts: { absent: 2, mentioned: 0, specified: 0, decided: 1 },
		});
	});

	it('is unknown when there is nothing to cover', () => {
		expect(coverageScore([]).score).toBeNull();
		expect(coverageScore([obligation('decided', 0)]).score).toBeNull();
	});

	it('stays on the scale and never falls when an obligation is settled further', () => {
		const any = fc.array(
			fc.record({ level: fc.constantFrom(...OBLIGATION_LEVELS), weight: fc.integer({ min: 1, max: 5 }) }),
			{ minLength: 1 },
		);
		fc.assert(
			fc.property(any, (given) => {
				const list = given.map((g) => obligation(g.level, g.weight));
				const before = coverageScore(list).score ?? -1;
				const [first, ...rest] = list;
				if (!first) return;
				const further =
					OBLIGATION_LEVELS[Math.min(3, OBLIGATION_LEVELS.indexOf(first.level) + 1)] ?? 'decided';
				const after = coverageScore([{ ...first, level: further }, ...rest]).score ?? -1;
				expect(before).toBeGreaterThanOrEqual(0);
				expect(after).toBeLessThanOrEqual(4 + 1e-9);
				expect(after).toBeGreaterThanOrEqual(before - 1e-9);
			}),
		);
	});
});

const EMPTY: SkeletonModel = {
	trigger: false,
	actors: 0,
	steps: 0,
	states: 0,
	fallibleSteps: 0,
	failureBranches: 0,
	invariants: 0,
	interfaces: 0,
	outOfScope: 0,
	vagueTerms: 0,
	words: 0,
};
const FULL: SkeletonModel = {
	trigger: true,
	actors: 2,
	steps: 3,
	states: 2,
	fallibleSteps: 2,
	failureBranches: 2,
	invariants: 2,
	interfaces: 1,
	outOfScope: 1,
	vagueTerms: 0,
	words: 200,
};

describe('skeleton clarity', () => {
	it('publishes weights that sum to one', () => {
		expect(Object.values(SKELETON.weights).reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
	});

	it('is 0 for nothing and 4 for everything', () => {
		expect(skeletonScore(EMPTY).score).toBe(0);
		expect(skeletonScore(FULL).score).toBeCloseTo(4, 12);
		expect(skeletonScore(FULL)).toMatchObject({ vaguePenalty: 0, rebuildAgreement: null });
	});

	it.each([
		[{ trigger: true }, 'trigger', 1, 0.4],
		[{ actors: 1 }, 'actors', 0.5, 0.2],
		[{ actors: 9 }, 'actors', 1, 0.4],
		[{ steps: 1 }, 'steps', 1 / 3, 0.8 / 3],
		[{ states: 1 }, 'states', 0.5, 0.2],
		[{ fallibleSteps: 4, failureBranches: 1 }, 'failures', 0.25, 0.25],
		[{ fallibleSteps: 4, failureBranches: 9 }, 'failures', 1, 1],
		[{ fallibleSteps: 0, failureBranches: 1 }, 'failures', 1, 1],
		[{ fallibleSteps: 4 }, 'failures', 0, 0],
		[{ invariants: 1 }, 'invariants', 0.5, 0.2],
		[{ interfaces: 1 }, 'interfaces', 1, 0.4],
		[{ outOfScope: 1 }, 'outOfScope', 1, 0.2],
		[{ steps: -3 }, 'steps', 0, 0],
	] as const)('%j earns its part', (change, part, share, score) => {
		const result = skeletonScore({ ...EMPTY, ...change });
		expect(result.parts[part]).toBeCloseTo(share, 12);
		expect(result.score).toBeCloseTo(score, 12);
	});

	it('loses to vague terms by their density, and not without bound', () => {
		expect(skeletonScore({ ...FULL, vagueTerms: 4 })).toMatchObject({ vaguePenalty: 0.5 });
		expect(skeletonScore({ ...FULL, vagueTerms: 4 }).score).toBeCloseTo(3.5, 12);
		expect(skeletonScore({ ...FULL, vagueTerms: 100 }).score).toBeCloseTo(3, 12);
		expect(skeletonScore({ ...EMPTY, vagueTerms: 3, words: 10 }).score).toBe(0);
		expect(skeletonScore({ ...EMPTY, vagueTerms: 3, words: 0 }).vaguePenalty).toBe(0);
	});

	it('is half what repeated builds agree on, when there are any', () => {
		expect(skeletonScore(FULL, 0.5).score).toBeCloseTo(3, 12);
		expect(skeletonScore(FULL, 0)).toMatchObject({ rebuildAgreement: 0 });
		expect(skeletonScore(FULL, 0).score).toBeCloseTo(2, 12);
	});
});

// The three criteria with their anchors, and the rule that a bad score from any source is an error, never a zero.
import type { Criterion, CriterionId } from '../challenge/pack.ts';
import { LIMITS } from '../limits.ts';

export const CRITERION_IDS = ['coverage', 'alignment', 'skeleton'] as const satisfies readonly CriterionId[];

/** The published criteria; a pack may replace anchors and weights. Weights are relative. */
export const DEFAULT_RUBRIC: readonly Criterion[] = [
	{
		id: 'coverage',
		title: 'Coverage',
		question: 'How much of what the requirement demands, also of what it only implies, does the spec settle?',
		weight: 1,
		anchors: [
			'Repeats the requirement or misses most of it.',
			'Names the explicit demands; what is only implied is missing.',
			'Specifies most explicit demands; few implied ones appear.',
			'Specifies nearly everything; some points are said without being settled.',
			'Every demand, explicit or implied, is settled, or ruled out of scope in words.',
		],
	},
	{
		id: 'alignment',
		title: 'Alignment',
		question: 'Does the output do what the spec decided, and no more than it allows?',
		weight: 1,
		anchors: [
			'The output contradicts the spec, or the spec decided nothing to hold it against.',
			'A few decisions are honoured; most of the behaviour is the agent\u2019s own.',
			'The main decisions are honoured; at least one that matters is not, or much was added unasked.',
			'Nearly all decisions are honoured; deviations are in detail.',
			'Every decision is honoured with its parameters, and what was added was needed.',
		],
	},
	{
		id: 'skeleton',
		title: 'Skeleton clarity',
		question:
			'Could two people build the same system from it: trigger, actors, steps, states, failures, limits?',
		weight: 1,
		anchors: [
			'No structure: two readers would build different systems.',
			'The happy path can be guessed; failures and states are missing.',
			'Trigger and ordered steps are clear; some failures have a branch.',
			'States, interfaces and most failure branches are clear; few vague words.',
			'Every step that can fail says what happens then; invariants and scope are explicit; nothing vague.',
		],
	},
];

/** One value for one criterion; null is "cannot tell". */
export interface CriterionScore {
	criterion: CriterionId;
	value: number | null;
}

export type RubricProblem =
	| { problem: 'missing' | 'duplicate'; criterion: CriterionId }
	| { problem: 'unknown-criterion'; criterion: string }
	| { problem: 'out-of-range' | 'not-a-number' | 'not-whole'; criterion: CriterionId; value: unknown };

export type RubricResult =
	| { ok: true; scores: Record<CriterionId, number | null> }
	| { ok: false; reason: 'invalid-rubric'; problems: RubricProblem[] };

function valueProblem(criterion: CriterionId, value: unknown, whole: boolean): RubricProblem | null {
	if (value === null) return null;
	if (typeof value !== 'number' || !Number.isFinite(value))
		return { problem: 'not-a-number', criterion, value };
	const { min, max } = LIMITS.judging.score;
	if (value < min || value > max) return { problem: 'out-of-range', criterion, value };
	return whole && !Number.isInteger(value) ? { problem: 'not-whole', criterion, value } : null;
}

/**
 * Accepts a complete set of scores, 0 to 4 or null, one per criterion, from any source. People and models score in
 * whole points (`whole`); checks may lie between. All problems are reported at once.
 */
export function validateRubric(
	given: readonly { criterion: string; value: unknown }[],
	options: { whole: boolean },
): RubricResult {
	const problems: RubricProblem[] = [];
	const known = (id: string): id is CriterionId => (CRITERION_IDS as readonly string[]).includes(id);
	for (const { criterion, value } of given) {
		const problem = known(criterion)
			? valueProblem(criterion, value, options.whole)
			: ({ problem: 'unknown-criterion', criterion } as const);
		if (problem) problems.push(problem);
	}
	const scores = {} as Record<CriterionId, number | null>;
	for (const criterion of CRITERION_IDS) {
		const own = given.filter((g) => g.criterion === criterion);
		if (own.length === 0) problems.push({ problem: 'missing', criterion });
		if (own.length > 1) problems.push({ problem: 'duplicate', criterion });
		scores[criterion] = (own[0]?.value ?? null) as number | null;
	}
	return problems.length > 0 ? { ok: false, reason: 'invalid-rubric', problems } : { ok: true, scores };
}

/** Weights by criterion, scaled to sum 1. A weight that is missing, negative or not a number is an error. */
export function weightsOf(
	rubric: readonly Criterion[],
): { ok: true; weights: Record<CriterionId, number> } | { ok: false; reason: 'invalid-weights' } {
	const weights = {} as Record<CriterionId, number>;
	for (const id of CRITERION_IDS) {
		const own = rubric.filter((c) => c.id === id);
		const weight = own.length === 1 ? own[0]?.weight : undefined;
		if (weight === undefined || !Number.isFinite(weight) || weight < 0)
			return { ok: false, reason: 'invalid-weights' };
		weights[id] = weight;
	}
	const sum = CRITERION_IDS.reduce((total, id) => total + weights[id], 0);
	if (!(sum > 0)) return { ok: false, reason: 'invalid-weights' };
	for (const id of CRITERION_IDS) weights[id] /= sum;
	return { ok: true, weights };
}

// Scores with their source and evidence. Nothing is overwritten: the newest of each judge is current, the rest is
// history. People have the last word, and what the checks said stays beside it.
import type { CriterionId } from '../challenge/pack.ts';
import { CRITERION_IDS, validateRubric, type RubricResult } from './rubric.ts';

export type ScoreSource = 'check' | 'model' | 'person';

export interface ScoreEvidence {
	/** One sentence. */
	text: string;
	/** Verbatim passage of the spec or the output; null when the evidence is a measurement. */
	quote: string | null;
}

export interface Score {
	entryId: string;
	criterion: CriterionId;
	source: ScoreSource;
	/** Which code version, model or person. */
	judge: string;
	/** 0 to 4; null is "cannot tell". */
	value: number | null;
	evidence: ScoreEvidence[];
	/** Epoch ms. */
	at: number;
}

/** The newest score of every judge on every entry and criterion; of two at the same time, the later in the list. */
export function currentScores(history: readonly Score[]): Score[] {
	const newest = new Map<string, Score>();
	for (const score of history) {
		const key = JSON.stringify([score.entryId, score.criterion, score.source, score.judge]);
		const known = newest.get(key);
		if (!known || score.at >= known.at) newest.set(key, score);
	}
	return [...newest.values()];
}

/** A complete rubric of one judge as scores; refuses what is missing, duplicate or out of range. */
export function rubricScores(
	given: readonly { criterion: string; value: unknown; evidence?: ScoreEvidence[] }[],
	by: { entryId: string; source: ScoreSource; judge: string; at: number },
): { ok: true; scores: Score[] } | Extract<RubricResult, { ok: false }> {
	const valid = validateRubric(given, { whole: by.source !== 'check' });
	if (!valid.ok) return valid;
	const evidenceFor = (id: CriterionId): ScoreEvidence[] =>
		given.find((g) => g.criterion === id)?.evidence ?? [];
	const scores = CRITERION_IDS.map((criterion) => ({
		...by,
		criterion,
		value: valid.scores[criterion],
		evidence: evidenceFor(criterion),
	}));
	return { ok: true, scores };
}

export const mean = (values: readonly number[]): number | null =>
	values.length === 0 ? null : values.reduce((a, b) => a + b, 0) / values.length;

export function median(values: readonly number[]): number | null {
	const sorted = [...values].sort((a, b) => a - b);
	const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
	return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** What is known about one criterion of one entry. */
export interface CriterionResult {
	/** The value that counts: people's median, otherwise the check's; null when nobody could tell. */
	value: number | null;
	basis: 'people' | 'check' | 'none';
	people: { median: number | null; mean: number | null; raters: number; cannotTell: number };
	/** Deterministic check. */
	check: number | null;
	/** Suggestions of a model, shown and never counted. */
	model: number[];
}

/** Weighs up the current scores of one criterion of one entry. */
export function criterionResult(current: readonly Score[]): CriterionResult {
	const of = (source: ScoreSource): Score[] => current.filter((s) => s.source === source);
	const known = (scores: Score[]): number[] => scores.flatMap((s) => (s.value === null ? [] : [s.value]));
	const people = known(of('person'));
	const check = known(of('check').sort((a, b) => b.at - a.at))[0] ?? null;
	const middle = median(people);
	return {
		value: middle ?? check,
		basis: middle !== null ? 'people' : check !== null ? 'check' : 'none',
		people: {
			median: middle,
			mean: mean(people),
			raters: people.length,
			cannotTell: of('person').length - people.length,
		},
		check,
		model: known(of('model')),
	};
}

// Scores of units from the trained ensembles. A unit is seen with its two neighbours and nothing further away.
import { FEATURE_NAMES, featuresOf } from './features.ts';
import { probability, type Ensemble } from './forest.ts';
import type { Reading } from './reading.ts';
import weights from './weights.json' with { type: 'json' };

export type Target = 'decision' | 'other' | 'restatement' | 'reason' | 'alternative' | 'failure' | 'param';
export type Weights = {
	readonly version: number;
	readonly features: number;
	readonly models: Readonly<Record<Target, Ensemble>>;
};

/** Probability per target, 0 to 1. */
export type Scores = Readonly<Record<Target, number>>;

const TRAINED = weights as unknown as Weights;
const EMPTY: readonly number[] = FEATURE_NAMES.map(() => 0);

/** Features of a unit followed by those of the unit before and the unit after (zeros at the ends). */
export function withNeighbours(
	own: readonly number[],
	before: readonly number[] | undefined,
	after: readonly number[] | undefined,
): number[] {
	return [...own, ...(before ?? EMPTY), ...(after ?? EMPTY)];
}

/** Scores one unit from feature vectors. */
export function scoreVector(x: readonly number[], model: Weights = TRAINED): Scores {
	const models = model.models;
	return {
		decision: probability(models.decision, x),
		other: probability(models.other, x),
		restatement: probability(models.restatement, x),
		reason: probability(models.reason, x),
		alternative: probability(models.alternative, x),
		failure: probability(models.failure, x),
		param: probability(models.param, x),
	};
}

/** Scores of consecutive readings of one spec. */
export function scoreReadings(readings: readonly Reading[], model: Weights = TRAINED): Scores[] {
	const own = readings.map(featuresOf);
	return own.map((x, i) => scoreVector(withNeighbours(x, own[i - 1], own[i + 1]), model));
}

// Scores of units from the trained ensembles. A unit is seen with its two neighbours and nothing further away.
import { compile, probability, type Compiled, type Ensemble, type Target } from './forest.ts';
import type { Token } from './tokens.ts';
import { knownGrams } from './words.ts';
import weights from './weights.json' with { type: 'json' };

export type Weights = {
	readonly version: number;
	/** Number of features of one unit; training and evaluation must agree on it. */
	readonly features: number;
	readonly vocabulary: readonly string[];
	readonly models: Readonly<Record<Target, Ensemble>>;
};

/** Probability per target, 0 to 1. */
export type Scores = Readonly<Record<Target, number>>;

const TRAINED = weights as unknown as Weights;
const INDEX: ReadonlyMap<string, number> = new Map(TRAINED.vocabulary.map((gram, at) => [gram, at]));
const MODELS = Object.fromEntries(
	Object.entries(TRAINED.models).map(([target, ensemble]) => [
		target,
		compile(ensemble, 3 * TRAINED.features),
	]),
) as Record<Target, Compiled>;

/** Scores one unit from its feature vector (with neighbours) and its vocabulary positions. */
export function scoreVector(x: ArrayLike<number>, grams: readonly number[]): Scores {
	return {
		decision: probability(MODELS.decision, x, grams),
		other: probability(MODELS.other, x, grams),
		restatement: probability(MODELS.restatement, x, grams),
		reason: probability(MODELS.reason, x, grams),
		alternative: probability(MODELS.alternative, x, grams),
		failure: probability(MODELS.failure, x, grams),
		param: probability(MODELS.param, x, grams),
	};
}

/** Vocabulary positions of a unit's words and word pairs. */
export function gramPositions(tokens: readonly Token[]): number[] {
	return knownGrams(tokens, INDEX);
}

// Plain evaluator of the trained ensembles: boosted trees in preorder, a linear part and a word part, summed as log-odds.
import { wordLogOdds } from './words.ts';

/** What the ensembles tell: classes of a unit, and sub-flags of a decision. */
export type Target = 'decision' | 'other' | 'restatement' | 'reason' | 'alternative' | 'failure' | 'param';

/** Trees in preorder. Split: feature >= 0, go left (next node) when x[feature] < value, else to `right`. Leaf: feature -1. */
export type Tree = {
	readonly feature: readonly number[];
	readonly value: readonly number[];
	readonly right: readonly number[];
};

export type Ensemble = {
	/** Weight of the trees' log-odds; the linear part has 1 - blend; the word part is added with `wordShare`. */
	readonly blend: number;
	readonly wordShare: number;
	readonly bias: number;
	readonly trees: readonly Tree[];
	/** Sparse standardised linear model: [feature, mean, scale, coefficient]. */
	readonly linear: readonly (readonly [number, number, number, number])[];
	readonly linearBias: number;
	/** Weight per vocabulary entry, in hundredths. */
	readonly words: readonly number[];
	readonly wordBias: number;
	/** Calibration of the summed log-odds: p = 1 / (1 + exp(-(slope * z + shift))). */
	readonly slope: number;
	readonly shift: number;
};

function treeValue(tree: Tree, x: readonly number[]): number {
	let at = 0;
	for (;;) {
		const feature = tree.feature[at] ?? -1;
		const value = tree.value[at] ?? 0;
		if (feature < 0) return value;
		at = (x[feature] ?? 0) < value ? at + 1 : (tree.right[at] ?? at + 1);
	}
}

/** Uncalibrated log-odds for feature vector `x` and the vocabulary positions `grams` of the unit's words. */
export function logOdds(ensemble: Ensemble, x: readonly number[], grams: readonly number[]): number {
	let boosted = ensemble.bias;
	for (const tree of ensemble.trees) boosted += treeValue(tree, x);
	let linear = ensemble.linearBias;
	for (const [feature, mean, scale, coefficient] of ensemble.linear) {
		linear += (((x[feature] ?? 0) - mean) / scale) * coefficient;
	}
	const words = wordLogOdds(grams, ensemble.words, ensemble.wordBias * 100) / 100;
	return ensemble.blend * boosted + (1 - ensemble.blend) * linear + ensemble.wordShare * words;
}

/** Probability from `ensemble`, 0 to 1. */
export function probability(ensemble: Ensemble, x: readonly number[], grams: readonly number[]): number {
	return 1 / (1 + Math.exp(-(ensemble.slope * logOdds(ensemble, x, grams) + ensemble.shift)));
}

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

/** An ensemble laid out for speed: all trees in one set of arrays, the linear part as one weight per feature. */
export type Compiled = {
	readonly ensemble: Ensemble;
	readonly roots: readonly number[];
	readonly feature: Int16Array;
	readonly value: Float64Array;
	readonly right: Int32Array;
	readonly weights: Float64Array;
	readonly constant: number;
};

/** Lays out an ensemble whose feature vectors have `width` numbers. */
export function compile(ensemble: Ensemble, width: number): Compiled {
	const roots: number[] = [];
	const feature: number[] = [];
	const value: number[] = [];
	const right: number[] = [];
	for (const tree of ensemble.trees) {
		const root = feature.length;
		roots.push(root);
		feature.push(...tree.feature);
		value.push(...tree.value);
		for (const each of tree.right) right.push(root + each);
	}
	const weights = new Float64Array(width);
	let constant = ensemble.linearBias;
	for (const [at, mean, scale, coefficient] of ensemble.linear) {
		weights[at] = coefficient / scale;
		constant -= (mean * coefficient) / scale;
	}
	return {
		ensemble,
		roots,
		feature: Int16Array.from(feature),
		value: Float64Array.from(value),
		right: Int32Array.from(right),
		weights,
		constant,
	};
}

/** Uncalibrated log-odds for feature vector `x` and the vocabulary positions `grams` of the unit's words. */
export function logOdds(compiled: Compiled, x: ArrayLike<number>, grams: readonly number[]): number {
	const { ensemble, roots, feature, value, right, weights } = compiled;
	let boosted = ensemble.bias;
	for (const root of roots) {
		let at = root;
		let split = feature[at] as number;
		while (split >= 0) {
			at = (x[split] as number) < (value[at] as number) ? at + 1 : (right[at] as number);
			split = feature[at] as number;
		}
		boosted += value[at] as number;
	}
	let linear = compiled.constant;
	if (ensemble.blend < 1) {
		const width = Math.min(x.length, weights.length);
		for (let i = 0; i < width; i++) linear += (x[i] as number) * (weights[i] as number);
	}
	const words =
		ensemble.wordShare === 0 ? 0 : wordLogOdds(grams, ensemble.words, ensemble.wordBias * 100) / 100;
	return ensemble.blend * boosted + (1 - ensemble.blend) * linear + ensemble.wordShare * words;
}

/** Calibrated probability, 0 to 1. */
export function probability(compiled: Compiled, x: ArrayLike<number>, grams: readonly number[]): number {
	const { slope, shift } = compiled.ensemble;
	return 1 / (1 + Math.exp(-(slope * logOdds(compiled, x, grams) + shift)));
}

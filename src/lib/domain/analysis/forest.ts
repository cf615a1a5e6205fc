// Plain evaluator of the trained ensembles: boosted trees in preorder plus a linear part, summed as log-odds.

/** Trees in preorder. Split: feature >= 0, go left (next node) when x[feature] < threshold, else to `right`. Leaf: feature -1, value in `threshold`. */
export type Tree = {
	readonly feature: readonly number[];
	readonly threshold: readonly number[];
	readonly right: readonly number[];
};

export type Ensemble = {
	/** Weight of the trees' log-odds; the linear part has 1 - weight. */
	readonly blend: number;
	readonly bias: number;
	readonly trees: readonly Tree[];
	/** Sparse standardised linear model: [feature, mean, scale, coefficient]. */
	readonly linear: readonly (readonly [number, number, number, number])[];
	readonly linearBias: number;
	/** Calibration of the blended log-odds: p = 1 / (1 + exp(-(slope * z + shift))). */
	readonly slope: number;
	readonly shift: number;
};

function treeValue(tree: Tree, x: readonly number[]): number {
	let at = 0;
	for (;;) {
		const feature = tree.feature[at] ?? -1;
		if (feature < 0) return tree.threshold[at] ?? 0;
		at = (x[feature] ?? 0) < (tree.threshold[at] ?? 0) ? at + 1 : (tree.right[at] ?? at + 1);
	}
}

/** Uncalibrated log-odds of the ensemble for feature vector `x`. */
export function logOdds(ensemble: Ensemble, x: readonly number[]): number {
	let boosted = ensemble.bias;
	for (const tree of ensemble.trees) boosted += treeValue(tree, x);
	let linear = ensemble.linearBias;
	for (const [feature, mean, scale, coefficient] of ensemble.linear)
		linear += (((x[feature] ?? 0) - mean) / scale) * coefficient;
	return ensemble.blend * boosted + (1 - ensemble.blend) * linear;
}

/** Probability from `ensemble` for feature vector `x`, 0 to 1. */
export function probability(ensemble: Ensemble, x: readonly number[]): number {
	return 1 / (1 + Math.exp(-(ensemble.slope * logOdds(ensemble, x) + ensemble.shift)));
}

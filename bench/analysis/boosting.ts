// Gradient boosting of shallow trees on the logistic loss (Friedman 2001, Newton leaves), deterministic for a given seed.
import type { Tree } from '#lib/domain/analysis/forest.ts';

export type BoostingOptions = {
	readonly rounds: number;
	readonly depth: number;
	readonly rate: number;
	/** Share of rows drawn per tree, and of features drawn per split. */
	readonly rows: number;
	readonly features: number;
	readonly minLeaf: number;
	/** L2 on leaf values. */
	readonly ridge: number;
	readonly seed: number;
};

export type Boosted = { bias: number; trees: Tree[] };

const MAX_BINS = 24;
const ROUND = 1e4;

/** Mulberry32: small, fast, reproducible. */
export function randomFrom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let t = state;
		t = Math.imul(t ^ (t >>> 15), t | 1);
		t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
		return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
	};
}

function cutsOf(column: readonly number[]): number[] {
	const values = [...new Set(column)].sort((a, b) => a - b);
	const middles = values
		.slice(1)
		.map((value, i) => Math.round(((value + (values[i] ?? 0)) / 2) * ROUND) / ROUND);
	if (middles.length <= MAX_BINS) return middles;
	return Array.from(
		{ length: MAX_BINS },
		(_, i) => middles[Math.floor(((i + 0.5) * middles.length) / MAX_BINS)] ?? 0,
	);
}

/** Rows turned into bins once; many models are then trained on row subsets. */
export class Binned {
	readonly cuts: number[][];
	readonly bins: Uint8Array[];
	readonly rows: number;

	constructor(x: readonly (readonly number[])[]) {
		const width = x[0]?.length ?? 0;
		this.rows = x.length;
		this.cuts = Array.from({ length: width }, (_, f) => cutsOf(x.map((row) => row[f] ?? 0)));
		this.bins = this.cuts.map((cuts, f) => {
			const column = new Uint8Array(x.length);
			x.forEach((row, i) => {
				const value = row[f] ?? 0;
				let bin = 0;
				while (bin < cuts.length && value >= (cuts[bin] ?? 0)) bin++;
				column[i] = bin;
			});
			return column;
		});
	}
}

type Growing = { feature: number[]; value: number[]; right: number[] };

const LEAF_ROUND = 1e3;
type Sums = { gradient: Float64Array; hessian: Float64Array };

function sample(count: number, share: number, random: () => number, from: readonly number[]): number[] {
	const pool = [...from];
	const wanted = Math.max(1, Math.round(count * share));
	for (let i = 0; i < wanted; i++) {
		const j = i + Math.floor(random() * (pool.length - i));
		const swap = pool[i] as number;
		pool[i] = pool[j] as number;
		pool[j] = swap;
	}
	return pool.slice(0, wanted);
}

type Split = { feature: number; bin: number; gain: number };

function bestSplit(
	data: Binned,
	rows: readonly number[],
	sums: Sums,
	candidates: readonly number[],
	options: BoostingOptions,
): Split | undefined {
	let best: Split | undefined;
	for (const feature of candidates) {
		const cuts = data.cuts[feature]?.length ?? 0;
		if (cuts === 0) continue;
		const gradient = new Float64Array(cuts + 1);
		const hessian = new Float64Array(cuts + 1);
		const counts = new Uint32Array(cuts + 1);
		const column = data.bins[feature] as Uint8Array;
		let g = 0;
		let h = 0;
		for (const row of rows) {
			const bin = column[row] as number;
			gradient[bin]! += sums.gradient[row]!;
			hessian[bin]! += sums.hessian[row]!;
			counts[bin]!++;
			g += sums.gradient[row]!;
			h += sums.hessian[row]!;
		}
		const parent = (g * g) / (h + options.ridge);
		let gl = 0;
		let hl = 0;
		let nl = 0;
		for (let bin = 0; bin < cuts; bin++) {
			gl += gradient[bin]!;
			hl += hessian[bin]!;
			nl += counts[bin]!;
			if (nl < options.minLeaf || rows.length - nl < options.minLeaf) continue;
			const gain =
				(gl * gl) / (hl + options.ridge) + ((g - gl) * (g - gl)) / (h - hl + options.ridge) - parent;
			if (gain > 1e-9 && (!best || gain > best.gain)) best = { feature, bin, gain };
		}
	}
	return best;
}

function grow(
	data: Binned,
	rows: readonly number[],
	sums: Sums,
	depth: number,
	usable: readonly number[],
	random: () => number,
	options: BoostingOptions,
	tree: Growing,
): void {
	const at = tree.feature.length;
	const candidates =
		depth > 0 && rows.length >= 2 * options.minLeaf
			? sample(usable.length, options.features, random, usable)
			: [];
	const split = bestSplit(data, rows, sums, candidates, options);
	tree.feature.push(split ? split.feature : -1);
	tree.right.push(0);
	if (!split) {
		let g = 0;
		let h = 0;
		for (const row of rows) {
			g += sums.gradient[row]!;
			h += sums.hessian[row]!;
		}
		tree.value.push(Math.round(((options.rate * g) / (h + options.ridge)) * LEAF_ROUND) / LEAF_ROUND);
		return;
	}
	tree.value.push(data.cuts[split.feature]?.[split.bin] ?? 0);
	const column = data.bins[split.feature] as Uint8Array;
	grow(
		data,
		rows.filter((row) => column[row]! <= split.bin),
		sums,
		depth - 1,
		usable,
		random,
		options,
		tree,
	);
	tree.right[at] = tree.feature.length;
	grow(
		data,
		rows.filter((row) => column[row]! > split.bin),
		sums,
		depth - 1,
		usable,
		random,
		options,
		tree,
	);
}

function valueOf(data: Binned, tree: Tree, row: number): number {
	let at = 0;
	for (;;) {
		const feature = tree.feature[at]!;
		if (feature < 0) return tree.value[at]!;
		const cuts = data.cuts[feature] as number[];
		const cut = cuts.indexOf(tree.value[at]!);
		at = data.bins[feature]![row]! <= cut ? at + 1 : tree.right[at]!;
	}
}

/** Boosts on `rows` of `data`; `y` is 0 or 1 (or a soft label), `weight` scales each row. */
export function boost(
	data: Binned,
	y: readonly number[],
	weight: readonly number[],
	rows: readonly number[],
	options: BoostingOptions,
): Boosted {
	const random = randomFrom(options.seed);
	let mass = 0;
	let positive = 0;
	for (const row of rows) {
		mass += weight[row]!;
		positive += weight[row]! * y[row]!;
	}
	const prior = Math.min(0.99, Math.max(0.01, positive / mass));
	const bias = Math.round(Math.log(prior / (1 - prior)) * ROUND) / ROUND;
	const score = new Float64Array(data.rows).fill(bias);
	const sums: Sums = { gradient: new Float64Array(data.rows), hessian: new Float64Array(data.rows) };
	const usable = data.cuts.flatMap((cuts, f) => (cuts.length > 0 ? [f] : []));
	const trees: Tree[] = [];
	for (let round = 0; round < options.rounds; round++) {
		for (const row of rows) {
			const p = 1 / (1 + Math.exp(-score[row]!));
			sums.gradient[row] = weight[row]! * (y[row]! - p);
			sums.hessian[row] = weight[row]! * Math.max(1e-6, p * (1 - p));
		}
		const drawn = sample(rows.length, options.rows, random, rows);
		const tree: Growing = { feature: [], value: [], right: [] };
		grow(data, drawn, sums, options.depth, usable, random, options, tree);
		trees.push(tree);
		for (const row of rows) score[row]! += valueOf(data, tree, row);
	}
	return { bias, trees };
}

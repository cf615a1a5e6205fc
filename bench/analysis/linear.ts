// L2-regularised logistic regression on standardised features, by coordinate-wise Newton steps; deterministic.

export type LinearModel = { linear: [number, number, number, number][]; linearBias: number };

const ROUND = 1e4;

function round(value: number): number {
	return Math.round(value * ROUND) / ROUND;
}

/** Fits on `rows` of `x`; `penalty` is the L2 weight per coefficient. */
export function fitLinear(
	x: readonly (readonly number[])[],
	y: readonly number[],
	weight: readonly number[],
	rows: readonly number[],
	penalty: number,
	passes = 40,
): LinearModel {
	const width = x[0]?.length ?? 0;
	const kept: { feature: number; mean: number; scale: number; column: Float64Array }[] = [];
	for (let f = 0; f < width; f++) {
		let sum = 0;
		for (const row of rows) sum += x[row]![f]!;
		const mean = round(sum / rows.length);
		let squares = 0;
		for (const row of rows) squares += (x[row]![f]! - mean) ** 2;
		const scale = round(Math.sqrt(squares / rows.length));
		if (scale < 0.01) continue;
		kept.push({
			feature: f,
			mean,
			scale,
			column: Float64Array.from(rows, (row) => (x[row]![f]! - mean) / scale),
		});
	}
	const coefficients = new Float64Array(kept.length);
	const z = new Float64Array(rows.length);
	let bias = 0;
	for (let pass = 0; pass < passes; pass++) {
		bias += step(z, undefined, y, weight, rows, 0, 0);
		kept.forEach((each, k) => {
			const old = coefficients[k]!;
			coefficients[k] = old + step(z, each.column, y, weight, rows, penalty, old);
		});
	}
	const linear = kept.map((each, k): [number, number, number, number] => [
		each.feature,
		each.mean,
		each.scale,
		round(coefficients[k]!),
	]);
	return { linear: linear.filter((each) => each[3] !== 0), linearBias: round(bias) };
}

function step(
	z: Float64Array,
	column: Float64Array | undefined,
	y: readonly number[],
	weight: readonly number[],
	rows: readonly number[],
	penalty: number,
	current: number,
): number {
	let gradient = -penalty * current;
	let curvature = penalty;
	for (let i = 0; i < rows.length; i++) {
		const p = 1 / (1 + Math.exp(-z[i]!));
		const v = column ? column[i]! : 1;
		const w = weight[rows[i]!]!;
		gradient += w * (y[rows[i]!]! - p) * v;
		curvature += w * Math.max(0.02, p * (1 - p)) * v * v;
	}
	const delta = Math.max(-1, Math.min(1, gradient / Math.max(1e-6, curvature)));
	for (let i = 0; i < rows.length; i++) z[i]! += delta * (column ? column[i]! : 1);
	return delta;
}

export type SparseModel = { weights: number[]; bias: number };

/**
 * Logistic regression over sets of entries, each set scaled by the root of its size; weights in hundredths, rounded.
 * `sets[i]` holds the vocabulary positions of row i.
 */
export function fitSets(
	sets: readonly (readonly number[])[],
	width: number,
	y: readonly number[],
	weight: readonly number[],
	rows: readonly number[],
	penalty: number,
	passes = 25,
): SparseModel {
	const holders: number[][] = Array.from({ length: width }, () => []);
	for (const row of rows) for (const at of sets[row] ?? []) holders[at]?.push(row);
	const scale = sets.map((set) => 1 / Math.sqrt(Math.max(1, set.length)));
	const z = new Float64Array(sets.length);
	const weights = new Float64Array(width);
	let bias = 0;
	const move = (over: readonly number[], unscaled: boolean, ridge: number, current: number): number => {
		let gradient = -ridge * current;
		let curvature = ridge;
		for (const row of over) {
			const p = 1 / (1 + Math.exp(-z[row]!));
			const v = unscaled ? 1 : scale[row]!;
			gradient += weight[row]! * (y[row]! - p) * v;
			curvature += weight[row]! * Math.max(0.02, p * (1 - p)) * v * v;
		}
		const delta = Math.max(-1, Math.min(1, gradient / Math.max(1e-6, curvature)));
		for (const row of over) z[row]! += delta * (unscaled ? 1 : scale[row]!);
		return delta;
	};
	for (let pass = 0; pass < passes; pass++) {
		bias += move(rows, true, 0, 0);
		for (let at = 0; at < width; at++) {
			if (holders[at]!.length > 0) weights[at]! += move(holders[at]!, false, penalty, weights[at]!);
		}
	}
	return { weights: Array.from(weights, (each) => Math.round(each * 100) || 0), bias: round(bias) };
}

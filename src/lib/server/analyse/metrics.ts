// Agreement and ranking statistics for labelled units; formulas as in the cited sources.

/** Rows are true classes, columns predicted ones. */
export type Confusion = readonly (readonly number[])[];

/** Counts of (true, predicted) pairs of class indices below `classes`. */
export function confusion(
	truth: readonly number[],
	predicted: readonly number[],
	classes: number,
): number[][] {
	const table = Array.from({ length: classes }, () => Array.from({ length: classes }, () => 0));
	truth.forEach((t, i) => {
		const row = table[t];
		const p = predicted[i];
		if (row && p !== undefined) row[p] = (row[p] ?? 0) + 1;
	});
	return table;
}

export type ClassFigures = {
	readonly precision: number;
	readonly recall: number;
	readonly f1: number;
	readonly support: number;
};

/** Precision, recall and F1 per class; 0 where undefined. */
export function perClass(table: Confusion): ClassFigures[] {
	return table.map((row, k) => {
		const hit = row[k] ?? 0;
		const support = row.reduce((a, b) => a + b, 0);
		const claimed = table.reduce((sum, each) => sum + (each[k] ?? 0), 0);
		const precision = claimed === 0 ? 0 : hit / claimed;
		const recall = support === 0 ? 0 : hit / support;
		const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
		return { precision, recall, f1, support };
	});
}

/** Unweighted mean of the F1 of the classes that occur. */
export function macroF1(table: Confusion): number {
	const figures = perClass(table).filter(
		(each, k) => each.support > 0 || table.some((row) => (row[k] ?? 0) > 0),
	);
	return figures.reduce((sum, each) => sum + each.f1, 0) / Math.max(1, figures.length);
}

/** Cohen's kappa (Cohen 1960); 1 when both sides are constant and equal. */
export function kappa(table: Confusion): number {
	const total = table.reduce((sum, row) => sum + row.reduce((a, b) => a + b, 0), 0);
	if (total === 0) return 0;
	let observed = 0;
	let expected = 0;
	table.forEach((row, k) => {
		observed += (row[k] ?? 0) / total;
		const rows = row.reduce((a, b) => a + b, 0);
		const columns = table.reduce((sum, each) => sum + (each[k] ?? 0), 0);
		expected += (rows / total) * (columns / total);
	});
	return expected === 1 ? 1 : (observed - expected) / (1 - expected);
}

/** Area under the ROC curve by mid-ranks (Mann and Whitney 1947); 0.5 when one class is missing. */
export function areaUnderCurve(truth: readonly number[], score: readonly number[]): number {
	const order = score.map((_, i) => i).sort((a, b) => (score[a] ?? 0) - (score[b] ?? 0));
	let rankSum = 0;
	let positives = 0;
	for (let i = 0; i < order.length;) {
		let j = i;
		while (j < order.length && score[order[j] ?? 0] === score[order[i] ?? 0]) j++;
		const rank = (i + j + 1) / 2;
		for (let k = i; k < j; k++) {
			if (truth[order[k] ?? 0] !== 1) continue;
			rankSum += rank;
			positives++;
		}
		i = j;
	}
	const negatives = order.length - positives;
	if (positives === 0 || negatives === 0) return 0.5;
	return (rankSum - (positives * (positives + 1)) / 2) / (positives * negatives);
}

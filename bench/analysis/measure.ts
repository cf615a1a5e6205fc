// One-line summaries of held-out scores for the training script.
import { areaUnderCurve, confusion, kappa, macroF1 } from '#lib/server/analyse/metrics.ts';

export type Scored = {
	readonly id: string;
	readonly req: string;
	readonly source: string;
	readonly y: number;
	readonly p: number;
};

function line(name: string, rows: readonly Scored[]): string {
	const y = rows.map((row) => row.y);
	const hat = rows.map((row) => (row.p >= 0.5 ? 1 : 0));
	const table = confusion(y, hat, 2);
	const recall = (table[1]?.[1] ?? 0) / Math.max(1, (table[1]?.[0] ?? 0) + (table[1]?.[1] ?? 0));
	const auc = areaUnderCurve(
		y,
		rows.map((row) => row.p),
	);
	return `${name} n=${rows.length} AUC ${auc.toFixed(3)} macro-F1 ${macroF1(table).toFixed(3)} kappa ${kappa(table).toFixed(3)} recall ${recall.toFixed(3)}`;
}

/** Held-out figures of one target over all rows and per source. */
export function summarise(target: string, rows: readonly Scored[]): string {
	const sources = [...new Set(rows.map((row) => row.source))];
	return [
		line(`${target} all`, rows),
		...sources.map((source) =>
			line(
				`  ${source}`,
				rows.filter((row) => row.source === source),
			),
		),
	].join('\n');
}

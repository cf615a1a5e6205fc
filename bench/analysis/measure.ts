// One-line summaries of held-out scores for the training script.
import type { Verdict } from '#lib/domain/analysis/classify.ts';
import { UNIT_CLASSES } from '#lib/domain/analysis/types.ts';
import { areaUnderCurve, confusion, kappa, macroF1, perClass } from '#lib/server/analyse/metrics.ts';

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

/** Figures of the whole classifier over judged rows: decision against the rest, classes, failure branches, close calls. */
export function wholeLine(
	name: string,
	judged: readonly { row: { label: string; flags: readonly string[] }; verdict: Verdict }[],
): string {
	if (judged.length === 0) return `whole ${name}: no rows`;
	const y = judged.map(({ row }) => (row.label === 'decision' ? 1 : 0));
	const table = confusion(
		y,
		judged.map(({ verdict }) => (verdict.class === 'decision' ? 1 : 0)),
		2,
	);
	const auc = areaUnderCurve(
		y,
		judged.map(({ verdict }) => verdict.probability),
	);
	const classes = confusion(
		judged.map(({ row }) => UNIT_CLASSES.indexOf(row.label as (typeof UNIT_CLASSES)[number])),
		judged.map(({ verdict }) => UNIT_CLASSES.indexOf(verdict.class)),
		UNIT_CLASSES.length,
	);
	const failures = judged.filter(({ row }) => row.label === 'decision' && row.flags.includes('failure'));
	const found = failures.filter(({ verdict }) => verdict.class === 'decision').length;
	const flagged = failures.filter(({ verdict }) => verdict.flags.failureBranch).length;
	const wrongly = judged.filter(
		({ row, verdict }) => !row.flags.includes('failure') && verdict.flags.failureBranch,
	).length;
	const close = judged.filter(({ verdict }) => verdict.abstain).length;
	return [
		`whole ${name} n=${judged.length} AUC ${auc.toFixed(3)} macro-F1 ${macroF1(table).toFixed(3)} kappa ${kappa(table).toFixed(3)} close ${close}`,
		`  F1 ${UNIT_CLASSES.map((each, k) => `${each} ${(perClass(classes)[k]?.f1 ?? 0).toFixed(3)}`).join(' ')}`,
		`  confusion ${JSON.stringify(classes)} failures ${found}/${failures.length} found, ${flagged} flagged, ${wrongly} flagged wrongly`,
	].join('\n');
}

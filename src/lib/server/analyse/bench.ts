// Measures the analyser on labelled units beside baselines, with bootstrap intervals over specs.
import type { LabelledUnit } from '../../contract/analysis.ts';
import { judgeTexts } from '../../domain/analysis/judge.ts';
import { UNIT_CLASSES, type UnitClass } from '../../domain/analysis/types.ts';
import { areaUnderCurve, confusion, kappa, macroF1, perClass, type ClassFigures } from './metrics.ts';

/** A figure with its 95 % bootstrap interval. */
export type Interval = { readonly value: number; readonly low: number; readonly high: number };
export type Binary = { readonly macroF1: Interval; readonly auc: Interval; readonly kappa: Interval };

export type BenchReport = {
	readonly units: number;
	readonly specs: number;
	readonly abstained: number;
	/** Decision against the rest. */
	readonly analyser: Binary;
	readonly baselines: Readonly<Record<'always-decision' | 'length-only' | 'cue-only', Binary>>;
	readonly classes: Readonly<Record<UnitClass, ClassFigures>>;
	/** Rows true, columns predicted, in the order of `UNIT_CLASSES`. */
	readonly confusion: readonly (readonly number[])[];
	/** Share of failure decisions (flag `failure`) that were classed as decisions and flagged; null without such rows. */
	readonly failureRecall: { readonly decided: number; readonly flagged: number; readonly of: number } | null;
};

type Scored = { readonly spec: string; readonly truth: 0 | 1; readonly score: number; readonly hat: 0 | 1 };

/** Longer than this is "decision" for the length-only baseline: the median length of the training units. */
const LENGTH_CUT = 12;
const CUES =
	/\b(?:because|since|therefore|instead|rather|decided?|chose|choose|prefer|versus|vs|alternative|however|but|although|so that|otherwise|trade-?off|due to|why)\b/gi;

function wordsIn(text: string): number {
	return text.split(/\s+/).filter(Boolean).length;
}

function cuesIn(text: string): number {
	return text.match(CUES)?.length ?? 0;
}

function random(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return state / 4294967296;
	};
}

function figures(rows: readonly Scored[]): { macroF1: number; auc: number; kappa: number } {
	const truth = rows.map((row) => row.truth);
	const table = confusion(
		truth,
		rows.map((row) => row.hat),
		2,
	);
	const auc = areaUnderCurve(
		truth,
		rows.map((row) => row.score),
	);
	return { macroF1: macroF1(table), auc, kappa: kappa(table) };
}

/** Percentile bootstrap over specs (Efron and Tibshirani 1993): units of one spec are not independent. */
function withIntervals(rows: readonly Scored[], resamples: number, seed: number): Binary {
	const bySpec = [...Map.groupBy(rows, (row) => row.spec).values()];
	const next = random(seed);
	const draws = Array.from({ length: resamples }, () =>
		figures(bySpec.flatMap(() => bySpec[Math.floor(next() * bySpec.length)] ?? [])),
	);
	const whole = figures(rows);
	const interval = (key: 'macroF1' | 'auc' | 'kappa'): Interval => {
		const sorted = draws.map((draw) => draw[key]).sort((a, b) => a - b);
		const at = (q: number): number =>
			sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? whole[key];
		return { value: whole[key], low: at(0.025), high: at(0.975) };
	};
	return { macroF1: interval('macroF1'), auc: interval('auc'), kappa: interval('kappa') };
}

function judgeAll(units: readonly LabelledUnit[], requirements: ReadonlyMap<string, string>) {
	const specs = Map.groupBy(units, (unit) => `${unit.req}\u0000${unit.spec}`);
	return [...specs.values()].flatMap((rows) => {
		const requirement = requirements.get(rows[0]?.req ?? '') ?? '';
		const verdicts = judgeTexts(
			requirement,
			rows.map((row) => row.text),
		);
		return rows.map((row, i) => ({ row, verdict: verdicts[i]! }));
	});
}

/**
 * Judges labelled units; units of one spec must stand in the order of the spec, since a unit sees its neighbours.
 * `requirements` maps a `req` to its text.
 */
export function benchUnits(
	units: readonly LabelledUnit[],
	requirements: ReadonlyMap<string, string>,
	options: { resamples: number; seed: number },
): BenchReport {
	const judged = judgeAll(units, requirements);
	const scored = (score: (i: number) => number, hat: (i: number) => boolean): Binary =>
		withIntervals(
			judged.map(({ row }, i) => ({
				spec: row.spec,
				truth: row.label === 'decision' ? 1 : 0,
				score: score(i),
				hat: hat(i) ? 1 : 0,
			})),
			options.resamples,
			options.seed,
		);
	const text = (i: number): string => judged[i]?.row.text ?? '';
	const table = confusion(
		judged.map(({ row }) => UNIT_CLASSES.indexOf(row.label)),
		judged.map(({ verdict }) => UNIT_CLASSES.indexOf(verdict.class)),
		UNIT_CLASSES.length,
	);
	const byClass = perClass(table);
	const failures = judged.filter(({ row }) => row.label === 'decision' && row.flags?.includes('failure'));
	return {
		units: judged.length,
		specs: new Set(judged.map(({ row }) => row.spec)).size,
		abstained: judged.filter(({ verdict }) => verdict.abstain).length,
		analyser: scored(
			(i) => judged[i]?.verdict.probability ?? 0,
			(i) => judged[i]?.verdict.class === 'decision',
		),
		baselines: {
			'always-decision': scored(
				() => 1,
				() => true,
			),
			'length-only': scored(
				(i) => wordsIn(text(i)),
				(i) => wordsIn(text(i)) > LENGTH_CUT,
			),
			'cue-only': scored(
				(i) => cuesIn(text(i)),
				(i) => cuesIn(text(i)) > 0,
			),
		},
		classes: Object.fromEntries(UNIT_CLASSES.map((each, k) => [each, byClass[k]])) as BenchReport['classes'],
		confusion: table,
		failureRecall:
			failures.length === 0
				? null
				: {
						decided: failures.filter(({ verdict }) => verdict.class === 'decision').length,
						flagged: failures.filter(({ verdict }) => verdict.flags.failureBranch).length,
						of: failures.length,
					},
	};
}

// Analyses and bench reports as text for people; colour only where asked for.
import { styleText } from 'node:util';
import {
	UNIT_CLASSES,
	type AnalysedUnit,
	type Analysis,
	type UnitClass,
} from '../../domain/analysis/types.ts';
import type { BenchReport, Binary, Interval } from './bench.ts';

type Paint = (colour: 'green' | 'yellow' | 'magenta' | 'gray' | 'bold' | 'cyan', text: string) => string;

const COLOURS = { decision: 'green', description: 'yellow', restatement: 'magenta', other: 'gray' } as const;
const FLAG_NAMES = {
	reason: 'reason',
	alternative: 'alternative',
	failureBranch: 'failure branch',
	parameter: 'parameter',
	delegation: 'delegation',
} as const;

function painter(colour: boolean): Paint {
	return (style, text) => (colour ? styleText(style, text, { validateStream: false }) : text);
}

function percent(share: number): string {
	return `${Math.round(100 * share)} %`;
}

function lineNumbers(spec: string): (offset: number) => number {
	const starts = [0];
	for (let at = spec.indexOf('\n'); at >= 0; at = spec.indexOf('\n', at + 1)) starts.push(at + 1);
	return (offset) => {
		let low = 0;
		let high = starts.length;
		while (high - low > 1) {
			const middle = (low + high) >> 1;
			if ((starts[middle] ?? 0) <= offset) low = middle;
			else high = middle;
		}
		return low + 1;
	};
}

function unitLine(spec: string, unit: AnalysedUnit, line: number, paint: Paint): string {
	const text = spec.slice(unit.start, unit.end).replace(/\s+/g, ' ');
	const flags = Object.entries(FLAG_NAMES).flatMap(([key, name]) =>
		unit.flags[key as keyof typeof FLAG_NAMES] ? [name] : [],
	);
	const marks = [...flags, ...(unit.abstain ? ['close call'] : []), ...(unit.repeats ? ['repeats'] : [])];
	const note =
		unit.notJudged === 'language'
			? ' (language not supported)'
			: marks.length > 0
				? ` [${marks.join(', ')}]`
				: '';
	const head = `${String(line).padStart(4)}  ${unit.class.padEnd(11)} ${unit.probability.toFixed(2)}`;
	return `${paint(COLOURS[unit.class], head)}  ${text.length > 110 ? `${text.slice(0, 109)}…` : text}${paint('gray', note)}`;
}

/** The readable report of one spec. */
export function analysisText(spec: string, analysis: Analysis, colour: boolean): string {
	const paint = painter(colour);
	const at = lineNumbers(spec);
	const { summary, skeleton } = analysis;
	const units = analysis.units.filter((unit) => unit.notJudged === null || unit.notJudged === 'language');
	const missing = Object.entries(skeleton.parts).flatMap(([name, part]) => (part.present ? [] : [name]));
	const vague = analysis.vagueTerms.map((term) => `${term.term} (line ${at(term.start)})`);
	const lines = [
		...units.map((unit) => unitLine(spec, unit, at(unit.start), paint)),
		'',
		paint(
			'bold',
			`${percent(summary.decidedShare)} of the words decide, ${percent(summary.restatementShare)} repeat the requirement.`,
		),
		UNIT_CLASSES.map((each: UnitClass) => `${each} ${summary.units[each]}`).join(', ') +
			`; close calls ${summary.abstained}`,
		`with a reason ${summary.reasoned}, failure branches ${summary.failureBranches}, delegations ${summary.delegations}`,
		`skeleton: ${missing.length === 0 ? 'complete' : `missing ${missing.join(', ')}`}; ${skeleton.unfinished.length} of ${skeleton.steps.filter((step) => step.fallible).length} fallible steps lack a failure branch`,
	];
	for (const index of skeleton.unfinished.slice(0, 8)) {
		const step = skeleton.steps[index];
		if (step)
			lines.push(
				`  line ${at(step.start)}: ${spec.slice(step.start, step.end).replace(/\s+/g, ' ').slice(0, 90)}`,
			);
	}
	if (vague.length > 0)
		lines.push(`vague: ${vague.slice(0, 20).join(', ')}${vague.length > 20 ? ', …' : ''}`);
	for (const each of analysis.obligations) lines.push(`obligation ${each.obligationId}: ${each.level}`);
	for (const each of analysis.choices) {
		const parameters = Object.entries(each.parameters).map(([key, value]) => `${key}=${value}`);
		lines.push(
			`choice ${each.choicePointId}: ${each.status}${each.alternativeId ? ` ${each.alternativeId}` : ''} ${parameters.join(' ')}`.trimEnd(),
		);
	}
	return lines.join('\n');
}

function shown({ value, low, high }: Interval): string {
	return `${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
}

function binaryLine(name: string, binary: Binary): string {
	return `${name.padEnd(16)} ${shown(binary.macroF1)}   ${shown(binary.auc)}   ${shown(binary.kappa)}`;
}

/** The readable report of a bench run. */
export function benchText(report: BenchReport): string {
	const head = ['', ...UNIT_CLASSES].map((name) => name.padStart(12)).join('');
	const rows = UNIT_CLASSES.map(
		(name, t) =>
			name.padStart(12) +
			UNIT_CLASSES.map((_, p) => String(report.confusion[t]?.[p] ?? 0).padStart(12)).join(''),
	);
	const failure = report.failureRecall;
	return [
		`${report.units} units of ${report.specs} specs; close calls ${report.abstained}`,
		'',
		'decision against the rest, 95 % bootstrap intervals over specs',
		`${''.padEnd(16)} macro-F1                AUC                     kappa`,
		binaryLine('analyser', report.analyser),
		...Object.entries(report.baselines).map(([name, binary]) => binaryLine(name, binary)),
		'',
		'class           precision  recall  F1     units',
		...UNIT_CLASSES.map((name) => {
			const each = report.classes[name];
			return `${name.padEnd(15)} ${each.precision.toFixed(3)}      ${each.recall.toFixed(3)}   ${each.f1.toFixed(3)}  ${each.support}`;
		}),
		...(failure
			? [`failure decisions: ${failure.decided} of ${failure.of} found, ${failure.flagged} flagged`]
			: []),
		'',
		'confusion (rows true, columns predicted)',
		head,
		...rows,
	].join('\n');
}

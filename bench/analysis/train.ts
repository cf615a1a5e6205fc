// Trains the analyser's weights, bit for bit reproducible from the same data:
//   node bench/analysis/train.ts [--data FILE.jsonl --requirements DIR]... [--out FILE] [--lodo] [--no-own]
// --lodo also scores every unit by a model that never saw its domain and writes bench/analysis/lodo.json.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { classify } from '#lib/domain/analysis/classify.ts';
import { featuresOf, withNeighbours } from '#lib/domain/analysis/features.ts';
import { compile, logOdds, type Ensemble, type Target } from '#lib/domain/analysis/forest.ts';
import { readUnit, type Reading } from '#lib/domain/analysis/reading.ts';
import { gramsOf, knownGrams } from '#lib/domain/analysis/words.ts';
import { readRequirement } from '#lib/domain/analysis/requirement.ts';
import { Binned, boost, type BoostingOptions } from './boosting.ts';
import { furtherRows, ownRows, requirementTexts, type Row } from './dataset.ts';
import { alone, disguise } from './disguise.ts';
import { fitLinear, fitSets } from './linear.ts';
import { summarise, wholeLine } from './measure.ts';

const DATA = join(import.meta.dirname, 'data');
const OUT = join(import.meta.dirname, '../../src/lib/domain/analysis/weights.json');
const TARGETS: readonly Target[] = [
	'decision',
	'other',
	'restatement',
	'reason',
	'alternative',
	'failure',
	'param',
];

type Plan = {
	readonly options: BoostingOptions;
	readonly bags: number;
	readonly blend: number;
	readonly penalty: number;
	readonly wordShare: number;
	readonly wordPenalty: number;
	readonly neighbours: boolean;
};

const SMALL: BoostingOptions = {
	rounds: 40,
	depth: 3,
	rate: 0.1,
	rows: 0.7,
	features: 0.2,
	minLeaf: 4,
	ridge: 1,
	seed: 11,
};
const SIDE: Plan = {
	options: SMALL,
	bags: 1,
	blend: 0.6,
	penalty: 40,
	wordShare: 0.5,
	wordPenalty: 0.25,
	neighbours: false,
};
const PLANS: Readonly<Record<Target, Plan>> = {
	decision: {
		options: { ...SMALL, rounds: 260, rate: 0.05, rows: 0.6, features: 0.15 },
		bags: 1,
		blend: 0.6,
		penalty: 40,
		wordShare: 0.5,
		wordPenalty: 0.2,
		neighbours: true,
	},
	other: SIDE,
	restatement: { ...SIDE, blend: 1, wordShare: 0 },
	reason: SIDE,
	alternative: SIDE,
	failure: SIDE,
	param: SIDE,
};
/** A word or pair enters the vocabulary when it occurs in at least this many domains. */
const MIN_DOMAINS = 3;

export type Prepared = {
	readonly rows: readonly Row[];
	readonly x: readonly number[][];
	readonly wide: Binned;
	readonly narrow: Binned;
	readonly readings: readonly Reading[];
	readonly vocabulary: readonly string[];
	readonly grams: readonly (readonly number[])[];
};

/** Feature vectors with neighbours for all rows; neighbours are the rows beside it of the same spec. */
export function prepare(rows: readonly Row[], texts: ReadonlyMap<string, string>): Prepared {
	const requirements = new Map([...texts].map(([req, text]) => [req, readRequirement(text)]));
	const readings = rows.map((row) => readUnit(row.text, requirements.get(row.req) ?? readRequirement('')));
	const own = readings.map(featuresOf);
	const vocabulary = vocabularyOf(rows, readings);
	const index = new Map(vocabulary.map((gram, at) => [gram, at]));
	const grams = readings.map((reading) => knownGrams(reading.tokens, index));
	const places = new Map(rows.map((row, i) => [row.id, i]));
	const beside = (i: number, step: number): number[] | undefined => {
		const from = rows[i]?.madeFrom;
		const at = (from === undefined ? i : (places.get(from) ?? -2)) + step;
		const other = rows[at];
		return other?.spec === rows[i]?.spec && other?.madeFrom === undefined ? own[at] : undefined;
	};
	const x = own.map((each, i) => [...withNeighbours(each, beside(i, -1), beside(i, 1))]);
	return { rows, x, wide: new Binned(x), narrow: new Binned(own), readings, vocabulary, grams };
}

function vocabularyOf(rows: readonly Row[], readings: readonly Reading[]): string[] {
	const domains = new Map<string, Set<string>>();
	readings.forEach((reading, i) => {
		for (const gram of gramsOf(reading.tokens)) {
			const seen = domains.get(gram) ?? new Set<string>();
			seen.add(rows[i]?.req ?? '');
			domains.set(gram, seen);
		}
	});
	return [...domains].flatMap(([gram, seen]) => (seen.size >= MIN_DOMAINS ? [gram] : [])).sort();
}

function truth(row: Row, target: Target): number {
	if (target === 'decision' || target === 'other' || target === 'restatement')
		return row.label === target ? 1 : 0;
	return row.label === 'decision' && row.flags.includes(target) ? 1 : 0;
}

function weightOf(row: Row): number {
	return row.agreed ? 1 : 0.3;
}

/** Trains one ensemble on `train` (row indices). Calibration is the identity until `calibrate` has seen held-out scores. */
export function trainTarget(data: Prepared, target: Target, train: readonly number[]): Ensemble {
	const plan = PLANS[target];
	const y = data.rows.map((row) => truth(row, target));
	const weight = data.rows.map(weightOf);
	const bags = Array.from({ length: plan.bags }, (_, bag) =>
		boost(plan.neighbours ? data.wide : data.narrow, y, weight, train, {
			...plan.options,
			seed: plan.options.seed + bag * 97,
		}),
	);
	const trees = bags.flatMap((bag) =>
		bag.trees.map((tree) => ({
			...tree,
			value: tree.value.map((value, i) =>
				tree.feature[i] === -1 ? Math.round((value / plan.bags) * 1e4) / 1e4 : value,
			),
		})),
	);
	const bias = bags[0]?.bias ?? 0;
	const narrowWidth = data.narrow.cuts.length;
	const x = plan.neighbours ? data.x : data.x.map((row) => row.slice(0, narrowWidth));
	const linear =
		plan.blend < 1 ? fitLinear(x, y, weight, train, plan.penalty) : { linear: [], linearBias: 0 };
	const words =
		plan.wordShare > 0
			? fitSets(data.grams, data.vocabulary.length, y, weight, train, plan.wordPenalty)
			: { weights: [], bias: 0 };
	return {
		blend: plan.blend,
		wordShare: plan.wordShare,
		bias,
		trees,
		...linear,
		words: words.weights,
		wordBias: words.bias,
		slope: 1,
		shift: 0,
	};
}

/** Platt scaling (Platt 1999) of held-out log-odds, by Newton steps. */
function calibrate(z: readonly number[], y: readonly number[]): { slope: number; shift: number } {
	const model = fitLinear(
		z.map((value) => [value]),
		y,
		y.map(() => 1),
		y.map((_, i) => i),
		0.01,
	);
	const [, mean, scale, coefficient] = model.linear[0] ?? [0, 0, 1, 1];
	const slope = Math.round((coefficient / scale) * 1e4) / 1e4;
	return { slope, shift: Math.round((model.linearBias - (coefficient * mean) / scale) * 1e4) / 1e4 };
}

/** Log-odds of every row by a model that never saw the row's domain. */
export function heldOut(data: Prepared, target: Target, domains: readonly string[]): number[] {
	const z = data.rows.map(() => 0);
	for (const domain of domains) {
		const train = data.rows.flatMap((row, i) => (row.req === domain ? [] : [i]));
		const ensemble = compile(trainTarget(data, target, train), data.wide.cuts.length);
		data.rows.forEach((row, i) => {
			if (row.req === domain) z[i] = logOdds(ensemble, data.x[i] as number[], data.grams[i] as number[]);
		});
	}
	return z;
}

/** Held-out figures of the whole classifier, hand rules and restatement included. */
function wholeFigures(data: Prepared, held: Readonly<Record<Target, readonly number[]>>): string {
	const judged = data.rows.flatMap((row, i) => {
		if (row.source === 'drill') return [];
		const scores = Object.fromEntries(TARGETS.map((target) => [target, held[target][i] ?? 0])) as Record<
			Target,
			number
		>;
		return [{ row, verdict: classify(data.readings[i] as Reading, scores) }];
	});
	return ['own', 'further']
		.map((source) =>
			wholeLine(
				source,
				judged.filter(({ row }) => row.source === source),
			),
		)
		.join('\n');
}

function main(): void {
	const { values } = parseArgs({
		options: {
			data: { type: 'string', multiple: true, default: [] },
			requirements: { type: 'string', multiple: true, default: [] },
			out: { type: 'string', default: OUT },
			lodo: { type: 'boolean', default: false },
			'no-own': { type: 'boolean', default: false },
			only: { type: 'string' },
		},
	});
	const real = [
		...(values['no-own'] ? [] : [...ownRows(DATA), ...furtherRows(join(DATA, 'drill.jsonl'), 'drill')]),
		...values.data.flatMap((path) => furtherRows(path)),
	];
	const rows = [...real, ...disguise(real), ...alone(real)];
	const data = prepare(rows, requirementTexts(rows, [join(DATA, 'requirements'), ...values.requirements]));
	const judged = rows.filter((row) => row.source !== 'drill');
	const domains = [...new Set(judged.map((row) => row.req))].sort();
	const all = rows.map((_, i) => i);
	const models: Partial<Record<Target, Ensemble>> = {};
	const held: Partial<Record<Target, number[]>> = {};
	const report: unknown[] = [];
	for (const target of TARGETS) {
		if (values.only && values.only !== target) continue;
		const y = rows.map((row) => truth(row, target));
		const z = heldOut(data, target, domains);
		const tested = rows.flatMap((row, i) => (row.source === 'drill' ? [] : [i]));
		const scale = calibrate(
			tested.map((i) => z[i] ?? 0),
			tested.map((i) => y[i] ?? 0),
		);
		const p = z.map((value) => 1 / (1 + Math.exp(-(scale.slope * value + scale.shift))));
		held[target] = p;
		const scored = tested.map((i) => {
			const row = rows[i] as Row;
			return { id: row.id, req: row.req, source: row.source, y: y[i] ?? 0, p: p[i] ?? 0 };
		});
		console.log(summarise(target, scored));
		if (values.lodo) report.push({ target, scored });
		if (!values.only) models[target] = { ...trainTarget(data, target, all), ...scale };
	}
	if (values.lodo) writeFileSync(join(import.meta.dirname, 'lodo.json'), JSON.stringify(report));
	if (values.only) return;
	console.log(wholeFigures(data, held as Record<Target, number[]>));
	const text = JSON.stringify({
		version: 1,
		features: data.narrow.cuts.length,
		vocabulary: data.vocabulary,
		models,
	});
	writeFileSync(values.out, `${text}\n`);
	console.log(`${rows.length} units, ${domains.length} domains, ${text.length} bytes -> ${values.out}`);
}

if (import.meta.main) main();

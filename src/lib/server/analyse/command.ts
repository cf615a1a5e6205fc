// `forkpoint analyse` and `forkpoint analyse bench`: plain functions of parsed options; the command line only wraps them.
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { labelledUnitSchema, type AnalysisReport, type LabelledUnit } from '../../contract/analysis.ts';
import type { ChallengePack } from '../../domain/challenge/pack.ts';
import { analyseSpec, type Analysis } from '../../domain/analysis/analyse.ts';
import { benchUnits } from './bench.ts';
import { analysisText, benchText } from './report.ts';

export type CommandOutcome =
	| { readonly ok: true; readonly output: string }
	| {
			readonly ok: false;
			readonly reason: 'unreadable' | 'bad-line' | 'no-units' | 'too-large';
			readonly message: string;
	  };

/** Largest file read, in bytes: a spec is at most 200 kB, labelled data may be large. */
export const MAX_TEXT_BYTES = 1_000_000;
export const MAX_DATA_BYTES = 50_000_000;
const RESAMPLES = 1000;
const SEED = 20_260_101;

type FileText = { ok: true; text: string } | Extract<CommandOutcome, { ok: false }>;

async function readText(path: string, limit: number): Promise<FileText> {
	try {
		const bytes = await readFile(path);
		if (bytes.length > limit)
			return { ok: false, reason: 'too-large', message: `${path} is larger than ${limit} bytes.` };
		return { ok: true, text: bytes.toString('utf8') };
	} catch (error) {
		return {
			ok: false,
			reason: 'unreadable',
			message: `Cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`,
		};
	}
}

/** Options of `forkpoint analyse --requirement R.md SPEC.md [--json]`. `pack` adds choice points and obligations. */
export type AnalyseOptions = {
	readonly requirement: string;
	readonly spec: string;
	readonly json?: boolean | undefined;
	readonly colour?: boolean | undefined;
	readonly pack?: Pick<ChallengePack, 'choicePoints' | 'obligations'> | undefined;
};

/** Analyses one spec file against one requirement file. */
export async function analyseCommand(options: AnalyseOptions): Promise<CommandOutcome> {
	const requirement = await readText(options.requirement, MAX_TEXT_BYTES);
	if (!requirement.ok) return requirement;
	const spec = await readText(options.spec, MAX_TEXT_BYTES);
	if (!spec.ok) return spec;
	const analysis = analyseSpec({ requirement: requirement.text, spec: spec.text, ...options.pack });
	if (!options.json) return { ok: true, output: analysisText(spec.text, analysis, options.colour ?? false) };
	const report: Omit<AnalysisReport, 'analysis'> & { analysis: Analysis } = {
		schema: 'forkpoint-analysis-1',
		requirement: basename(options.requirement),
		spec: basename(options.spec),
		analysis,
	};
	return {
		ok: true,
		output: JSON.stringify(report),
	};
}

function parseUnits(
	text: string,
	path: string,
): { ok: true; units: LabelledUnit[] } | Extract<CommandOutcome, { ok: false }> {
	const units: LabelledUnit[] = [];
	const lines = text.split('\n');
	for (const [index, line] of lines.entries()) {
		if (line.trim() === '') continue;
		let value: unknown;
		try {
			value = JSON.parse(line);
		} catch {
			return { ok: false, reason: 'bad-line', message: `${path}, line ${index + 1}: not JSON.` };
		}
		const parsed = labelledUnitSchema.safeParse(value);
		if (!parsed.success) {
			const issue = parsed.error.issues[0];
			return {
				ok: false,
				reason: 'bad-line',
				message: `${path}, line ${index + 1}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? 'invalid'}`,
			};
		}
		units.push(parsed.data);
	}
	return units.length > 0
		? { ok: true, units }
		: { ok: false, reason: 'no-units', message: `${path} has no labelled units.` };
}

/** Options of `forkpoint analyse bench --data FILE.jsonl --requirements DIR [--json]`. */
export type AnalyseBenchOptions = {
	readonly data: string;
	readonly requirements: string;
	readonly json?: boolean | undefined;
};

/** Measures the analyser on labelled units; requirement texts are `DIR/<req>.md`. */
export async function analyseBenchCommand(options: AnalyseBenchOptions): Promise<CommandOutcome> {
	const data = await readText(options.data, MAX_DATA_BYTES);
	if (!data.ok) return data;
	const parsed = parseUnits(data.text, options.data);
	if (!parsed.ok) return parsed;
	const texts = new Map<string, string>();
	for (const req of new Set(parsed.units.map((unit) => unit.req))) {
		if (basename(req) !== req)
			return { ok: false, reason: 'unreadable', message: `"${req}" is no requirement name.` };
		const text = await readText(join(options.requirements, `${req}.md`), MAX_TEXT_BYTES);
		if (!text.ok) return text;
		texts.set(req, text.text);
	}
	const report = benchUnits(parsed.units, texts, { resamples: RESAMPLES, seed: SEED });
	return { ok: true, output: options.json ? JSON.stringify(report) : benchText(report) };
}

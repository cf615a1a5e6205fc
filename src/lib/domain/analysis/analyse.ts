// The one entry of the analyser: a requirement and a spec in, classes with evidence, skeleton, coverage and choices out.
import type { ChoicePoint, Obligation } from '../challenge/pack.ts';
import { isStatement, splitUnits, type Unit } from '../spec/units.ts';
import { readChoices } from './choices.ts';
import { isPossibleParaphrase, NOT_JUDGED, unsupported, type Verdict } from './classify.ts';
import { coverObligations } from './coverage.ts';
import { MAX_UNIT, readText, verdictOf, type Read } from './judge.ts';
import { readRequirement } from './requirement.ts';
import { skeletonOf } from './skeleton.ts';
import { repeatsOf, summarise } from './summary.ts';
import {
	ANALYSIS_VERSION,
	type AnalysedUnit,
	type Analysis,
	type AnalysisInput,
	type NotJudged,
} from './types.ts';

export type * from './types.ts';

/** What stays the same while a spec is edited. */
export type AnalysisContext = {
	readonly requirement: string;
	readonly choicePoints?: readonly ChoicePoint[];
	readonly obligations?: readonly Obligation[];
};

/** Analyses successive versions of one spec; only units whose text or neighbours changed are judged again. */
export type IncrementalAnalyser = { readonly analyse: (spec: string) => Analysis };

/** Texts remembered between two versions; beyond it the memory starts afresh. */
const MEMORY = 4000;

type Judgement = {
	readonly before: Read | undefined;
	readonly after: Read | undefined;
	readonly verdict: Verdict;
};

function whyNotJudged(unit: Unit): NotJudged | null {
	if (unit.kind === 'comment' || unit.kind === 'frontmatter') return 'markup';
	if (!isStatement(unit.kind)) return 'structure';
	return unsupported(unit.text.slice(0, MAX_UNIT));
}

function analysed(unit: Unit, read: Read | null, verdict: Verdict, repeats: boolean): AnalysedUnit {
	const { start, end, kind, heading } = unit;
	const evidence =
		read?.evidence.map((each) => ({ ...each, start: start + each.start, end: start + each.end })) ?? [];
	const { words, trigrams } = read?.reading.overlap ?? { words: 0, trigrams: 0 };
	const notJudged = read ? null : whyNotJudged(unit);
	return { start, end, kind, heading, ...verdict, evidence, copied: { words, trigrams }, repeats, notJudged };
}

class Memory {
	private readonly reads = new Map<string, Read | null>();
	private readonly judgements = new WeakMap<Read, Judgement[]>();
	private readonly requirement;

	constructor(requirement: string) {
		this.requirement = readRequirement(requirement);
	}

	read(unit: Unit): Read | null {
		if (!isStatement(unit.kind)) return null;
		const known = this.reads.get(unit.text);
		if (known !== undefined) return known;
		if (this.reads.size >= MEMORY) this.reads.clear();
		const fresh = readText(unit.text, this.requirement);
		this.reads.set(unit.text, fresh);
		return fresh;
	}

	verdict(own: Read, before: Read | undefined, after: Read | undefined): Verdict {
		const known = this.judgements.get(own) ?? [];
		const same = known.find((each) => each.before === before && each.after === after);
		if (same) return same.verdict;
		const verdict = verdictOf(own, before, after);
		this.judgements.set(own, [...known.slice(-3), { before, after, verdict }]);
		return verdict;
	}
}

function judgeUnits(
	units: readonly Unit[],
	memory: Memory,
): { results: AnalysedUnit[]; reads: (Read | null)[] } {
	const reads = units.map((unit) => memory.read(unit));
	const judged = reads.filter((read) => read !== null);
	const repeats = repeatsOf(reads);
	let next = 0;
	const results = units.map((unit, i) => {
		const read = reads[i] ?? null;
		if (!read) return analysed(unit, null, NOT_JUDGED, false);
		const at = next++;
		return analysed(unit, read, memory.verdict(read, judged[at - 1], judged[at + 1]), repeats[i] ?? false);
	});
	return { results, reads };
}

/** An analyser that remembers the last version: for the editor's worker, where one paragraph changes at a time. */
export function createIncremental(context: AnalysisContext): IncrementalAnalyser {
	const memory = new Memory(context.requirement);
	const { choicePoints = [], obligations = [] } = context;
	return {
		analyse: (spec) => {
			const units = splitUnits(spec);
			const { results, reads } = judgeUnits(units, memory);
			const vague = reads.flatMap((read, i) => {
				const offset = units[i]?.start ?? 0;
				return (read?.vague ?? []).map((term) => ({
					...term,
					start: offset + term.start,
					end: offset + term.end,
				}));
			});
			return {
				version: ANALYSIS_VERSION,
				units: results,
				summary: summarise(spec, results),
				possibleParaphrases: reads.flatMap((read, i) =>
					read && results[i]?.class !== 'restatement' && isPossibleParaphrase(read.reading) ? [i] : [],
				),
				vagueTerms: vague,
				skeleton: skeletonOf(units, results, reads),
				obligations: coverObligations(spec, results, obligations),
				choices: readChoices(spec, results, choicePoints),
			};
		},
	};
}

/**
 * Analyses a spec against its requirement, and against the challenge's choice points and obligations where given.
 * Pure, deterministic, never throws; time is linear in the length of the spec for a given challenge.
 */
export function analyseSpec({ spec, ...context }: AnalysisInput): Analysis {
	return createIncremental(context).analyse(spec);
}

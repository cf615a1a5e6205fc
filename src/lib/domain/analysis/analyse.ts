// The one entry of the analyser: a requirement and a spec in, classes with evidence, skeleton, coverage and choices out.
import { isStatement, splitUnits, type Unit } from '../spec/units.ts';
import { readChoices } from './choices.ts';
import { classify, isPossibleParaphrase, NOT_JUDGED, unsupported, type Verdict } from './classify.ts';
import { coverObligations } from './coverage.ts';
import { evidenceOf } from './evidence.ts';
import { scoreReadings } from './model.ts';
import { readUnit, type Reading } from './reading.ts';
import { readRequirement, type Requirement } from './requirement.ts';
import { skeletonOf } from './skeleton.ts';
import { repeatsOf, summarise } from './summary.ts';
import {
	ANALYSIS_VERSION,
	type AnalysedUnit,
	type Analysis,
	type AnalysisInput,
	type NotJudged,
} from './types.ts';
import { findVagueTerms } from './vague.ts';

export type * from './types.ts';

/** A unit longer than this is read up to here only; nothing people write as one statement reaches it. */
export const MAX_UNIT = 4000;

function whyNotJudged(unit: Unit): NotJudged | null {
	if (unit.kind === 'comment' || unit.kind === 'frontmatter') return 'markup';
	if (!isStatement(unit.kind)) return 'structure';
	return unsupported(unit.text.slice(0, MAX_UNIT));
}

function analysed(
	unit: Unit,
	verdict: Verdict,
	reading: Reading | null,
	repeats: boolean,
	notJudged: NotJudged | null,
): AnalysedUnit {
	return {
		start: unit.start,
		end: unit.end,
		kind: unit.kind,
		heading: unit.heading,
		...verdict,
		evidence: reading ? evidenceOf(reading, unit.start) : [],
		copied: { words: reading?.overlap.words ?? 0, trigrams: reading?.overlap.trigrams ?? 0 },
		repeats,
		notJudged,
	};
}

function judge(
	units: readonly Unit[],
	requirement: Requirement,
): { results: AnalysedUnit[]; readings: (Reading | null)[] } {
	const reasons = units.map(whyNotJudged);
	const readings = units.map((unit, i) =>
		reasons[i] === null ? readUnit(unit.text.slice(0, MAX_UNIT), requirement) : null,
	);
	const kept = readings.filter((reading) => reading !== null);
	const verdicts = scoreReadings(kept).map((scores, i) => classify(kept[i] as Reading, scores));
	const repeats = repeatsOf(readings);
	let next = 0;
	const results = units.map((unit, i) => {
		const reading = readings[i] ?? null;
		const verdict = reading ? (verdicts[next++] as Verdict) : NOT_JUDGED;
		return analysed(unit, verdict, reading, repeats[i] ?? false, reasons[i] ?? null);
	});
	return { results, readings };
}

/**
 * Analyses a spec against its requirement, and against the challenge's choice points and obligations where given.
 * Pure, deterministic, never throws; time is linear in the length of the spec for a given challenge.
 */
export function analyseSpec({
	requirement,
	spec,
	choicePoints = [],
	obligations = [],
}: AnalysisInput): Analysis {
	const units = splitUnits(spec);
	const { results, readings } = judge(units, readRequirement(requirement));
	return {
		version: ANALYSIS_VERSION,
		units: results,
		summary: summarise(spec, results),
		possibleParaphrases: readings.flatMap((reading, i) =>
			reading && results[i]?.class !== 'restatement' && isPossibleParaphrase(reading) ? [i] : [],
		),
		vagueTerms: findVagueTerms(
			spec,
			results.filter((unit) => unit.notJudged === null),
		),
		skeleton: skeletonOf(units, results, readings),
		obligations: coverObligations(spec, results, obligations),
		choices: readChoices(spec, results, choicePoints),
	};
}

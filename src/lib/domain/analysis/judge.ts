// Verdicts for consecutive texts of one spec: the core that whole-spec, incremental and bench callers share.
import { classify, NOT_JUDGED, unsupported, type Verdict } from './classify.ts';
import { evidenceOf } from './evidence.ts';
import { featuresOf, withNeighbours } from './features.ts';
import { gramPositions, scoreVector } from './model.ts';
import { readUnit, type Reading } from './reading.ts';
import { readRequirement, type Requirement } from './requirement.ts';
import { traitsOf, type Traits } from './traits.ts';
import type { Evidence, VagueTerm } from './types.ts';
import { findVagueTerms } from './vague.ts';

/** A unit longer than this is read up to here only; nothing people write as one statement reaches it. */
export const MAX_UNIT = 4000;

/** All that depends on one unit's own text and the requirement; offsets are relative to the unit. */
export type Read = {
	readonly reading: Reading;
	readonly features: readonly number[];
	readonly grams: readonly number[];
	readonly evidence: readonly Evidence[];
	readonly vague: readonly VagueTerm[];
	readonly traits: Traits;
};

/** Reads one text, or null when it is not to be judged. */
export function readText(text: string, requirement: Requirement): Read | null {
	const head = text.length > MAX_UNIT ? text.slice(0, MAX_UNIT) : text;
	if (unsupported(head) !== null) return null;
	const reading = readUnit(head, requirement);
	return {
		reading,
		features: featuresOf(reading),
		grams: gramPositions(reading.tokens),
		evidence: evidenceOf(reading, 0),
		vague: findVagueTerms(head, [{ start: 0, end: head.length }]),
		traits: traitsOf(reading),
	};
}

/** Verdict of one unit between its neighbours. */
export function verdictOf(own: Read, before: Read | undefined, after: Read | undefined): Verdict {
	const x = withNeighbours(own.features, before?.features, after?.features);
	return classify(own.reading, scoreVector(x, own.grams));
}

/** Verdicts of consecutive units. */
export function verdictsOf(reads: readonly Read[]): Verdict[] {
	return reads.map((read, i) => verdictOf(read, reads[i - 1], reads[i + 1]));
}

/** Verdicts for the statements `texts` of one spec, in order, against the requirement text. */
export function judgeTexts(requirement: string, texts: readonly string[]): Verdict[] {
	const against = readRequirement(requirement);
	const reads = texts.map((text) => readText(text, against));
	const verdicts = verdictsOf(reads.filter((read) => read !== null));
	let next = 0;
	return reads.map((read) => (read ? (verdicts[next++] as Verdict) : NOT_JUDGED));
}

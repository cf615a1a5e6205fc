// From scores to classes: restatement first, then hand rules the statistics do not learn, then the trained probability.
import type { Reading } from './reading.ts';
import { isBareList, isFailurePolicy } from './rules.ts';
import type { Scores } from './model.ts';
import type { NotJudged, UnitClass, UnitFlags } from './types.ts';

/** Half-width of the band around 0.5 in which the analyser abstains. */
export const ABSTAIN_BAND = 0.12;
const FLAG_AT = { reason: 0.35, alternative: 0.3, failure: 0.15, param: 0.4 } as const;
const COPY = { trigrams: 1.5, sentence: 1, covered: 0.5, least: 1.1 } as const;
/** A failure policy outweighs a doubtful probability; a bare list weighs against it. Log-odds. */
const POLICY_SHIFT = 1.2;
const BARE_LIST_SHIFT = -2;

export type Verdict = {
	readonly class: UnitClass;
	readonly probability: number;
	readonly abstain: boolean;
	readonly flags: UnitFlags;
};

const NO_FLAGS: UnitFlags = {
	reason: false,
	alternative: false,
	failureBranch: false,
	parameter: false,
	delegation: false,
};

/** A verdict for units that are not judged. */
export const NOT_JUDGED: Verdict = { class: 'other', probability: 0, abstain: false, flags: NO_FLAGS };

/** Mostly words of one requirement sentence, or word sequences of the requirement. */
export function isCopy(reading: Reading): boolean {
	const { trigrams, sentence, covered, total } = reading.overlap;
	if (total < 2) return trigrams >= 0.6 && total > 0;
	return COPY.trigrams * trigrams + COPY.sentence * sentence + COPY.covered * covered >= COPY.least;
}

/** Shares many words with the requirement without being a copy. */
export function isPossibleParaphrase(reading: Reading): boolean {
	return reading.overlap.total >= 3 && reading.overlap.words >= 0.45 && !isCopy(reading);
}

function shifted(probability: number, shift: number): number {
	const p = Math.min(1 - 1e-6, Math.max(1e-6, probability));
	return 1 / (1 + Math.exp(-(Math.log(p / (1 - p)) + shift)));
}

/** Probability of a decision after the hand rules. */
export function decisionProbability(reading: Reading, scores: Scores): number {
	if (isBareList(reading)) return shifted(scores.decision, BARE_LIST_SHIFT);
	if (isFailurePolicy(reading)) return shifted(scores.decision, POLICY_SHIFT);
	return scores.decision;
}

function flagsOf(reading: Reading, scores: Scores, decided: boolean): UnitFlags {
	const delegation = reading.counts.delegation > 0;
	if (!decided) return { ...NO_FLAGS, delegation };
	return {
		reason: scores.reason >= FLAG_AT.reason,
		alternative: scores.alternative >= FLAG_AT.alternative,
		failureBranch: scores.failure >= FLAG_AT.failure || isFailurePolicy(reading),
		parameter: scores.param >= FLAG_AT.param,
		delegation,
	};
}

/** The class of one unit. */
export function classify(reading: Reading, scores: Scores): Verdict {
	const probability = decisionProbability(reading, scores);
	if (isCopy(reading) && (probability < 0.85 || reading.overlap.fresh < 3)) {
		return {
			class: 'restatement',
			probability: Math.min(probability, 0.49),
			abstain: false,
			flags: flagsOf(reading, scores, false),
		};
	}
	const decided = probability >= 0.5 || reading.counts.delegation > 0;
	const abstain = Math.abs(probability - 0.5) < ABSTAIN_BAND && reading.counts.delegation === 0;
	const rest: UnitClass =
		scores.restatement >= 0.5 && scores.restatement > scores.other
			? 'restatement'
			: scores.other >= 0.5
				? 'other'
				: 'description';
	return {
		class: decided ? 'decision' : rest,
		probability,
		abstain,
		flags: flagsOf(reading, scores, decided),
	};
}

/** Latin letters carry the English lexicon; text mostly in other scripts is not judged. */
export function unsupported(text: string): NotJudged | null {
	const letters = text.match(/\p{L}/gu);
	if (!letters) return /\p{N}/u.test(text) ? null : 'empty';
	const latin = letters.filter((letter) => /\p{Script=Latin}/u.test(letter)).length;
	return latin / letters.length < 0.5 ? 'language' : null;
}

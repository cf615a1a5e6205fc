// How the hand that a sample stands for reviews and votes; a rehearsal over HTTP and the sample competition share it.
// Ballots follow from what can be seen of an entry and from who votes: everybody weighs the same qualities differently,
// some are strict and some are mild, and the same voter always gives the same entry the same points.
import type { BallotView, RubricVote } from '../../../contract/ballot.ts';
import type { AdditionView, LabelAddition } from '../../../contract/review.ts';
import type { ShownEntry } from '../../../contract/shown-entry.ts';
import type { AdditionKind, AdditionLabel } from '../../../domain/build/addition.ts';
import { saltedSeed, seededRandom } from '../../../domain/round/order.ts';

/** By kind: the label where the spec speaks of it, and where it does not. */
const LABELS: Record<AdditionKind, readonly [spoken: AdditionLabel, silent: AdditionLabel]> = {
	'delegated-choice': ['gap-filled', 'gap-filled'],
	'undecided-choice': ['gap-filled', 'gap-filled'],
	'contradicted-choice': ['contradicts', 'contradicts'],
	'unasked-effect': ['implied', 'embellishment'],
	assumption: ['specified', 'implied'],
	retry: ['specified', 'prerequisite'],
	timeout: ['implied', 'prerequisite'],
	timer: ['implied', 'prerequisite'],
	dependency: ['implied', 'embellishment'],
	'stored-state': ['implied', 'prerequisite'],
};

export const labelFor = ({ kind, span, suggestedLink }: AdditionView): LabelAddition => ({
	label: LABELS[kind][span === null ? 1 : 0],
	link: suggestedLink,
	note: '',
});

/** Shares from 0 to 1. */
interface Look {
	length: number;
	structure: number;
	files: number;
}
interface Substance {
	decided: number;
	reasoned: number;
	structure: number;
	length: number;
}
interface Measured {
	honoured: number;
	checks: number;
	restraint: number;
}

/** Words, headings and list items, and files beyond which more impresses nobody. */
const FULL = { words: 400, marks: 18, files: 16, additions: 10 };
const upTo = (value: number, full: number): number => Math.min(1, value / full);
const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);

const structureOf = ({ spec }: ShownEntry): number =>
	upTo((spec.match(/^\s*(?:#{1,6}|[-*+]|\d+[.)])\s/gm) ?? []).length, FULL.marks);

const lookOf = (entry: ShownEntry): Look => ({
	length: upTo(entry.wordCount, FULL.words),
	structure: structureOf(entry),
	files: upTo(entry.output?.files.length ?? 0, FULL.files),
});

function substanceOf(entry: ShownEntry): Substance {
	const { decisions } = entry;
	const decided = decisions.filter((d) => d.choice?.kind === 'alternative');
	return {
		decided: share(decided.length, decisions.length),
		reasoned: share(decided.filter((d) => d.rationale.trim() !== '').length, decisions.length),
		structure: structureOf(entry),
		length: upTo(entry.wordCount, FULL.words),
	};
}

function measuredOf({ measured }: ShownEntry): Measured | null {
	if (!measured) return null;
	const { behaviours, passed, failed, additions } = measured;
	const honoured = behaviours.filter((b) => b.status === 'honoured').length;
	const nearly = behaviours.filter((b) => b.status === 'parameter-differs').length;
	const unwanted = additions.filter((a) => a.label === 'embellishment' || a.label === 'contradicts').length;
	return {
		honoured: share(honoured + nearly / 2, behaviours.length),
		checks: share(passed, passed + failed),
		restraint: 1 - upTo(unwanted, FULL.additions),
	};
}

/** How far from the mean a voter may be: in points, and in the weight of a quality. */
const SEVERITY = 0.6;
const LEANING = 0.75;

/** Whole points from 0 to 4; never fewer for more of any quality. */
function points<T extends object>(
	voter: string,
	what: string,
	qualities: T,
	weights: Record<keyof T, number>,
): number {
	const random = seededRandom(saltedSeed(0, `${voter}/${what}`));
	const severity = (random() * 2 - 1) * SEVERITY;
	let sum = 0;
	let whole = 0;
	for (const key of Object.keys(weights) as (keyof T)[]) {
		const weight = weights[key] * (1 + (random() * 2 - 1) * LEANING);
		sum += weight * Number(qualities[key]);
		whole += weight;
	}
	return Math.min(4, Math.max(0, Math.round((4 * sum) / whole + severity)));
}

/** What looks complete impresses, as observed in the workshop this product comes from. */
export const impressionsOf = (
	voter: string,
	ballots: readonly BallotView[],
): { alias: string; impression: number }[] =>
	ballots.map(({ alias, entry }) => ({
		alias,
		impression: points(voter, 'impression', lookOf(entry), { length: 3, structure: 2, files: 1 }),
	}));

/** Scores what can be seen: decisions and their reasons, behaviour honoured, checks passed, nothing unwanted. */
export function rubricOf(voter: string, { entry }: BallotView): RubricVote {
	const substance = substanceOf(entry);
	const measured = measuredOf(entry);
	const weights = { decided: 2, reasoned: 1, structure: 1, length: 2 };
	return {
		coverage: points(voter, 'coverage', substance, weights),
		alignment: measured && points(voter, 'alignment', measured, { honoured: 4, checks: 1, restraint: 1 }),
		skeleton: points(voter, 'skeleton', substance, { ...weights, decided: 1, structure: 4 }),
	};
}

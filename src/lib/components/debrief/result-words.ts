// What results say in words.
import type { ResultsView, StandingView } from '../../contract/results.ts';

export const CRITERION_WORDS = {
	coverage: 'Coverage',
	alignment: 'Alignment',
	skeleton: 'Skeleton clarity',
} as const;

export const GAP_WORDS: Record<NonNullable<StandingView['gap']>['name'], string> = {
	'looks-complete': 'looks more complete than it is',
	'better-than-it-looks': 'better than it looks',
	agree: 'looks and is the same',
};

export const NOT_SCORED_WORDS: Record<NonNullable<StandingView['notScored']>, string> = {
	'no-counting-build': 'Not scored: no build counts, through no fault of the spec. That is not a zero.',
	'nobody-could-tell': 'Not scored: nobody could tell.',
};

export const NOT_ADJUSTED_WORDS: Record<NonNullable<ResultsView['notAdjusted']>, string> = {
	'too-few-ratings': 'Too few ratings to adjust for strict and mild judges; the values are as given.',
	'too-few-per-judge':
		'The judges rated too few entries each to adjust for strict and mild ones; the values are as given.',
	'not-connected':
		'The judges rated different entries, so strict and mild ones cannot be compared; the values are as given.',
};

export const points = (value: number | null): string => (value === null ? '-' : value.toFixed(2));

const list = (names: readonly string[]): string =>
	names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** The gap in one sentence; null until everything is revealed or without a vote. */
export function gapSentence({
	complete,
	standings,
	crowdFavourites,
	rubricWinners,
}: ResultsView): string | null {
	if (!complete || crowdFavourites.length === 0 || rubricWinners.length === 0) return null;
	const names = (aliases: readonly string[]) =>
		list(aliases.map((alias) => standings.find((s) => s.alias === alias)?.author ?? alias));
	const shared = crowdFavourites.filter((alias) => rubricWinners.includes(alias));
	if (shared.length > 0) return `${names(shared)}: first by the rubric and first at a glance.`;
	return `At a glance the room preferred ${names(crowdFavourites)}. By the rubric ${names(rubricWinners)} came first.`;
}

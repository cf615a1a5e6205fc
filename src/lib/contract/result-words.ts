// What results say in words.
import type { AlignmentStatus } from '../domain/build/alignment.ts';
import type { BuildOutcome } from '../domain/build/outcome.ts';
import type { DecidedBy } from '../domain/challenge/settled.ts';
import type { DebriefView, ResultsView, StandingView } from './results.ts';

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
	if (crowdFavourites.toSorted().join() === rubricWinners.toSorted().join())
		return `${names(rubricWinners)}: first by the rubric and first at a glance.`;
	const won = rubricWinners.length > 1 ? 'share the first place' : 'came first';
	return `At a glance the room preferred ${names(crowdFavourites)}. By the rubric ${names(rubricWinners)} ${won}.`;
}

const STATUS_WORDS: Record<AlignmentStatus, string> = {
	honoured: 'Honoured',
	'parameter-differs': 'Honoured, other value',
	contradicted: 'Contradicted',
	'agent-chose': 'Left to the agent',
	'agent-chose-undecided': 'Never decided, the agent chose',
	unknown: 'Could not tell',
};

/** Said beside a status or a choice that rests on the spec's text alone. */
export const IN_TEXT_WORDS = 'decided in the text, not in the record';

export const statusWords = (point: { status: AlignmentStatus; decidedBy: DecidedBy | null }): string =>
	point.decidedBy === 'text' ? `${STATUS_WORDS[point.status]}, ${IN_TEXT_WORDS}` : STATUS_WORDS[point.status];

export const OUTCOME_WORDS: Record<BuildOutcome, string> = {
	passed: 'passed every check',
	failed: 'failed a check',
	timed_out: 'the agent ran out of time',
	budget_exhausted: 'the agent ran out of budget',
	infra_error: 'could not be run: the platform failed',
	verifier_error: 'the checks failed to run',
	agent_error: 'the agent failed',
};

export const percent = (share: number | null): string =>
	share === null ? '-' : `${Math.round(share * 100)} %`;

/** How many forks one author decided, and how many of them only in the text. */
export const decidedWords = ({ decided, inText }: { decided: number; inText: number }): string =>
	inText > 0 ? `${decided}, ${inText} in the text only` : String(decided);

/** What one fork taught, in a sentence. */
export function forkSentence(point: DebriefView['points'][number]): string {
	const decided = point.alternatives.reduce((sum, a) => sum + a.chosen, 0);
	const total = decided + point.delegated + point.undecided;
	const open = point.delegated + point.undecided;
	if (total === 0) return 'Nobody stood at this fork.';
	const parts = [
		`${decided} of ${total} chose${point.inText > 0 ? ` (${point.inText} in the text, not in the record)` : ''}`,
		...(point.delegated > 0 ? [`${point.delegated} left it to the agent`] : []),
		...(point.undecided > 0 ? [`${point.undecided} never decided`] : []),
	];
	const unprompted = `${point.unprompted} had written it down before anybody asked`;
	const { surfaced, silent } = point.agentChose;
	const agent =
		open > 0 && surfaced + silent > 0 ? ` Where it was open, the agent ${agentWords(surfaced, silent)}.` : '';
	return `${parts.join(', ')}; ${unprompted}.${agent}`;
}

const times = (n: number): string => (n === 1 ? 'once' : n === 2 ? 'twice' : `${n} times`);

function agentWords(surfaced: number, silent: number): string {
	if (silent === 0) return `chose ${times(surfaced)} and said so each time`;
	if (surfaced === 0) return `chose ${times(silent)} without saying so`;
	return `said so ${times(surfaced)} and chose silently ${times(silent)}`;
}

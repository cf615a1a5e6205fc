// How the hand that a sample stands for reviews and votes; a rehearsal over HTTP and the sample competition share it.
import type { BallotView } from '../../../contract/ballot.ts';
import type { AdditionView, LabelAddition } from '../../../contract/review.ts';
import type { AdditionKind, AdditionLabel } from '../../../domain/build/addition.ts';

const LABELS: Record<AdditionKind, AdditionLabel> = {
	'delegated-choice': 'gap-filled',
	'undecided-choice': 'gap-filled',
	'contradicted-choice': 'contradicts',
	'unasked-effect': 'embellishment',
	assumption: 'implied',
	retry: 'prerequisite',
	timeout: 'prerequisite',
	timer: 'prerequisite',
	dependency: 'embellishment',
	'stored-state': 'prerequisite',
};

export const labelFor = ({ kind, suggestedLink }: AdditionView): LabelAddition => ({
	label: LABELS[kind],
	link: suggestedLink,
	note: '',
});

/** What looks complete impresses: the longest text, as observed in the workshop this product comes from. */
export function impressionsOf(ballots: readonly BallotView[]): { alias: string; impression: number }[] {
	const byLength = [...ballots].sort((a, b) => a.entry.wordCount - b.entry.wordCount);
	return byLength.map(({ alias }, place) => ({ alias, impression: scaled(place, byLength.length - 1) }));
}

/** Scores what can be seen: decisions made, behaviour honoured, checks passed. */
export function rubricOf({ entry: { decisions, measured } }: BallotView): {
	coverage: number;
	alignment: number | null;
	skeleton: number;
} {
	const decided = decisions.filter((d) => d.choice?.kind === 'alternative').length;
	const honoured = measured?.behaviours.filter((b) => b.status === 'honoured').length ?? 0;
	const { passed = 0, failed = 0 } = measured ?? {};
	return {
		coverage: scaled(decided, decisions.length),
		alignment: measured ? scaled(honoured, decisions.length) : null,
		skeleton: scaled(passed, passed + failed),
	};
}

/** 0 to 4, whole. */
const scaled = (part: number, whole: number): number => (whole > 0 ? Math.round((4 * part) / whole) : 0);

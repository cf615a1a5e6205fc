// The next step in words: what the one primary button says, and what it will do.
import type { NextStep } from '../../contract/console.ts';
import type { Phase } from '../../domain/round/phase.ts';
import { PHASE_WORDS, START_WORDS } from '../competition/phase-words.ts';

export interface NextWords {
	/** On the button. */
	label: string;
	/** One line beside it. */
	hint: string;
	/** What pressing it does; empty when it needs no confirmation. */
	does: string[];
}

const people = (count: number): string => (count === 1 ? '1 person' : `${count} people`);

export function nextWords(step: NextStep, from: Phase): NextWords | null {
	switch (step.kind) {
		case 'advance':
			return advanceWords(step, from);
		case 'openInformed':
			return {
				label: 'Show the check results',
				hint: `${step.of - step.unfinished} of ${step.of} voters have given every first impression.`,
				does: [
					'First impressions close for everybody and stay as they are.',
					'Check results become visible and the rubric opens.',
				],
			};
		case 'presentNext':
			return {
				label: 'Next entry',
				hint: `Entry ${step.index + 1} of ${step.of} is on the stage.`,
				does: [],
			};
		case 'revealNext':
			return {
				label: step.revealed === 0 ? 'Reveal the last place' : 'Reveal the next place',
				hint: `${step.revealed} of ${step.of} revealed.`,
				does: [],
			};
		case 'none':
			return null;
	}
}

function advanceWords(step: Extract<NextStep, { kind: 'advance' }>, from: Phase): NextWords {
	const does = [
		step.minutes === null
			? `${PHASE_WORDS[step.to]} starts for everybody.`
			: `${PHASE_WORDS[step.to]} starts for everybody, with ${step.minutes} minutes on the clock.`,
	];
	if (from === 'writing') does.push('Specs are locked with the last text the server has.');
	if (step.freezes === 'entries')
		does.push('Specs, decisions and predictions can no longer be changed. The builds start after the undo.');
	if (step.freezes === 'judging') does.push('Reviews and votes can no longer be changed.');
	const unfinished = step.unfinished.length;
	return {
		label: START_WORDS[step.to],
		hint:
			unfinished > 0
				? `${people(unfinished)} not finished with ${PHASE_WORDS[from].toLowerCase()}.`
				: from === 'lobby' || from === 'briefing'
					? does[0]!
					: 'Everybody is finished.',
		does,
	};
}

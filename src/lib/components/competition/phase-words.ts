// Phases as people read them, and what each one is for.
import type { Phase } from '../../domain/round/phase.ts';

export const PHASE_WORDS: Record<Phase, string> = {
	lobby: 'Lobby',
	briefing: 'Briefing',
	writing: 'Writing',
	deciding: 'Deciding',
	predicting: 'Predicting',
	building: 'Building',
	reviewing: 'Reviewing',
	presenting: 'Presenting',
	voting: 'Voting',
	results: 'Results',
	debrief: 'Debrief',
};

/** One line each, for the set-up and the briefing. */
export const PHASE_PURPOSE: Record<Phase, string> = {
	lobby: 'Everybody joins.',
	briefing: 'The requirement and the rules are shown.',
	writing: 'Everybody writes a spec, alone, without AI.',
	deciding: 'Choice points: choose and say why, or leave it to the agent.',
	predicting: 'What will the agent add that the spec never said?',
	building: 'The agent builds every spec, and the output is checked.',
	reviewing: 'Authors label what the agent added.',
	presenting: 'One entry after the other, without names.',
	voting: 'First impressions, then the rubric with the check results.',
	results: 'The reveal, from last to first.',
	debrief: 'Who decided, who described, and what the agent chose.',
};

/** What starts, in a sentence: "Start writing". */
export const START_WORDS: Record<Phase, string> = {
	lobby: 'Open the lobby',
	briefing: 'Start the briefing',
	writing: 'Start writing',
	deciding: 'Open the choice points',
	predicting: 'Ask for predictions',
	building: 'Lock the entries and build',
	reviewing: 'Start the review',
	presenting: 'Start presenting',
	voting: 'Open the vote',
	results: 'Go to the results',
	debrief: 'Go to the debrief',
};

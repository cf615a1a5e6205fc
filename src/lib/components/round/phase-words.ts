// What a participant is told about each phase, in one heading and one sentence.
import type { Phase } from '../../domain/round/phase.ts';

export const PHASE_WORDS: Record<Phase, { title: string; what: string }> = {
	lobby: { title: 'Lobby', what: 'People are coming in. The facilitator starts the round.' },
	briefing: { title: 'Briefing', what: 'The requirement and the rules. Writing comes next.' },
	writing: { title: 'Writing', what: 'Write a spec that decides. Alone, no AI, until the clock runs out.' },
	deciding: { title: 'Deciding', what: 'Choose at each fork, or leave it to the agent.' },
	predicting: {
		title: 'Predicting',
		what: 'Write what you expect the agent to add that your spec never said.',
	},
	building: { title: 'Building', what: 'The agent builds exactly what you handed in.' },
	reviewing: { title: 'Reviewing', what: 'Go through what the agent added.' },
	presenting: { title: 'Presenting', what: 'Watch the screen in front.' },
	voting: { title: 'Voting', what: 'Judge the outputs without knowing whose they are.' },
	results: { title: 'Results', what: 'The reveal, from last to first.' },
	debrief: { title: 'Debrief', what: 'Who decided, and who described.' },
};

// The rubric every challenge shares. A pack may override single criteria in its rubric.yaml.
import type { Criterion } from './pack.ts';

export const DEFAULT_RUBRIC: readonly Criterion[] = [
	{
		id: 'coverage',
		title: 'Coverage',
		question: 'Does the spec reach everything the requirement demands, also what it only implies?',
		weight: 1,
		anchors: [
			'Copies or shortens the requirement; nothing of its own is specified.',
			'The straight way through is described; failures are named at most in passing.',
			'The explicit demands are specified; what is only implied is mostly missing.',
			'All explicit demands and most implied ones are specified.',
			'Every demand, explicit and implied, is specified or decided, each with its consequence.',
		],
	},
	{
		id: 'alignment',
		title: 'Alignment',
		question: 'Does the program do what the spec decided, and little that nobody decided?',
		weight: 1,
		anchors: [
			'The program contradicts the decisions, or there were none to hold it against.',
			'Few choice points were decided; most of what the program does was chosen by the agent.',
			'About half of the choice points are decided and honoured; some additions are embellishments.',
			'Most choice points are decided and honoured; additions are prerequisites or filled gaps.',
			'Every choice point is decided and honoured with its parameters; nothing contradicts the spec.',
		],
	},
	{
		id: 'skeleton',
		title: 'Skeleton clarity',
		question: 'Would two builders who do not know each other build the same structure from this spec?',
		weight: 1,
		anchors: [
			'No order of steps and no states; a list of wishes.',
			'Steps can be guessed; no states, no failure branches.',
			'Trigger and ordered steps are clear; failure branches only for some steps.',
			'Trigger, actors, ordered steps and states are clear; most fallible steps have a failure branch.',
			'Trigger, actors, ordered steps, states, a failure branch per fallible step, invariants and limits of scope; hardly a vague term.',
		],
	},
];

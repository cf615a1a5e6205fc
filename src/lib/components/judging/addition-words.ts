// What each kind of addition, outcome and alignment status is called on a screen.
import type { AdditionKind } from '../../domain/build/addition.ts';
import type { AlignmentStatus } from '../../domain/build/alignment.ts';
import type { BuildOutcome } from '../../domain/build/outcome.ts';
import type { MarkKind } from '../ui/mark.ts';

export const KIND_WORDS: Record<AdditionKind, string> = {
	'delegated-choice': 'choice you left to the agent',
	'undecided-choice': 'choice nobody made',
	'contradicted-choice': 'other than you decided',
	'unasked-effect': 'effect nobody asked for',
	assumption: 'assumption of the agent',
	retry: 'retry',
	timeout: 'timeout',
	timer: 'timer',
	dependency: 'dependency',
	'stored-state': 'stored state',
};

export const STATUS_MARK: Record<AlignmentStatus, MarkKind> = {
	honoured: 'honoured',
	'parameter-differs': 'parameter-differs',
	contradicted: 'contradicted',
	'agent-chose': 'agent-chose',
	'agent-chose-undecided': 'agent-chose',
	unknown: 'unknown',
};

export const STATUS_WORDS: Record<AlignmentStatus, string> = {
	honoured: 'Honoured',
	'parameter-differs': 'Honoured, other value',
	contradicted: 'Contradicted',
	'agent-chose': 'Left to the agent',
	'agent-chose-undecided': 'Never decided, the agent chose',
	unknown: 'Could not tell',
};

export const OUTCOME_WORDS: Record<BuildOutcome, string> = {
	passed: 'passed every check',
	failed: 'failed a check',
	timed_out: 'the agent ran out of time',
	budget_exhausted: 'the agent ran out of budget',
	infra_error: 'could not be run: the platform failed',
	verifier_error: 'the checks failed to run',
	agent_error: 'the agent failed',
};

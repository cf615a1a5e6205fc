// What each kind of addition is called on a screen, and which mark stands for an alignment status.
import type { AdditionKind } from '../../domain/build/addition.ts';
import type { AlignmentStatus } from '../../domain/build/alignment.ts';
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

// Append-only events of one build. The log, the live view and the replay are folds over them.
import type { BuildOutcome } from './outcome.ts';

export const BUILD_STEPS = [
	'workspace',
	'plan',
	'agent',
	'artifact',
	'static',
	'checks',
	'fingerprints',
	'additions',
	'score',
] as const;
export type BuildStep = (typeof BUILD_STEPS)[number];

export type BuildEvent =
	| { type: 'build.queued' }
	| { type: 'build.started'; attempt: number; agent: string }
	| { type: 'step.started'; step: BuildStep }
	| { type: 'step.finished'; step: BuildStep; summary: string }
	| { type: 'step.failed'; step: BuildStep; message: string }
	| { type: 'log'; step: BuildStep; stream: 'agent' | 'stdout' | 'stderr' | 'system'; text: string }
	| { type: 'file.written'; path: string; bytes: number }
	| { type: 'usage'; inputTokens: number; outputTokens: number; costUsd: number | null }
	| { type: 'build.finished'; outcome: BuildOutcome; summary: string };

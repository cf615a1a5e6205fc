// Where a build keeps what it has done. One store on the database for competitions, one in memory for the command line.
import type { BuildEvent, BuildStep } from '#lib/domain/build/event.ts';
import type { BuildOutcome } from '#lib/domain/build/outcome.ts';
import type { LockDocument } from '#lib/domain/spec/lock.ts';

export interface StepResult {
	step: BuildStep;
	output: unknown;
	/** Epoch milliseconds. */
	startedAt: number;
	finishedAt: number;
	/** Saved with the output, or not at all. */
	events: BuildEvent[];
}

export interface BuildStore {
	/** Outputs of finished steps, by name. */
	outputs(): Promise<Record<string, unknown>>;
	/** Appends in order, without a gap. */
	append(events: readonly BuildEvent[]): Promise<void>;
	/** Output and events together. Throws StepSavedElsewhereError when this step has an output already. */
	save(result: StepResult): Promise<void>;
	finish(end: { outcome: BuildOutcome; summary: string; events: BuildEvent[] }): Promise<void>;
}

export interface BuildJob {
	id: string;
	attempt: number;
	lock: LockDocument;
	seed: number;
}

/** Two runs of one build: this one must stop. */
export class StepSavedElsewhereError extends Error {
	override readonly name = 'StepSavedElsewhereError';
}

// Runs one build from wherever it stands to its outcome. Kill it at any moment and call it again: finished steps are
// not repeated, and nothing saved is lost.
import type { BuildEvent, BuildStep } from '#lib/domain/build/event.ts';
import type { BuildOutcome } from '#lib/domain/build/outcome.ts';
import { summarise, type Verification } from '#lib/domain/build/verification.ts';
import { createEventBuffer } from './event-buffer.ts';
import { agentOutput, verificationSchema } from './outputs.ts';
import type { AnyStep, StepContext } from './step.ts';
import { STEPS } from './steps/index.ts';
import { joinVerification } from './steps/verify-steps.ts';
import type { BuildJob, BuildStore } from './store.ts';

export interface BuildEnd {
	outcome: BuildOutcome;
	/** One sentence. */
	summary: string;
}

export interface RunOptions {
	job: BuildJob;
	store: BuildStore;
	context: Omit<StepContext, 'lock' | 'seed' | 'report'>;
	/** Epoch milliseconds. */
	now(): number;
	/** Told before each step and, with null, at the end. */
	onStep?(step: BuildStep | null): Promise<void>;
	steps?: readonly AnyStep[];
}

/** Verification is tried again in place: the agent is not run a second time because a checker failed. */
const TRIES: Partial<Record<BuildStep, number>> = {
	static: 3,
	checks: 3,
	fingerprints: 3,
	additions: 2,
	score: 2,
};

class StepFailedError extends Error {
	override readonly name = 'StepFailedError';
	readonly step: BuildStep;
	constructor(step: BuildStep, cause: unknown) {
		super(cause instanceof Error ? cause.message : String(cause), { cause });
		this.step = step;
	}
}

/** Rejects only when aborted, when another run took over, or when the store fails. */
export async function runBuild(options: RunOptions): Promise<BuildEnd> {
	const { job, store, onStep, steps = STEPS } = options;
	const { signal } = options.context;
	const outputs = await store.outputs();
	const done = Object.keys(outputs);
	await store.append(
		done.length === 0
			? [{ type: 'build.started', attempt: job.attempt, agent: job.lock.agent.id }]
			: [{ type: 'log', step: lastDone(steps, outputs), stream: 'system', text: 'Goes on after a restart.' }],
	);
	let end: BuildEnd;
	try {
		for (const step of steps) {
			signal.throwIfAborted();
			if (step.name in outputs || skips(step, outputs)) continue;
			await onStep?.(step.name);
			outputs[step.name] = await runStep(step, outputs, options);
		}
		end = endOf(outputs);
	} catch (error) {
		signal.throwIfAborted();
		if (!(error instanceof StepFailedError)) throw error;
		end = {
			outcome: TRIES[error.step] === undefined ? 'infra_error' : 'verifier_error',
			summary: `The step "${error.step}" failed: ${error.message}`,
		};
	}
	await store.finish({ ...end, events: [{ type: 'build.finished', ...end }] });
	await onStep?.(null);
	return end;
}

const lastDone = (steps: readonly AnyStep[], outputs: Record<string, unknown>): BuildStep =>
	steps.findLast((step) => step.name in outputs)?.name ?? 'workspace';

/** When the agent or its provider failed there is nothing of the entry's to judge. */
const skips = (step: AnyStep, outputs: Record<string, unknown>): boolean =>
	step.name !== 'workspace' &&
	step.name !== 'agent' &&
	agentOutput.safeParse(outputs['agent']).data?.end === 'agent_error';

async function runStep(
	step: AnyStep,
	outputs: Record<string, unknown>,
	{ job, store, context, now }: RunOptions,
): Promise<unknown> {
	const tries = TRIES[step.name] ?? 1;
	for (let attempt = 1; ; attempt++) {
		const buffer = createEventBuffer((events) => store.append(events));
		const startedAt = now();
		buffer.report({ type: 'step.started', step: step.name });
		let output: unknown;
		try {
			await buffer.flush();
			output = await step.run({ ...context, ...job, report: buffer.report }, step.input.parse(outputs));
		} catch (error) {
			context.signal.throwIfAborted();
			const failed: BuildEvent = { type: 'step.failed', step: step.name, message: messageOf(error) };
			buffer.report(failed);
			await buffer.flush();
			if (attempt >= tries) throw new StepFailedError(step.name, error);
			continue;
		}
		await buffer.flush();
		context.signal.throwIfAborted();
		const events: BuildEvent[] = [{ type: 'step.finished', step: step.name, summary: step.summary(output) }];
		await store.save({ step: step.name, output, startedAt, finishedAt: now(), events });
		return output;
	}
}

const messageOf = (error: unknown): string =>
	(error instanceof Error ? error.message : String(error)).slice(0, 1_000);

/** The outcome is a function of the saved outputs, so that a restart just before the end finds the same one. */
function endOf(outputs: Record<string, unknown>): BuildEnd {
	const agent = agentOutput.parse(outputs['agent']);
	if (agent.end !== 'finished') return { outcome: agent.end, summary: agent.message };
	const verification = joinVerification(
		verificationSchema.parse(outputs['checks']) as Verification,
		verificationSchema.parse(outputs['fingerprints']) as Verification,
	);
	const { outcome, passed, failed, notApplicable, errors } = summarise(verification);
	const parts = [`${passed} checks passed`, `${failed} failed`];
	if (notApplicable > 0) parts.push(`${notApplicable} not applicable`);
	if (errors > 0) parts.push(`${errors} could not be judged`);
	return { outcome, summary: `${parts.join(', ')}.` };
}

// The shape of a step. Steps run in order; each reads what earlier ones saved, and its own output is saved once.
import type { ZodType } from 'zod';
import type { BuildEvent, BuildStep } from '#lib/domain/build/event.ts';
import type { LockDocument } from '#lib/domain/spec/lock.ts';
import type { Agent } from '../agents/agent.ts';
import type { SandboxProbe } from '../sandbox/sandbox.ts';
import type { LoadedPack } from '../verify/pack-loader.ts';

export interface StepContext {
	lock: LockDocument;
	/** Of checks and fingerprints; secret until the reveal. */
	seed: number;
	challenge: LoadedPack;
	agent: Agent;
	sandbox: SandboxProbe;
	/** This build's own folder; it survives a restart. */
	folder: string;
	/** Content-addressed artifacts, shared by all builds. */
	artifacts: string;
	/** Programs of one verification at a time. */
	lanes: number;
	allowWeakSandbox: boolean;
	/** Aborted when the build is cancelled or the process stops. */
	signal: AbortSignal;
	report(event: BuildEvent): void;
}

export interface Step<In, Out> {
	name: BuildStep;
	/** What it reads of the saved outputs, by step name. */
	input: ZodType<In>;
	run(context: StepContext, input: In): Promise<Out>;
	/** One sentence for the log. Never a check's name or verdict: the author reads it before results are shown. */
	summary(output: Out): string;
}

/** A step whose types are known only to itself, as the runner sees it. */
export type AnyStep = Step<unknown, unknown>;
export const asStep = <In, Out>(step: Step<In, Out>): AnyStep => step as unknown as AnyStep;

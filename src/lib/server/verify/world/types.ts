// The vocabulary of a simulated world: what a pack's world.ts provides and what a run of a program in it yields.
import type { ChildProcess } from 'node:child_process';
import type { TraceLine } from '#lib/domain/build/verification.ts';
import type { Body, RpcError } from './errors.ts';

/**
 * Starts one process of the program with piped stdio, as leader of its own process group. `onKill` is told which limit of
 * the sandbox the process went over, before it is killed for that.
 */
export type Launch = (onKill: (limit: string) => void) => ChildProcess;

export type Params = Record<string, unknown>;

export interface MethodContext {
	/** Virtual milliseconds. */
	now: number;
	/** Seeded; uniform in [0, 1). */
	rng: () => number;
}

/** Synchronous; returns JSON data. Throws Refuse to answer with an error; anything else it throws is a verifier error. */
export type Method<S> = (state: S, params: Params, context: MethodContext) => unknown;

export interface World<S> {
	create(seed: number, setup?: Params): S;
	/** Without effect: no `ref`, and faults for '*' skip them. */
	reads: Record<string, Method<S>>;
	effects: Record<string, Method<S>>;
	/** Called after every applied effect; notes what must never be true. */
	observe?(state: S): void;
}

export const FAULT_KINDS = [
	'unavailable',
	'timeout',
	'lost-answer',
	'slow',
	'double-answer',
	'crash-before',
	'crash-after',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** Strikes the nth to (nth + times - 1)th call of `method`, counted over the whole scenario, restarts included. */
export interface Fault {
	/** A method, or '*' for any effect (including store.put). */
	method: string;
	/** From 1. With `where`, only calls that match are counted. */
	nth: number;
	/** Default 1; Infinity for always. */
	times?: number;
	kind: FaultKind;
	/** Virtual milliseconds of a slow call (default 5000) or until a timeout is reported (default 10000). */
	ms?: number;
	/** Only calls whose params have exactly these values. */
	where?: Params;
}

/** A send whose method is RESTART kills and restarts the program. */
export const RESTART = '$restart';

export interface Send {
	/** Names the request within the scenario; what the program sees is an opaque id derived from it. */
	id: string;
	method: string;
	params: Params;
	/** Virtual milliseconds, from the start or, with `after`, from the answer to that send. */
	at?: number;
	/** The send whose answer (or loss) this one waits for. */
	after?: string;
}

export interface Scenario {
	seed: number;
	setup?: Params;
	sends: Send[];
	faults?: Fault[];
	/** Requests open at a crash are delivered again (default) or lost. */
	redeliver?: boolean;
	/** Calls that are due at the same time are applied in a seeded random order. */
	shuffle?: boolean;
	horizonMs?: number;
	maxCalls?: number;
}

export type Outcome = 'quiet' | 'stalled' | 'died' | 'too-many-calls' | 'horizon';

/** Why a process stopped being usable; `exited` is its own doing, the others are decided by the limits. */
export interface Death {
	why:
		| 'exited'
		| 'closed-stdout'
		| 'line-too-long'
		| 'too-much-output'
		| 'too-much-input'
		| 'too-much-noise'
		| 'too-many-violations'
		| 'flood'
		| 'unresponsive'
		| 'too-slow'
		| 'over-limit'
		| 'killed';
	detail: string;
}

export interface StoredValue {
	value: unknown;
	version: number;
}

export type Reply = { result?: unknown; error?: RpcError };

export interface Run<S> {
	outcome: Outcome;
	detail: string;
	death: Death | null;
	state: S;
	trace: TraceLine[];
	/** By send id. */
	replies: Record<string, Reply>;
	/** Ids of sends that were never answered. */
	lost: string[];
	/** Faults that never struck: the scenario did not test what it meant to. */
	unhit: Fault[];
	/** Messages the program sent unasked: it follows a clock, a file or a network of its own. */
	offClock: number;
	/** Lines on stdout that were no message; the first twenty, cut to 200 characters. */
	noise: string[];
	/** Messages that broke the protocol, one sentence each. */
	violations: string[];
	stderr: string;
	/** Virtual milliseconds at the end. */
	now: number;
	boots: number;
	/** Starts that were answered, and those of them with an error: the program could not recover. */
	answeredStarts: number;
	failedStarts: number;
	store: Map<string, StoredValue>;
}

export type { Body, RpcError, TraceLine };

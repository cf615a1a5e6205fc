// The port every coding agent stands behind. It writes a program into a workspace and says how it ended; it never
// judges what it wrote.
import type { AgentId } from '#lib/contract/competition.ts';
import type { Decision } from '#lib/domain/challenge/decision.ts';
import type { TextFinding } from '#lib/domain/challenge/finding.ts';
import type { LockDocument } from '#lib/domain/spec/lock.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { LoadedPack } from '../verify/pack-loader.ts';

/** What the lock records, the same for everybody in a round. */
export type AgentDescription = LockDocument['agent'];

export interface Usage {
	inputTokens: number;
	outputTokens: number;
	/** Null: the price is not known. */
	costUsd: number | null;
}

export type AgentReport =
	| { type: 'log'; stream: 'agent' | 'stdout' | 'stderr' | 'system'; text: string }
	| { type: 'file.written'; path: string; bytes: number }
	| ({ type: 'usage' } & Usage);

export interface AgentTask {
	/** Absolute folder, prepared; the agent writes here and nowhere else. */
	workspace: string;
	challenge: LoadedPack;
	spec: string;
	decisions: readonly Decision[];
	/** What the free text of the spec decides by itself. */
	findings: readonly TextFinding[];
	sandbox: Sandbox;
	budget: AgentDescription['budget'];
	/** Aborted when the build is cancelled, the process stops or the budget's time is over. */
	signal: AbortSignal;
	report(event: AgentReport): void;
}

export interface AgentEnd {
	/** `finished` says that it stopped by itself, not that the program is any good. */
	end: 'finished' | 'timed_out' | 'budget_exhausted' | 'agent_error';
	/** One sentence. */
	message: string;
	/** Null for an agent that uses no model. */
	usage: Usage | null;
}

export interface Agent {
	readonly id: AgentId;
	/** False: what it writes is trusted like the challenge pack, and may run where nothing can contain it. */
	readonly untrusted: boolean;
	/** Null when it can build here, else one sentence saying what is missing. */
	missing(): Promise<string | null>;
	describe(): Promise<AgentDescription>;
	/** Resolves however the agent ended. Rejects for a fault of the platform, and when aborted from outside. */
	run(task: AgentTask): Promise<AgentEnd>;
}

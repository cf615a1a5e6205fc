// What each step leaves behind, as stored: later steps, the pages and a resumed build parse it with these.
import { z } from 'zod';
import { verificationSchema } from '#lib/contract/verification.ts';
import type { Analysis } from '#lib/domain/analysis/types.ts';
import type { Addition } from '#lib/domain/build/addition.ts';
import type { TextFinding } from '#lib/domain/challenge/finding.ts';
import { CRITERION_IDS } from '#lib/domain/judging/rubric.ts';

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

export const workspaceOutput = z.object({
	/** Of the one commit. */
	commit: z.string(),
	files: z.array(z.object({ path: z.string(), sha256: z.string(), bytes: z.int() })),
	analysis: z.custom<Analysis>(isObject),
	findings: z.array(z.custom<TextFinding>(isObject)),
});
export type WorkspaceOutput = z.infer<typeof workspaceOutput>;

export const agentOutput = z.object({
	end: z.enum(['finished', 'timed_out', 'budget_exhausted', 'agent_error']),
	message: z.string(),
	usage: z
		.object({ inputTokens: z.number(), outputTokens: z.number(), costUsd: z.number().nullable() })
		.nullable(),
});
export type AgentOutput = z.infer<typeof agentOutput>;

export const artifactOutput = z.object({
	treeHash: z.string(),
	files: z.array(
		z.object({
			path: z.string(),
			size: z.int(),
			sha256: z.string(),
			mode: z.union([z.literal(0o755), z.literal(0o644)]),
		}),
	),
	dropped: z.array(z.object({ path: z.string(), reason: z.string() })),
	droppedCount: z.int(),
	totalBytes: z.int(),
});
export type ArtifactOutput = z.infer<typeof artifactOutput>;

export const staticOutput = z.object({
	verdict: z.enum(['pass', 'fail']),
	/** Answers `start` and `sync` and keeps to the protocol while nothing is asked of it. */
	starts: z.boolean(),
	why: z.array(z.string()),
	/** The command the program is started by. */
	command: z.array(z.string()),
	/** Files it was given to read and changed nevertheless. */
	changedGiven: z.array(z.string()),
});
export type StaticOutput = z.infer<typeof staticOutput>;

export const additionsOutput = z.object({ additions: z.array(z.custom<Addition>(isObject)) });
export type AdditionsOutput = z.infer<typeof additionsOutput>;

export const scoreOutput = z.object({
	judge: z.string(),
	scores: z.array(
		z.object({
			criterion: z.enum(CRITERION_IDS),
			/** 0 to 4; null: cannot tell. */
			value: z.number().nullable(),
			evidence: z.array(z.object({ text: z.string(), quote: z.string().nullable() })),
		}),
	),
});
export type ScoreOutput = z.infer<typeof scoreOutput>;

export { verificationSchema };

// Builds as people see them: the own queue place and lock, the log, the files, the verdicts.
import { z } from 'zod';
import { BUILD_STEPS } from '../domain/build/event.ts';
import { BUILD_OUTCOMES } from '../domain/build/outcome.ts';
import { checkResultSchema, fingerprintResultSchema } from './verification.ts';

/** Epoch milliseconds, server time. */
const time = z.number().int();

export const BUILD_STATUSES = ['queued', 'running', 'finished', 'cancelled'] as const;

export const buildSummarySchema = z.object({
	id: z.string(),
	/** Blind label of the entry. */
	alias: z.string(),
	/** Null where the author is not to be known. */
	participantId: z.string().nullable(),
	attempt: z.number().int(),
	status: z.enum(BUILD_STATUSES),
	/** Null while it runs, and for whoever may not know yet how it ended. */
	outcome: z.enum(BUILD_OUTCOMES).nullable(),
	/** The first attempt with an outcome of the entry's own; null like `outcome`. */
	counts: z.boolean().nullable(),
	queuedAt: time,
	startedAt: time.nullable(),
	finishedAt: time.nullable(),
	steps: z.array(
		z.object({
			step: z.enum(BUILD_STEPS),
			state: z.enum(['waiting', 'running', 'done', 'failed']),
			/** Milliseconds it took. */
			tookMs: z.number().nullable(),
		}),
	),
});
export type BuildSummary = z.infer<typeof buildSummarySchema>;

/** What was handed to the agent, as its author may keep it. */
export const lockReceiptSchema = z.object({
	hash: z.string(),
	lockedAt: time,
	revision: z.number().int(),
	decisions: z.number().int(),
	requirementVersion: z.number().int(),
	challenge: z.object({ slug: z.string(), version: z.string(), hash: z.string() }),
	agent: z.object({
		id: z.string(),
		version: z.string(),
		model: z.string().nullable(),
		promptTemplate: z.string(),
		tools: z.array(z.string()),
		budget: z.object({ seconds: z.number(), usd: z.number().nullable() }),
	}),
	sandbox: z.enum(['bwrap', 'weak']),
	/** The whole document in its canonical form; its SHA-256 is `hash`. */
	document: z.string(),
});
export type LockReceipt = z.infer<typeof lockReceiptSchema>;

export const buildsViewSchema = z.object({
	/** The newest attempt of each entry last; for participants their own. */
	builds: z.array(buildSummarySchema),
	/** When the specs are final and builds start; null before the lock. */
	startsAt: time.nullable(),
	/** For participants, while their newest build waits: 1 is next. */
	position: z.number().int().nullable(),
	/** When the own build is expected to be finished; null when nothing is known of it. */
	expectedAt: time.nullable(),
	lock: lockReceiptSchema.nullable(),
});
export type BuildsView = z.infer<typeof buildsViewSchema>;

export const logLineSchema = z.object({
	seq: z.number().int(),
	at: time,
	step: z.enum(BUILD_STEPS).nullable(),
	kind: z.enum(['agent', 'stdout', 'stderr', 'system', 'step', 'file', 'failure']),
	text: z.string(),
});
export type LogLine = z.infer<typeof logLineSchema>;

export const buildLogSchema = z.object({
	lines: z.array(logLineSchema),
	/** Pass as `after` to go on. */
	next: z.number().int(),
	/** There is more already. */
	more: z.boolean(),
	/** Nothing will be added any more. */
	ended: z.boolean(),
});
export type BuildLog = z.infer<typeof buildLogSchema>;

export const buildViewSchema = z.object({
	build: buildSummarySchema,
	own: z.boolean(),
	/** Empty where the output is not shown. */
	files: z.array(z.object({ path: z.string(), bytes: z.number().int(), given: z.boolean() })),
	/** Whether the log may be read. */
	log: z.boolean(),
	/** Null where verdicts are not shown. */
	verdicts: z
		.object({
			summary: z.string(),
			/** Hidden checks have no name before the results; their traces are the program's own doing. */
			checks: z.array(checkResultSchema.extend({ title: z.string().nullable() })),
			fingerprints: z.array(
				fingerprintResultSchema.extend({ title: z.string(), label: z.string().nullable() }),
			),
			/** Reproduces every id and amount; null until the reveal. */
			seed: z.number().int().nullable(),
			sandboxLevel: z.enum(['bwrap', 'weak']),
		})
		.nullable(),
});
export type BuildView = z.infer<typeof buildViewSchema>;

export const buildFileSchema = z.object({
	path: z.string(),
	bytes: z.number().int(),
	/** Null: no text, or too large to show. */
	text: z.string().nullable(),
	/** Lines of coloured pieces; null when the language is not known. `kind` is one of a few classes. */
	lines: z.array(z.array(z.object({ text: z.string(), kind: z.string() }))).nullable(),
});
export type BuildFile = z.infer<typeof buildFileSchema>;

// The documented JSON of `forkpoint challenge check --json`. See docs/challenge-check.md.
import { z } from 'zod';

export const CHECK_REPORT_VERSION = 1;

const citation = z.discriminatedUnion('kind', [
	z.object({ kind: z.literal('requirement'), quote: z.string() }),
	z.object({ kind: z.literal('obligation'), obligationId: z.string() }),
	z.object({ kind: z.literal('alternative'), choicePointId: z.string(), alternativeId: z.string() }),
]);

const traceLine = z.object({
	t: z.number(),
	asked: z.number().optional(),
	boot: z.int(),
	what: z.enum(['start', 'crash', 'send', 'call', 'reply']),
	method: z.string().optional(),
	params: z.unknown().optional(),
	out: z.unknown().optional(),
	fault: z.string().optional(),
});

export const checkResultSchema = z.object({
	id: z.string(),
	title: z.string(),
	cites: z.array(citation),
	verdict: z.enum(['pass', 'fail', 'not-applicable', 'verifier-error']),
	why: z.array(z.string()),
	runs: z.int(),
	trace: z.array(traceLine),
});

export const fingerprintResultSchema = z.object({
	choicePointId: z.string(),
	value: z.record(z.string(), z.unknown()).nullable(),
	alternativeId: z.string().nullable(),
	parameters: z.record(z.string(), z.number()),
	summary: z.string(),
	unknown: z.string().nullable(),
	trace: z.array(traceLine),
});

export const verificationSchema = z.object({
	seed: z.int(),
	sandboxLevel: z.enum(['bwrap', 'weak']),
	checks: z.array(checkResultSchema),
	fingerprints: z.array(fingerprintResultSchema),
	breaches: z.array(
		z.object({ kind: z.literal('off-clock'), where: z.array(z.string()), messages: z.int() }),
	),
	observations: z.array(
		z.object({
			key: z.string(),
			kind: z.enum(['unasked-effect', 'retry', 'timer', 'stored-state']),
			title: z.string(),
			detail: z.string(),
			lines: z.array(z.string()),
			consequence: z.union([z.literal(1), z.literal(2), z.literal(3)]),
		}),
	),
});

export const checkReportSchema = verificationSchema.extend({
	version: z.literal(CHECK_REPORT_VERSION),
	challenge: z.object({ slug: z.string(), version: z.string(), hash: z.string() }),
	program: z.string(),
	command: z.array(z.string()),
	/** What the author chose; delegated and undecided points are absent. */
	decided: z.record(
		z.string(),
		z.object({ alternativeId: z.string(), parameters: z.record(z.string(), z.number()) }),
	),
	summary: z.object({
		passed: z.int(),
		failed: z.int(),
		notApplicable: z.int(),
		errors: z.int(),
		outcome: z.enum(['passed', 'failed', 'verifier_error']),
	}),
	wallMs: z.number(),
});
export type CheckReport = z.infer<typeof checkReportSchema>;

/** A decisions file: the full decisions, or the short form `{"credit-failure": "roll-back"}`. */
export const decisionsFileSchema = z.union([
	z.array(
		z.object({
			choicePointId: z.string(),
			choice: z.discriminatedUnion('kind', [
				z.object({
					kind: z.literal('alternative'),
					alternativeId: z.string(),
					parameters: z.record(z.string(), z.int()).default({}),
				}),
				z.object({ kind: z.literal('delegated') }),
			]),
			rationale: z.string().default(''),
			rejected: z.string().default(''),
			confidence: z.enum(['guess', 'lean', 'sure']).nullable().default(null),
			span: z.object({ start: z.int(), end: z.int(), quote: z.string() }).nullable().default(null),
		}),
	),
	z.record(
		z.string(),
		z.union([
			z.string(),
			z.strictObject({ alternative: z.string(), parameters: z.record(z.string(), z.int()).default({}) }),
		]),
	),
]);

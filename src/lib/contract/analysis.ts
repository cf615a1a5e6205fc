// The analyser's JSON, version 1: what `forkpoint analyse --json` prints and what views carry. Documented in docs/analysis.md.
import { z } from 'zod';
import type { Analysis } from '../domain/analysis/types.ts';

const offset = z.number().int().nonnegative();
const span = z.object({ start: offset, end: offset });
const share = z.number().min(0).max(1);
const index = z.number().int().nonnegative();

export const unitClassSchema = z.enum(['decision', 'description', 'restatement', 'other']);

const perClass = z.object({
	decision: z.number(),
	description: z.number(),
	restatement: z.number(),
	other: z.number(),
});

export const evidenceSchema = span.extend({
	kind: z.enum([
		'failure',
		'reaction',
		'limit',
		'exclusivity',
		'guarantee',
		'alternative',
		'reason',
		'scope',
		'default',
		'ownership',
		'retention',
		'order',
		'parameter',
		'interface',
		'vague',
		'hollow',
		'copied',
	]),
	for: unitClassSchema,
});

export const analysedUnitSchema = span.extend({
	kind: z.enum([
		'heading',
		'sentence',
		'item',
		'row',
		'table-head',
		'quote',
		'code',
		'html',
		'comment',
		'frontmatter',
	]),
	heading: z.string(),
	class: unitClassSchema,
	probability: share,
	abstain: z.boolean(),
	flags: z.object({
		reason: z.boolean(),
		alternative: z.boolean(),
		failureBranch: z.boolean(),
		parameter: z.boolean(),
		delegation: z.boolean(),
	}),
	evidence: z.array(evidenceSchema),
	copied: z.object({ words: share, trigrams: share }),
	repeats: z.boolean(),
	notJudged: z.enum(['structure', 'markup', 'language', 'empty']).nullable(),
});

export const vagueTermSchema = span.extend({
	term: z.string(),
	kind: z.enum(['unquantified', 'escape', 'open-ended', 'passive-duty', 'comparison', 'placeholder']),
	advice: z.string(),
});

const part = z.object({ present: z.boolean(), spans: z.array(span) });

export const skeletonSchema = z.object({
	parts: z.object({
		trigger: part,
		actors: part,
		steps: part,
		states: part,
		'failure-branches': part,
		invariants: part,
		interfaces: part,
		'out-of-scope': part,
	}),
	steps: z.array(span.extend({ unit: index, fallible: z.boolean(), failureBranch: index.nullable() })),
	unfinished: z.array(index),
});

export const analysisSchema = z.object({
	version: z.literal(1),
	units: z.array(analysedUnitSchema),
	summary: z.object({
		units: perClass,
		abstained: index,
		words: index,
		wordsByClass: perClass,
		decidedShare: share,
		restatementShare: share,
		reasoned: index,
		failureBranches: index,
		delegations: index,
	}),
	possibleParaphrases: z.array(index),
	vagueTerms: z.array(vagueTermSchema),
	skeleton: skeletonSchema,
	obligations: z.array(
		z.object({
			obligationId: z.string(),
			level: z.enum(['absent', 'mentioned', 'specified', 'decided']),
			spans: z.array(span),
		}),
	),
	choices: z.array(
		z.object({
			choicePointId: z.string(),
			status: z.enum(['absent', 'mentioned', 'suggested', 'decided', 'delegated', 'conflicting']),
			alternativeId: z.string().nullable(),
			parameters: z.record(z.string(), z.number()),
			spans: z.array(span),
			named: z.array(z.object({ alternativeId: z.string(), rejected: z.boolean(), span })),
		}),
	),
}) satisfies z.ZodType<Analysis>;

/** What `forkpoint analyse --json` prints: the analysis with the names of its inputs. */
export const analysisReportSchema = z.object({
	schema: z.literal('forkpoint-analysis-1'),
	requirement: z.string(),
	spec: z.string(),
	analysis: analysisSchema,
});

export type AnalysisReport = z.infer<typeof analysisReportSchema>;

/** One labelled unit, as `forkpoint analyse bench --data` reads and a contest export writes it. */
export const labelledUnitSchema = z.object({
	req: z.string(),
	spec: z.string(),
	text: z.string(),
	label: unitClassSchema,
	id: z.string().optional(),
	context: z.string().optional(),
	flags: z.array(z.string()).optional(),
});

export type LabelledUnit = z.infer<typeof labelledUnitSchema>;

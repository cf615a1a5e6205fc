// The results of a round, as pages show them and as `results.json` carries them. Nothing stands here of an entry that
// has not been revealed to the reader.
import { z } from 'zod';
import { ALIGNMENT_STATUSES } from '../domain/build/alignment.ts';
import { BUILD_OUTCOMES } from '../domain/build/outcome.ts';
import { DECIDED_BY } from '../domain/challenge/settled.ts';
import { ADDITION_KINDS, ADDITION_LABELS, ADDITION_LINKS } from '../domain/build/addition.ts';

export const RESULTS_VERSION = 1;

const score = z.number().min(0).max(4).nullable();
const count = z.number().int().min(0);

export const scoreEvidenceSchema = z.object({ text: z.string(), quote: z.string().nullable() });

export const criterionResultSchema = z.object({
	value: score,
	basis: z.enum(['people', 'check', 'none']),
	people: z.object({ median: score, mean: score, raters: count, cannotTell: count }),
	check: score,
	model: z.array(z.number()),
	/** What the check's score rests on. */
	evidence: z.array(scoreEvidenceSchema),
});

export const standingSchema = z.object({
	alias: z.string(),
	author: z.string(),
	own: z.boolean(),
	wordCount: count,
	rank: z.number().int().nullable(),
	total: score,
	notScored: z.enum(['no-counting-build', 'nobody-could-tell']).nullable(),
	missing: z.array(z.string()),
	raw: score,
	adjusted: z.number().nullable(),
	raters: count,
	criteria: z.object({
		coverage: criterionResultSchema,
		alignment: criterionResultSchema,
		skeleton: criterionResultSchema,
	}),
	crowd: z.object({ mean: score, raters: count, rank: z.number().int().nullable() }),
	gap: z
		.object({ value: z.number(), name: z.enum(['looks-complete', 'better-than-it-looks', 'agree']) })
		.nullable(),
	outcome: z.enum(BUILD_OUTCOMES).nullable(),
	checks: z.object({ passed: count, failed: count, notApplicable: count, verifierErrors: count }),
	alignment: z.array(
		z.object({
			choicePointId: z.string(),
			title: z.string(),
			status: z.enum(ALIGNMENT_STATUSES),
			decidedAlternativeId: z.string().nullable(),
			/** `text`: the record leaves it open, the spec decides it. */
			decidedBy: z.enum(DECIDED_BY).nullable(),
			/** The passage of the spec that decides it. */
			quote: z.string().nullable(),
			measuredAlternativeId: z.string().nullable(),
			evidence: z.string(),
		}),
	),
});
export type StandingView = z.infer<typeof standingSchema>;

export const resultsSchema = z.object({
	revealed: count,
	of: count,
	complete: z.boolean(),
	weights: z.object({ coverage: z.number(), alignment: z.number(), skeleton: z.number() }),
	/** Only revealed entries, best first. */
	standings: z.array(standingSchema),
	/** Aliases; empty until everything is revealed. */
	crowdFavourites: z.array(z.string()),
	rubricWinners: z.array(z.string()),
	/** Why people's scores were not adjusted for severity; null: they were. */
	notAdjusted: z.enum(['too-few-ratings', 'too-few-per-judge', 'not-connected']).nullable(),
});
export type ResultsView = z.infer<typeof resultsSchema>;

const choiceKey = z.discriminatedUnion('kind', [
	z.object({ kind: z.literal('alternative'), alternativeId: z.string() }),
	z.object({ kind: z.literal('delegated') }),
	z.object({ kind: z.literal('undecided') }),
]);
const behaviourKey = z.discriminatedUnion('kind', [
	z.object({ kind: z.literal('alternative'), alternativeId: z.string() }),
	z.object({ kind: z.literal('other') }),
	z.object({ kind: z.literal('unknown') }),
	z.object({ kind: z.literal('not-built') }),
]);

export const debriefSchema = z.object({
	points: z.array(
		z.object({
			choicePointId: z.string(),
			title: z.string(),
			question: z.string(),
			alternatives: z.array(z.object({ id: z.string(), label: z.string(), chosen: count, outputs: count })),
			inText: count,
			delegated: count,
			undecided: count,
			unprompted: count,
			outputsOther: count,
			outputsUnknown: count,
			flow: z.array(z.object({ choice: choiceKey, behaviour: behaviourKey, count })),
			agentChose: z.object({ surfaced: count, silent: count }),
		}),
	),
	team: z.object({
		total: count,
		decided: count,
		inText: count,
		delegated: count,
		undecided: count,
		decidedShare: z.number().nullable(),
		unpromptedShare: z.number().nullable(),
	}),
	entries: z.array(
		z.object({
			alias: z.string(),
			author: z.string(),
			wordCount: count,
			decided: count,
			inText: count,
			delegated: count,
			undecided: count,
			unprompted: count,
			/** Share of words in decisions, and in near-copies of the requirement; null: not analysed. */
			decidedShare: z.number().nullable(),
			restatementShare: z.number().nullable(),
			expected: z.array(z.object({ text: z.string(), addition: z.string() })),
			guessedWrong: z.array(z.string()),
			surprises: z.array(
				z.object({
					title: z.string(),
					kind: z.enum(ADDITION_KINDS),
					label: z.enum(ADDITION_LABELS).nullable(),
					link: z.enum(ADDITION_LINKS).nullable(),
				}),
			),
		}),
	),
	/** Passages that tell most about deciding and describing in this round. */
	passages: z.array(
		z.object({
			alias: z.string(),
			author: z.string(),
			text: z.string(),
			class: z.enum(['decision', 'description', 'restatement', 'other']),
		}),
	),
});
export type DebriefView = z.infer<typeof debriefSchema>;

/** `results.json`: what `forkpoint export` and `forkpoint rehearse` write. */
export const resultsFileSchema = z.object({
	version: z.literal(RESULTS_VERSION),
	exportedAt: z.string(),
	competition: z.object({
		code: z.string(),
		title: z.string(),
		team: z.string(),
		challenge: z.object({ slug: z.string(), version: z.string(), title: z.string() }),
		agent: z.string(),
		placement: z.string(),
		phase: z.string(),
		participants: count,
	}),
	results: resultsSchema,
	/** Null before the debrief. */
	debrief: debriefSchema.nullable(),
});
export type ResultsFile = z.infer<typeof resultsFileSchema>;

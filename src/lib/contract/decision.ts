// Choice points as a participant sees them, and what they answer.
import { z } from 'zod';
import { LIMITS } from '../domain/limits.ts';
import type { Parameter } from '../domain/challenge/pack.ts';
import type { Decision } from '../domain/challenge/decision.ts';
import type { Openness } from '../domain/round/deadline.ts';

const id = z.string().min(1).max(100);

export const choiceSchema = z.discriminatedUnion('kind', [
	z.object({
		kind: z.literal('alternative'),
		alternativeId: id,
		parameters: z.record(id, z.number().int()).default({}),
	}),
	z.object({ kind: z.literal('delegated') }),
]);

export const confidenceSchema = z.enum(['guess', 'lean', 'sure']);

export const decideSchema = z.object({
	choice: choiceSchema,
	rationale: z.string().max(LIMITS.text.rationale).default(''),
	rejected: z.string().max(LIMITS.text.rejected).default(''),
	confidence: confidenceSchema.nullable().default(null),
	/** Offsets into the own spec; null means "not said". The server takes the quote from the spec itself. */
	span: z
		.object({ start: z.number().int().min(0), end: z.number().int().min(1) })
		.nullable()
		.default(null),
	/** The version this change was made on; 0 for the first answer. */
	baseVersion: z.number().int().min(0),
});
export type Decide = z.infer<typeof decideSchema>;

export const doneSchema = z.object({ done: z.boolean().default(true) });

export interface AlternativeView {
	id: string;
	label: string;
	consequence: string;
	parameters: Parameter[];
	/** Place in the pack: decides the colour, which is the same for everybody. */
	index: number;
}

export interface ChoicePointView {
	id: string;
	title: string;
	question: string;
	context: string;
	/** In this participant's own order. */
	alternatives: AlternativeView[];
}

export interface DecisionView extends Decision {
	version: number;
	decidedAt: number;
}

export interface DecisionsView {
	choicePoints: ChoicePointView[];
	decisions: DecisionView[];
	doneAt: number | null;
	openness: Openness;
	spec: { text: string; revision: number; locked: boolean };
}

/** Detail of the refusal `unfinished-decisions`. */
export interface UnfinishedDecisions {
	choicePointIds: string[];
}

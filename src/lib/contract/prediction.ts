// What an author expects the agent to add that the spec never said.
import { z } from 'zod';
import { LIMITS } from '../domain/limits.ts';
import type { Openness } from '../domain/round/deadline.ts';

export const predictionSchema = z.object({
	text: z.string().trim().min(1).max(LIMITS.text.prediction),
	choicePointId: z.string().max(100).nullable().default(null),
});
export type PredictionInput = z.infer<typeof predictionSchema>;

/** The whole list; `version` is the one it was made on. */
export const predictSchema = z.object({
	predictions: z.array(predictionSchema).max(LIMITS.counts.predictions),
	version: z.string().max(64),
});
export type Predict = z.infer<typeof predictSchema>;

export interface PredictionsView {
	predictions: { id: string; text: string; choicePointId: string | null }[];
	/** Changes with the content of the list. */
	version: string;
	doneAt: number | null;
	openness: Openness;
	/** What a prediction may be tied to. */
	choicePoints: { id: string; title: string }[];
}

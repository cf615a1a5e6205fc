// What the projector shows besides the frame: numbers and labels, never a name with a text or a result.
import { z } from 'zod';
import { BUILD_STEPS } from '../domain/build/event.ts';

export const stageViewSchema = z.object({
	/** Participants with an open line now. */
	connected: z.number(),
	/** How many have finished the present phase. */
	finished: z.number(),
	of: z.number(),
	/** How many have begun it. */
	started: z.number(),
	/** Entries to present or to reveal. */
	entries: z.number(),
	/** One row per entry by its label, in the order of the labels; empty before the build. */
	board: z.array(
		z.object({
			label: z.string(),
			status: z.enum(['waiting', 'queued', 'running', 'finished', 'cancelled']),
			step: z.enum(BUILD_STEPS).nullable(),
		}),
	),
	/** Slides in Markdown; null when the pack has none or they are not shown yet. */
	briefing: z.array(z.string()).nullable(),
	/** Minutes of the timed phases still to come, for the briefing. */
	schedule: z.array(z.object({ phase: z.string(), minutes: z.number().nullable() })),
});
export type StageView = z.infer<typeof stageViewSchema>;

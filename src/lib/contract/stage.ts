// What the projector shows besides the frame: numbers and labels, never a name with a text or a result.
import { z } from 'zod';

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
	/** Markdown slides; null when the pack has none or they are not shown yet. */
	briefing: z.string().nullable(),
	/** Minutes of the timed phases still to come, for the briefing. */
	schedule: z.array(z.object({ phase: z.string(), minutes: z.number().nullable() })),
});
export type StageView = z.infer<typeof stageViewSchema>;

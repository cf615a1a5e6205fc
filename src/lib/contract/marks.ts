// How an author's own spec was read, unit by unit, and what they say against it.
import { z } from 'zod';
import type { AnalysedUnit, AnalysisSummary, UnitClass } from '../domain/analysis/types.ts';

export interface MarkedUnit extends Pick<
	AnalysedUnit,
	'start' | 'end' | 'class' | 'probability' | 'abstain' | 'flags' | 'evidence' | 'notJudged'
> {
	text: string;
	heading: string;
	/** Names a step that can fail and no branch for it. */
	unfinished: boolean;
	/** What the author says it is; null: not contested. */
	claimed: UnitClass | null;
}

export interface OwnMarks {
	units: MarkedUnit[];
	summary: AnalysisSummary;
}

/** `claimed` null takes it back. Offsets are those of the unit. */
export const contestSchema = z.object({
	start: z.int().min(0),
	end: z.int().min(1),
	claimed: z.enum(['decision', 'description', 'restatement', 'other']).nullable(),
});
export type Contest = z.infer<typeof contestSchema>;

/** What voters wrote to an author, without their names. */
export type Comments = string[];

/** A contest as the facilitator sees it. */
export interface ContestView {
	alias: string;
	author: string;
	text: string;
	given: UnitClass;
	claimed: UnitClass;
}

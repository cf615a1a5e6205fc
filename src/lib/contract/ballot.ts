// A voter's ballots: a first impression of the output, then, with the check results, the rubric.
import { z } from 'zod';
import type { Criterion, CriterionId } from '../domain/challenge/pack.ts';
import { LIMITS } from '../domain/limits.ts';
import type { Openness } from '../domain/round/deadline.ts';
import type { ShownEntry } from './shown-entry.ts';

const points = z.number().int().min(LIMITS.judging.score.min).max(LIMITS.judging.score.max);

/** One half at a time; null inside the rubric is "cannot tell". All three criteria or none. */
export const voteSchema = z.union([
	z.strictObject({ impression: points.nullable() }),
	z.strictObject({
		rubric: z.strictObject({
			coverage: points.nullable(),
			alignment: points.nullable(),
			skeleton: points.nullable(),
		}),
		comment: z.string().max(LIMITS.text.ballotComment).default(''),
	}),
]);
export type Vote = z.infer<typeof voteSchema>;
export type RubricVote = Record<CriterionId, number | null>;

/** What a first impression of 0 to 4 means. */
export const IMPRESSION_WORDS = ['Would not use', 'Weak', 'Fair', 'Good', 'Would ship'] as const;

export interface BallotView {
	alias: string;
	position: number;
	impression: number | null;
	rubric: RubricVote | null;
	comment: string;
	entry: ShownEntry;
}

export interface BallotsView {
	half: 'impression' | 'rubric';
	openness: Openness;
	rubric: Criterion[];
	ballots: BallotView[];
	/** Ballots without a mark in the present half. */
	left: number;
}

// An author goes through what the agent added: a label, and a link to the decision it matches, contradicts or lacks.
import { z } from 'zod';
import {
	ADDITION_LABELS,
	ADDITION_LINKS,
	type Addition,
	type AdditionLabel,
	type AdditionLinkKind,
} from '../domain/build/addition.ts';
import type { BuildOutcome } from '../domain/build/outcome.ts';
import { LIMITS } from '../domain/limits.ts';
import type { Openness } from '../domain/round/deadline.ts';

/** What a label says, in the order of the keys 1 to 6. */
export const LABEL_WORDS: Record<AdditionLabel, { title: string; hint: string }> = {
	specified: { title: 'Specified', hint: 'My spec asked for it.' },
	prerequisite: { title: 'Prerequisite', hint: 'What I asked for cannot work without it.' },
	implied: { title: 'Implied', hint: 'I did not write it; any reader would have expected it.' },
	'gap-filled': { title: 'Gap the agent filled', hint: 'I left it open and it had to be settled.' },
	embellishment: { title: 'Embellishment', hint: 'Nobody asked, nobody needs it.' },
	contradicts: { title: 'Contradicts', hint: 'My spec says otherwise.' },
};

export const LINK_WORDS: Record<AdditionLinkKind, string> = {
	matches: 'Matches my decision',
	contradicts: 'Contradicts my decision',
	'never-decided': 'I never decided this',
};

/** Both null takes the label back. */
export const labelAdditionSchema = z.object({
	label: z.enum(ADDITION_LABELS).nullable(),
	link: z.enum(ADDITION_LINKS).nullable(),
	note: z.string().max(LIMITS.text.additionNote).default(''),
});
export type LabelAddition = z.infer<typeof labelAdditionSchema>;

/** Ties a prediction to the addition that made it come true; null: it did not. */
export const judgePredictionSchema = z.object({ additionId: z.string().max(200).nullable() });

export interface AdditionView extends Addition {
	label: AdditionLabel | null;
	link: AdditionLinkKind | null;
	note: string;
	/** What the author decided at its choice point, in words; null: nothing, or it belongs to none. */
	decided: string | null;
	/** From the fingerprint; only the author chooses. */
	suggestedLink: AdditionLinkKind;
}

export interface ReviewView {
	/** Null: no build that counts; there is nothing to review. */
	build: { buildId: string; outcome: BuildOutcome; summary: string } | null;
	additions: AdditionView[];
	predictions: { id: string; text: string; additionId: string | null }[];
	doneAt: number | null;
	openness: Openness;
}

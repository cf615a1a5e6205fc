// A spec of known quality that ships with a pack: it calibrates the analysis and plays a participant in a rehearsal.
import type { Decision } from './decision.ts';
import type { CriterionId } from './pack.ts';

export type ObligationLevel = 'absent' | 'mentioned' | 'specified' | 'decided';

export interface SampleExpectation {
	/** What the program built from this sample does, by fingerprint: choice point id to alternative id. */
	fingerprints: Record<string, string>;
	/** What the free text alone decides: choice point id to alternative id, or null for "the text does not decide it". */
	textDecides: Record<string, string | null>;
	/** At least this level per obligation id. */
	obligations: Record<string, ObligationLevel>;
	/** What code gives per criterion: an inclusive range, 0 to 4, or null for "cannot tell". */
	scores: Record<CriterionId, [number, number] | null>;
}

export interface Sample {
	id: string;
	/** Display name used when the sample plays a participant. */
	name: string;
	/** The kind of hand that wrote it, for example "describer". */
	hand: string;
	description: string;
	/** Markdown, exactly as the participant would have typed it. */
	spec: string;
	decisions: Decision[];
	predictions: string[];
	/** True: plays somebody who joins late. */
	late: boolean;
	expected: SampleExpectation;
}

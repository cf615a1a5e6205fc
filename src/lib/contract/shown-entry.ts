// One entry as others may see it: by its label until the reveal, with measured facts only once they are out.
import type { AdditionLabel } from '../domain/build/addition.ts';
import type { AlignmentStatus } from '../domain/build/alignment.ts';
import type { BuildOutcome } from '../domain/build/outcome.ts';
import type { CheckVerdict } from '../domain/build/verification.ts';
import type { DecidedBy } from '../domain/challenge/settled.ts';

export interface ShownDecision {
	choicePointId: string;
	title: string;
	/** Null: never decided, neither in the record nor in the text. */
	choice:
		| { kind: 'alternative'; alternativeId: string; label: string; parameters: Record<string, number> }
		| { kind: 'delegated' }
		| null;
	/** `text`: the record leaves it open, the spec decides it. */
	decidedBy: DecidedBy | null;
	/** The passage of the spec that decides it. */
	quote: string | null;
	rationale: string;
	rejected: string;
}

export interface ShownCheck {
	id: string;
	/** Null while the names of hidden checks are kept back. */
	title: string | null;
	verdict: CheckVerdict;
	why: string[];
}

export interface ShownBehaviour {
	choicePointId: string;
	title: string;
	summary: string;
	status: AlignmentStatus;
	decidedBy: DecidedBy | null;
	alternativeId: string | null;
}

export interface ShownEntry {
	alias: string;
	/** The viewer's own. */
	own: boolean;
	/** Null before the reveal. */
	author: string | null;
	spec: string;
	wordCount: number;
	decisions: ShownDecision[];
	/** What the agent built; null: no build that counts. */
	output: { buildId: string; files: { path: string; bytes: number }[] } | null;
	/** Null until measured facts are out. */
	measured: {
		outcome: BuildOutcome | null;
		passed: number;
		failed: number;
		checks: ShownCheck[];
		behaviours: ShownBehaviour[];
		additions: { title: string; label: AdditionLabel | null; consequence: number }[];
	} | null;
}

export interface PresentingView {
	/** Index into the order; entries before and at it have been shown. */
	position: number;
	of: number;
	/** Null: there is nobody to present. */
	current: ShownEntry | null;
}

/** A file of an output; text is null for what is no text. */
export interface OutputFile {
	path: string;
	bytes: number;
	text: string | null;
	/** Only the beginning is given. */
	truncated: boolean;
}

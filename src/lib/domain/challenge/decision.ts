// A decision at a choice point: one of the named alternatives with its parameters, or an explicit delegation.

export type Confidence = 'guess' | 'lean' | 'sure';

export type Choice =
	{ kind: 'alternative'; alternativeId: string; parameters: Record<string, number> } | { kind: 'delegated' };

/** A passage of the author's spec. Offsets are UTF-16 indices into the spec text, end exclusive. */
export interface SpecSpan {
	start: number;
	end: number;
	quote: string;
}

export interface Decision {
	choicePointId: string;
	choice: Choice;
	/** Why this one. */
	rationale: string;
	/** What was turned down, and why. */
	rejected: string;
	confidence: Confidence | null;
	/** Where the spec says it; null means "not said". */
	span: SpecSpan | null;
}

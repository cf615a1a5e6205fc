// What the free text of a spec decides by itself at a choice point, apart from the decisions its author recorded.
import type { SpecSpan } from './decision.ts';

export interface TextFinding {
	choicePointId: string;
	alternativeId: string;
	parameters: Record<string, number>;
	span: SpecSpan | null;
}

/** The part of an analysis that is needed here. */
export interface ChoiceEvidence {
	readonly choicePointId: string;
	readonly status: string;
	readonly alternativeId: string | null;
	readonly parameters: Readonly<Record<string, number>>;
	readonly spans: readonly { readonly start: number; readonly end: number }[];
}

/** Findings from the analysis of a spec: only what the text decides, not what it mentions or suggests. */
export const findingsOf = (choices: readonly ChoiceEvidence[], spec: string): TextFinding[] =>
	choices.flatMap(({ choicePointId, status, alternativeId, parameters, spans }) => {
		if (status !== 'decided' || alternativeId === null) return [];
		const [first] = spans;
		const span = first
			? { start: first.start, end: first.end, quote: spec.slice(first.start, first.end) }
			: null;
		return [{ choicePointId, alternativeId, parameters: { ...parameters }, span }];
	});

// What an author settled at a choice point: in the record of decisions or, where that leaves it open, in the text.
import type { Choice, Decision, SpecSpan } from './decision.ts';
import type { TextFinding } from './finding.ts';

export const DECIDED_BY = ['record', 'text'] as const;
export type DecidedBy = (typeof DECIDED_BY)[number];

export interface Settled {
	/** What a program is held against; a delegation, or null, where nobody decided. */
	choice: Choice | null;
	decidedBy: DecidedBy | null;
	/** The passage of the spec that says so; null: none was named. */
	span: SpecSpan | null;
}

/** The record comes first. A delegation or a silence in it gives way to a text that decides. */
export function settle(
	choicePointId: string,
	decisions: readonly Decision[],
	findings: readonly TextFinding[],
): Settled {
	const recorded = decisions.findLast((d) => d.choicePointId === choicePointId);
	if (recorded?.choice.kind === 'alternative')
		return { choice: recorded.choice, decidedBy: 'record', span: recorded.span };
	const found = findings.find((f) => f.choicePointId === choicePointId);
	if (!found) return { choice: recorded?.choice ?? null, decidedBy: null, span: recorded?.span ?? null };
	const { alternativeId, parameters, span } = found;
	return { choice: { kind: 'alternative', alternativeId, parameters }, decidedBy: 'text', span };
}

// The kinds of mark and the words that stand for each where a shape cannot be seen.

export type MarkKind =
	| 'decision'
	| 'description'
	| 'restatement'
	| 'other'
	| 'honoured'
	| 'parameter-differs'
	| 'contradicted'
	| 'agent-chose'
	| 'unknown';

export const MARK_LABELS: Record<MarkKind, string> = {
	decision: 'Decision',
	description: 'Description',
	restatement: 'Restatement',
	other: 'Other',
	honoured: 'Honoured',
	'parameter-differs': 'Honoured, other value',
	contradicted: 'Contradicted',
	'agent-chose': 'The agent chose',
	unknown: 'Could not tell',
};

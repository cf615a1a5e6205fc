// Things the agent did that the spec did not ask for, each with evidence, to be labelled by the author.
import type { SpecSpan } from '../challenge/decision.ts';

export const ADDITION_LABELS = [
	'specified',
	'prerequisite',
	'implied',
	'gap-filled',
	'embellishment',
	'contradicts',
] as const;
export type AdditionLabel = (typeof ADDITION_LABELS)[number];

export const ADDITION_LINKS = ['matches', 'contradicts', 'never-decided'] as const;
export type AdditionLinkKind = (typeof ADDITION_LINKS)[number];

export const ADDITION_KINDS = [
	'delegated-choice',
	'undecided-choice',
	'contradicted-choice',
	'unasked-effect',
	'assumption',
	'retry',
	'timeout',
	'timer',
	'dependency',
	'stored-state',
] as const;
export type AdditionKind = (typeof ADDITION_KINDS)[number];

/** Where an agent writes down what it took for granted. */
export const ASSUMPTIONS_FILE = /(^|\/)assumptions\.(md|txt)$/i;

export type AdditionEvidence =
	| { kind: 'file'; path: string; line: number; excerpt: string }
	| { kind: 'trace'; summary: string; lines: string[] };

export interface Addition {
	/** Stable within a build: derived from kind and place. */
	id: string;
	kind: AdditionKind;
	title: string;
	detail: string;
	evidence: AdditionEvidence[];
	/** The passage of the author's spec that supports it; null: nothing does. */
	span: SpecSpan | null;
	choicePointId: string | null;
	/** Higher first; money and data at stake before cosmetics. */
	consequence: number;
}

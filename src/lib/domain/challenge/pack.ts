// The content of a challenge pack: what participants read and decide about. Pure data; the executable part
// (world, checks, fingerprints, blueprint) lives with the verifier and never reaches a browser.

/** A number an alternative needs, for example "retry n times". Always an integer, in `unit`. */
export interface Parameter {
	id: string;
	label: string;
	unit: 'times' | 'ms' | 's' | 'min' | 'h' | 'days' | 'count' | 'minor-units';
	min: number;
	max: number;
	default: number;
}

export interface Alternative {
	id: string;
	label: string;
	/** What choosing it costs and gives, one or two sentences. */
	consequence: string;
	parameters: Parameter[];
	/** Regular expression sources (case-insensitive) that suggest free text already chose this alternative. */
	cues: string[];
}

export interface ChoicePoint {
	id: string;
	title: string;
	question: string;
	/** The concrete situation that forces the decision. */
	context: string;
	/** Relative importance when results are ranked by consequence, 1 (minor) to 3 (money or data at stake). */
	consequenceRank: 1 | 2 | 3;
	/** Regular expression sources that mark the topic of this choice point in free text. */
	cues: string[];
	alternatives: Alternative[];
}

/** Something the requirement demands, or only implies. */
export interface Obligation {
	id: string;
	text: string;
	kind: 'explicit' | 'implied';
	weight: number;
	/** Regular expression sources that count as a mention. */
	cues: string[];
}

export type CriterionId = 'coverage' | 'alignment' | 'skeleton';

/** A rubric criterion with one written anchor per score, 0 to 4. */
export interface Criterion {
	id: CriterionId;
	title: string;
	question: string;
	weight: number;
	anchors: [string, string, string, string, string];
}

export interface ChallengePack {
	slug: string;
	version: string;
	title: string;
	summary: string;
	difficulty: 1 | 2 | 3;
	tags: string[];
	authors: string[];
	licence: string;
	/** Suggested minutes per timed phase. */
	minutes: Partial<Record<string, number>>;
	/** Markdown. */
	requirement: string;
	/** Markdown slides separated by `---`; null when the pack has none. */
	briefing: string | null;
	obligations: Obligation[];
	choicePoints: ChoicePoint[];
	rubric: Criterion[];
}

// The rehearsal agent's material in a pack: real source files per alternative, and what it adds unasked. Pure data.

/** Where the rehearsal agent took an alternative from. */
export type Source = 'decision' | 'spec' | 'delegated' | 'undecided';

/** One choice point settled for a program. */
export interface Resolved {
	choicePointId: string;
	alternativeId: string;
	/** Every parameter of the alternative, given or assumed. */
	parameters: Record<string, number>;
	source: Source;
	/** Parameters the author did not give; the pack's defaults stand in. */
	assumedParameters: string[];
}

/** Something a coding agent typically adds although nobody asked. Either a module of its own or a constant it changes. */
export interface Extra {
	id: string;
	title: string;
	detail: string;
	/** A file below `extras/`, called after every purchase. */
	file?: string;
	/** A constant of a program file that is set to `value`. */
	set?: { file: string; constant: string; value: number };
}

export interface Blueprint {
	/** Taken where the author chose nothing: choice point id to alternative id. */
	defaults: Record<string, string>;
	/** The program file that holds the code of a choice point's alternative. */
	files: Record<string, string>;
	extras: Extra[];
	/** Assumptions that every program of this blueprint makes, apart from the choice points. */
	assumptions: string[];
	/** Sources by path: `program/...`, `alternatives/<choice point>/<alternative>.js`, `extras/...`. */
	sources: Record<string, string>;
}

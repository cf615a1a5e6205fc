// The shape of an analysis. Offsets are UTF-16 indices into the spec text, end exclusive.
import type { ChoicePoint, Obligation } from '../challenge/pack.ts';
import type { UnitKind } from '../spec/units.ts';

export const ANALYSIS_VERSION = 1;

export type UnitClass = 'decision' | 'description' | 'restatement' | 'other';
export const UNIT_CLASSES: readonly UnitClass[] = ['decision', 'description', 'restatement', 'other'];

export type Span = { readonly start: number; readonly end: number };

/** Sub-flags of a decision; all false for other classes, except `delegation`. */
export type UnitFlags = {
	readonly reason: boolean;
	readonly alternative: boolean;
	readonly failureBranch: boolean;
	readonly parameter: boolean;
	/** Hands a choice to someone else on purpose: "left to the agent". */
	readonly delegation: boolean;
};

export type EvidenceKind =
	| 'failure'
	| 'reaction'
	| 'limit'
	| 'exclusivity'
	| 'guarantee'
	| 'alternative'
	| 'reason'
	| 'scope'
	| 'default'
	| 'ownership'
	| 'retention'
	| 'order'
	| 'parameter'
	| 'interface'
	| 'vague'
	| 'hollow'
	| 'copied';

/** What in the text speaks for or against a class. `for` names the side it pulls to. */
export type Evidence = Span & { readonly kind: EvidenceKind; readonly for: UnitClass };

/** Why a unit was not judged by content. */
export type NotJudged = 'structure' | 'markup' | 'language' | 'empty';

export type AnalysedUnit = Span & {
	readonly kind: UnitKind;
	readonly heading: string;
	readonly class: UnitClass;
	/** Probability that the unit is a decision, 0 to 1; 0 where it was not judged. */
	readonly probability: number;
	/** Too close to call; `class` is then the likelier one. */
	readonly abstain: boolean;
	readonly flags: UnitFlags;
	readonly evidence: readonly Evidence[];
	/** Share of the unit's content words and word 3-grams taken from the requirement, 0 to 1. */
	readonly copied: { readonly words: number; readonly trigrams: number };
	/** Says again what an earlier unit said, or repeats its reason word by word: counted once. */
	readonly repeats: boolean;
	readonly notJudged: NotJudged | null;
};

export type VagueTerm = Span & {
	readonly term: string;
	readonly kind: 'unquantified' | 'escape' | 'open-ended' | 'passive-duty' | 'comparison' | 'placeholder';
	/** What to write instead. */
	readonly advice: string;
};

export type SkeletonPart =
	| 'trigger'
	| 'actors'
	| 'steps'
	| 'states'
	| 'failure-branches'
	| 'invariants'
	| 'interfaces'
	| 'out-of-scope';

export type SkeletonStep = Span & {
	/** Index into `units`. */
	readonly unit: number;
	/** Touches something that can fail: another service, storage, money, a message, a person who may not answer. */
	readonly fallible: boolean;
	/** Index of the unit that says what happens when it fails; null when none does. */
	readonly failureBranch: number | null;
};

export type Skeleton = {
	readonly parts: Readonly<
		Record<SkeletonPart, { readonly present: boolean; readonly spans: readonly Span[] }>
	>;
	readonly steps: readonly SkeletonStep[];
	/** Indices into `steps` of fallible steps without a failure branch. */
	readonly unfinished: readonly number[];
};

export type CoverageLevel = 'absent' | 'mentioned' | 'specified' | 'decided';
export type ObligationCoverage = {
	readonly obligationId: string;
	readonly level: CoverageLevel;
	readonly spans: readonly Span[];
};

export type ChoiceStatus = 'absent' | 'mentioned' | 'suggested' | 'decided' | 'delegated' | 'conflicting';

/** What the free text says about one choice point. */
export type ChoiceReading = {
	readonly choicePointId: string;
	/** `suggested`: an alternative is described without being decided; `conflicting`: two are decided in different places. */
	readonly status: ChoiceStatus;
	/** The alternative read, or null. */
	readonly alternativeId: string | null;
	/** Parameters of that alternative found in the text, in the pack's unit and within its limits. */
	readonly parameters: Readonly<Record<string, number>>;
	/** Where: the units that decide (or, for weaker statuses, mention) it. */
	readonly spans: readonly Span[];
	/** All alternatives the text names, the rejected ones too. */
	readonly named: readonly {
		readonly alternativeId: string;
		readonly rejected: boolean;
		readonly span: Span;
	}[];
};

export type AnalysisSummary = {
	readonly units: Readonly<Record<UnitClass, number>>;
	readonly abstained: number;
	/** Words of the whole spec, and of judged units by class (repeats count once). */
	readonly words: number;
	readonly wordsByClass: Readonly<Record<UnitClass, number>>;
	/** Share of the judged words that decide, restate; 0 to 1, 0 for an empty spec. */
	readonly decidedShare: number;
	readonly restatementShare: number;
	readonly reasoned: number;
	readonly failureBranches: number;
	readonly delegations: number;
};

export type Analysis = {
	readonly version: typeof ANALYSIS_VERSION;
	readonly units: readonly AnalysedUnit[];
	readonly summary: AnalysisSummary;
	/** Indices of units that share many words with the requirement without being copies. */
	readonly possibleParaphrases: readonly number[];
	readonly vagueTerms: readonly VagueTerm[];
	readonly skeleton: Skeleton;
	readonly obligations: readonly ObligationCoverage[];
	readonly choices: readonly ChoiceReading[];
};

export type AnalysisInput = {
	readonly requirement: string;
	readonly spec: string;
	readonly choicePoints?: readonly ChoicePoint[];
	readonly obligations?: readonly Obligation[];
};

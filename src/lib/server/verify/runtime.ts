// The executable part of a challenge pack, as the verifier sees it. Trusted code installed by the operator.
import type { Citation, Observation } from '#lib/domain/build/verification.ts';
import type { Run, Scenario, TraceLine, World } from './world/types.ts';

/** What the author chose at a choice point; delegated and undecided points are absent. */
export interface Chosen {
	alternativeId: string;
	parameters: Record<string, number>;
}
export type Chosens = Readonly<Record<string, Chosen | undefined>>;

export interface CheckContext<S> {
	/** Secret per lock: every id and amount comes from it. */
	seed: number;
	chosen: Chosens;
	/**
	 * Runs a scenario and judges it by the pack's invariants. When a fault never struck, or the program acted off the
	 * clock, the rest of this item is skipped: it would test nothing.
	 */
	run(scenario: Omit<Scenario, 'seed'>): Promise<Run<S>>;
	/** Runs an undisturbed or preparing scenario that is neither judged nor counted: it only says what there is to test. */
	look(scenario: Omit<Scenario, 'seed'>): Promise<Run<S>>;
	/** Runs `item` for each; a skipped item does not end the others. */
	each<T>(items: readonly T[], item: (value: T) => Promise<string[]>): Promise<string[]>;
}

export interface Check<S> {
	id: string;
	title: string;
	cites: Citation[];
	/** The readings this check belongs to; without it the check is general. */
	when?: { choicePointId: string; alternativeIds: readonly string[] };
	/** About how many runs it takes, so that long checks can start first. */
	runs?: number;
	/** Reasons to fail, one sentence each; those of the invariants are added by the verifier. */
	play(context: CheckContext<S>): Promise<string[]>;
}

export interface ProbeContext<S> {
	seed: number;
	/** Runs a scenario without judging it. */
	run(scenario: Omit<Scenario, 'seed'>): Promise<Run<S>>;
}

export type Measured<V> = { value: V; trace: TraceLine[] } | { unknown: string; trace: TraceLine[] };

/** Measures which alternative of one choice point a program implements. Alternatives are predicates on the value. */
export interface Fingerprint<S, V = unknown> {
	choicePointId: string;
	measure(context: ProbeContext<S>): Promise<Measured<V>>;
	alternatives: Record<string, { matches(value: V): boolean; parameters?(value: V): Record<string, number> }>;
	/** One sentence for people. */
	summary(value: V): string;
}

/** One deliberate defect of a blueprint program, to test the checks. */
export interface Mutant {
	id: string;
	title: string;
	/** Alternatives of the program it is made of; the rest are the blueprint's defaults. */
	base?: Record<string, string>;
	/** Exact replacements; each must occur in the file. */
	edits: { file: string; find: string; replace: string }[];
}

export interface ChallengeRuntime<S = unknown> {
	world: World<S>;
	checks: readonly Check<S>[];
	fingerprints: readonly Fingerprint<S>[];
	/** What must hold in every run, whatever was chosen; empty when fine. */
	invariants(run: Run<S>, scenario: Scenario, chosen: Chosens): string[];
	/** What a run shows beyond the straight way; collected by key over all runs of a verification. */
	observe(run: Run<S>, scenario: Scenario): Observation[];
	mutants: readonly Mutant[];
}

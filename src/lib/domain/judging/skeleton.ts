// Skeleton clarity: which parts of a buildable description are there, how many fallible steps say what happens when
// they fail, and how vague the words are. Independent evidence (the same spec built again) weighs half when there is any.

export interface SkeletonModel {
	trigger: boolean;
	actors: number;
	/** Ordered steps. */
	steps: number;
	states: number;
	/** Steps that can fail, and how many of them have a failure branch. */
	fallibleSteps: number;
	failureBranches: number;
	invariants: number;
	interfaces: number;
	outOfScope: number;
	vagueTerms: number;
	words: number;
}

export type SkeletonPart =
	'trigger' | 'actors' | 'steps' | 'states' | 'failures' | 'invariants' | 'interfaces' | 'outOfScope';

/** The published formula; see docs/scoring.md. Weights sum to 1. */
export const SKELETON = {
	weights: {
		trigger: 0.1,
		actors: 0.1,
		steps: 0.2,
		states: 0.1,
		failures: 0.25,
		invariants: 0.1,
		interfaces: 0.1,
		outOfScope: 0.05,
	} satisfies Record<SkeletonPart, number>,
	/** This many of a part earn it in full. */
	full: { actors: 2, steps: 3, states: 2, invariants: 2, interfaces: 1, outOfScope: 1 },
	/** Points lost per vague term in 100 words, and at most. */
	vague: { perHundredWords: 0.25, atMost: 1 },
	max: 4,
} as const;

export interface SkeletonScore {
	/** 0 to 4. */
	score: number;
	/** 0 to 1 per part. */
	parts: Record<SkeletonPart, number>;
	/** Points lost to vague terms. */
	vaguePenalty: number;
	/** 0 to 1: how alike the skeletons of repeated builds are; null when the spec was built once. */
	rebuildAgreement: number | null;
}

const share = (count: number, full: number): number => Math.min(1, Math.max(0, count) / full);

function partsOf(model: SkeletonModel): Record<SkeletonPart, number> {
	const { full } = SKELETON;
	return {
		trigger: model.trigger ? 1 : 0,
		actors: share(model.actors, full.actors),
		steps: share(model.steps, full.steps),
		states: share(model.states, full.states),
		failures:
			model.fallibleSteps > 0
				? share(model.failureBranches, model.fallibleSteps)
				: share(model.failureBranches, 1),
		invariants: share(model.invariants, full.invariants),
		interfaces: share(model.interfaces, full.interfaces),
		outOfScope: share(model.outOfScope, full.outOfScope),
	};
}

/** 4 * sum(weight * part) minus the vague penalty, at least 0; with repeated builds, the mean of that and 4 * agreement. */
export function skeletonScore(model: SkeletonModel, rebuildAgreement: number | null = null): SkeletonScore {
	const parts = partsOf(model);
	const present = (Object.keys(parts) as SkeletonPart[]).reduce(
		(sum, part) => sum + SKELETON.weights[part] * parts[part],
		0,
	);
	const per100 = model.words > 0 ? (100 * model.vagueTerms) / model.words : 0;
	const vaguePenalty = Math.min(SKELETON.vague.atMost, per100 * SKELETON.vague.perHundredWords);
	const own = Math.min(SKELETON.max, Math.max(0, SKELETON.max * present - vaguePenalty));
	const score = rebuildAgreement === null ? own : (own + SKELETON.max * rebuildAgreement) / 2;
	return { score, parts, vaguePenalty, rebuildAgreement };
}

// What skeleton clarity counts, taken from the analysis of a spec.
import type { Analysis, SkeletonPart } from '../analysis/types.ts';
import type { SkeletonModel } from './skeleton.ts';

export function skeletonModel({ skeleton, vagueTerms, summary }: Analysis): SkeletonModel {
	const count = (part: SkeletonPart): number => skeleton.parts[part].spans.length;
	const fallible = skeleton.steps.filter((step) => step.fallible);
	return {
		trigger: skeleton.parts.trigger.present,
		actors: count('actors'),
		steps: skeleton.steps.length,
		states: count('states'),
		fallibleSteps: fallible.length,
		failureBranches: fallible.filter((step) => step.failureBranch !== null).length,
		invariants: count('invariants'),
		interfaces: count('interfaces'),
		outOfScope: count('out-of-scope'),
		vagueTerms: vagueTerms.length,
		words: summary.words,
	};
}

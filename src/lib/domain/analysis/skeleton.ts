// The skeleton a spec should have: trigger, actors, steps, states, failure branches, invariants, interfaces, scope.
import type { Unit } from '../spec/units.ts';
import type { Read } from './judge.ts';
import type { AnalysedUnit, Skeleton, SkeletonPart, SkeletonStep, Span } from './types.ts';

type Judged = {
	readonly unit: Unit;
	readonly index: number;
	readonly result: AnalysedUnit;
	readonly read: Read;
};

/** Steps and branches beyond this many are left out: the comparison of both stays bounded. */
const MAX_LISTED = 300;

function part(
	units: readonly Judged[],
	keep: (each: Judged) => boolean,
): { present: boolean; spans: Span[] } {
	const spans = units.filter(keep).map(({ result }) => ({ start: result.start, end: result.end }));
	return { present: spans.length > 0, spans };
}

function isStep({ unit, read }: Judged): boolean {
	if (read.traits.failurePolicy) return false;
	return unit.ordered ? read.traits.acts : read.traits.moves;
}

function shared(step: Judged, branch: Judged, least: number): boolean {
	let hits = 0;
	for (const key of branch.read.traits.keys)
		if (step.read.traits.keys.has(key) && ++hits >= least) return true;
	return false;
}

/** A branch belongs to a step when it is the next or next but one unit, or in its section, and shares a content word; elsewhere it must share two. */
function branchFor(step: Judged, branches: readonly Judged[]): number | null {
	let apart: number | null = null;
	for (const branch of branches) {
		if (branch.index === step.index) return branch.index;
		const ahead = branch.index - step.index;
		const close = ahead > 0 && ahead <= 2;
		if (close && shared(step, branch, 1)) return branch.index;
		if (apart === null && shared(step, branch, branch.unit.heading === step.unit.heading ? 1 : 2))
			apart = branch.index;
	}
	return apart;
}

function stepsOf(told: readonly Judged[], branches: readonly Judged[]): SkeletonStep[] {
	return told
		.filter(isStep)
		.slice(0, MAX_LISTED)
		.map((step) => {
			const { start, end } = step.result;
			const fallible = step.read.traits.fallible;
			return {
				unit: step.index,
				start,
				end,
				fallible,
				failureBranch: fallible ? branchFor(step, branches) : null,
			};
		});
}

/** The skeleton of a spec; the three lists run in parallel, reads are null where a unit was not judged. */
export function skeletonOf(
	units: readonly Unit[],
	results: readonly AnalysedUnit[],
	reads: readonly (Read | null)[],
): Skeleton {
	const told = units.flatMap((unit, index): Judged[] => {
		const read = reads[index];
		const result = results[index];
		return read && result && result.class !== 'other' ? [{ unit, index, result, read }] : [];
	});
	const branches = told
		.filter(({ result, read }) => result.flags.failureBranch || read.traits.failurePolicy)
		.slice(0, MAX_LISTED);
	const steps = stepsOf(told, branches);
	const parts: Record<SkeletonPart, { present: boolean; spans: Span[] }> = {
		trigger: part(told, ({ read }) => read.traits.trigger),
		actors: part(told, ({ read }) => read.reading.counts.actor > 0),
		steps: { present: steps.length >= 2, spans: steps.map(({ start, end }) => ({ start, end })) },
		states: part(told, ({ read }) => read.traits.states),
		'failure-branches': part(branches, () => true),
		invariants: part(told, ({ read, result }) => {
			const { exclusive, guarantee } = read.reading.counts;
			return result.class === 'decision' && exclusive + guarantee > 0;
		}),
		interfaces: part(told, ({ read }) => read.traits.interface),
		'out-of-scope': part(
			told,
			({ read, unit }) =>
				read.reading.counts.scope > 0 || /scope|not (?:in|part)|later|exclu/i.test(unit.heading),
		),
	};
	const unfinished = steps.flatMap((step, index) =>
		step.fallible && step.failureBranch === null ? [index] : [],
	);
	return { parts, steps, unfinished };
}

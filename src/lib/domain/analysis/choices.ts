// Whether the free text already decides a choice point, which alternative, with which parameters, and where.
import type { Alternative, ChoicePoint, Parameter } from '../challenge/pack.ts';
import { compileCues, firstMatch } from './pack-cues.ts';
import { readParameter } from './parameters.ts';
import type { AnalysedUnit, ChoiceReading, ChoiceStatus, Span } from './types.ts';

type Named = { alternative: Alternative; rejected: boolean; unit: AnalysedUnit; span: Span };

const REJECTS =
	/\b(?:not|no|never|without|instead of|rather than|against|ruled? out|rejected|dismissed|n't|over|worse than|except)\b(?:\W+\w+){0,3}\W*$/i;
const REJECTED_AFTER =
	/^\W*(?:\w+\W+){0,4}?(?:is not an option|was not an option|rejected|ruled out|dismissed|is out|was out|would be too|is too|was too|does(?:n't| not) work|no good|not chosen|would mean|would block)\b/i;

function isRejected(text: string, at: { start: number; end: number }): boolean {
	const before = text.slice(Math.max(0, at.start - 60), at.start);
	const clause = before.slice(
		Math.max(before.lastIndexOf(','), before.lastIndexOf(';'), before.lastIndexOf('. ')) + 1,
	);
	return REJECTS.test(clause) || REJECTED_AFTER.test(text.slice(at.end, at.end + 80));
}

function namedIn(spec: string, unit: AnalysedUnit, point: ChoicePoint): Named[] {
	const text = spec.slice(unit.start, unit.end);
	return point.alternatives.flatMap((alternative) => {
		const at = firstMatch(compileCues(alternative.cues), text);
		if (!at) return [];
		const span = { start: unit.start + at.start, end: unit.start + at.end };
		return [{ alternative, rejected: isRejected(text, at), unit, span }];
	});
}

function parametersOf(
	spec: string,
	units: readonly AnalysedUnit[],
	alternative: Alternative,
): Record<string, number> {
	const found: Record<string, number> = {};
	for (const parameter of alternative.parameters) {
		const value = firstParameter(spec, units, parameter);
		if (value !== null) found[parameter.id] = value;
	}
	return found;
}

function firstParameter(spec: string, units: readonly AnalysedUnit[], parameter: Parameter): number | null {
	for (const unit of units) {
		const value = readParameter(spec.slice(unit.start, unit.end), parameter);
		if (value !== null) return value;
	}
	return null;
}

function judged(unit: AnalysedUnit): boolean {
	return unit.notJudged === null && unit.class !== 'restatement' && unit.class !== 'other';
}

function onTopic(spec: string, units: readonly AnalysedUnit[], point: ChoicePoint): AnalysedUnit[] {
	const topic = compileCues(point.cues);
	return units.filter((unit) => {
		if (unit.notJudged === 'structure') return false;
		return (
			firstMatch(topic, spec.slice(unit.start, unit.end)) !== null || firstMatch(topic, unit.heading) !== null
		);
	});
}

function spansOf(units: readonly AnalysedUnit[]): Span[] {
	return [...new Set(units)].map(({ start, end }) => ({ start, end }));
}

function statusOf(chosen: readonly Named[], delegated: boolean, any: boolean): ChoiceStatus {
	const decided = chosen.filter((each) => each.unit.class === 'decision');
	const winners = new Set(decided.map((each) => each.alternative.id));
	if (winners.size > 1 && conflicts(decided)) return 'conflicting';
	if (winners.size > 0) return 'decided';
	if (delegated) return 'delegated';
	if (chosen.length > 0) return 'suggested';
	return any ? 'mentioned' : 'absent';
}

/** Alternatives named in one unit are weighed there; two decided in different units contradict each other. */
function conflicts(decided: readonly Named[]): boolean {
	const sole = decided.filter((each) =>
		decided.every((other) => other.unit !== each.unit || other.alternative.id === each.alternative.id),
	);
	return new Set(sole.map((each) => each.alternative.id)).size > 1;
}

function strongest(chosen: readonly Named[]): Alternative | null {
	const weight = new Map<Alternative, number>();
	for (const { alternative, unit } of chosen)
		weight.set(
			alternative,
			(weight.get(alternative) ?? 0) + (unit.class === 'decision' ? 1 : 0) + unit.probability,
		);
	let best: Alternative | null = null;
	for (const [alternative, sum] of weight)
		if (best === null || sum > (weight.get(best) ?? 0)) best = alternative;
	return best;
}

function readChoice(spec: string, units: readonly AnalysedUnit[], point: ChoicePoint): ChoiceReading {
	const topical = onTopic(spec, units, point);
	const named = topical.flatMap((unit) => namedIn(spec, unit, point));
	const chosen = named.filter((each) => !each.rejected && judged(each.unit));
	const delegations = topical.filter((unit) => unit.flags.delegation);
	const status = statusOf(chosen, delegations.length > 0, topical.length > 0);
	const alternative =
		status === 'decided' || status === 'suggested' || status === 'conflicting' ? strongest(chosen) : null;
	const carriers = chosen.filter((each) => each.alternative === alternative).map((each) => each.unit);
	const where = alternative
		? status === 'conflicting'
			? chosen.map((each) => each.unit)
			: carriers
		: status === 'delegated'
			? delegations
			: topical;
	return {
		choicePointId: point.id,
		status,
		alternativeId: alternative?.id ?? null,
		parameters: alternative ? parametersOf(spec, carriers, alternative) : {},
		spans: spansOf(where),
		named: named.map(({ alternative: each, rejected, span }) => ({ alternativeId: each.id, rejected, span })),
	};
}

/** One reading per choice point, in the pack's order. */
export function readChoices(
	spec: string,
	units: readonly AnalysedUnit[],
	points: readonly ChoicePoint[],
): ChoiceReading[] {
	return points.map((point) => readChoice(spec, units, point));
}

// Does the program do what the author decided? Decisions on one side, measured fingerprints on the other.
import type { ChoicePoint, Parameter } from '../challenge/pack.ts';
import type { Decision } from '../challenge/decision.ts';
import type { Addition, AdditionLabel } from './addition.ts';
import type { FingerprintResult } from './verification.ts';

export const ALIGNMENT_STATUSES = [
	'honoured',
	'parameter-differs',
	'contradicted',
	/** The author left it to the agent. */
	'agent-chose',
	/** The author never decided it. */
	'agent-chose-undecided',
	/** The behaviour could not be measured. */
	'unknown',
] as const;
export type AlignmentStatus = (typeof ALIGNMENT_STATUSES)[number];

export interface ParameterDifference {
	parameterId: string;
	decided: number;
	measured: number;
	unit: Parameter['unit'];
}

export interface AlignmentPoint {
	choicePointId: string;
	weight: number;
	/** Null: delegated, or never decided. */
	decidedAlternativeId: string | null;
	/** Null: none of the named ones, or not measured. */
	measuredAlternativeId: string | null;
	status: AlignmentStatus;
	differences: ParameterDifference[];
	/** What the program was seen to do, or why that is not known. */
	evidence: string;
}

export interface LabelledAddition extends Pick<Addition, 'id' | 'choicePointId'> {
	label: AdditionLabel | null;
}

export interface AlignmentPenalty {
	additionId: string;
	label: 'embellishment' | 'contradicts';
	points: number;
}

export interface Alignment {
	points: AlignmentPoint[];
	/** Before additions; null when there is nothing to judge: all delegated or not measurable. */
	base: number | null;
	penalties: AlignmentPenalty[];
	/** 0 to 4, or null like `base`. */
	score: number | null;
}

/** The published formula; see docs/scoring.md. */
export const ALIGNMENT = {
	/** Share of the weight of a choice point that each status earns; null: the point does not count. */
	credit: {
		honoured: 1,
		'parameter-differs': 0.5,
		contradicted: 0,
		'agent-chose-undecided': 0,
		'agent-chose': null,
		unknown: null,
	} satisfies Record<AlignmentStatus, number | null>,
	penalty: {
		embellishment: { each: 0.25, atMost: 1 },
		contradicts: { each: 0.5, atMost: 2 },
	},
	/** Measured durations may differ from the decided ones by this share: the world's own steps take time. */
	durationTolerance: 0.05,
	max: 4,
} as const;

const DURATIONS: ReadonlySet<Parameter['unit']> = new Set(['ms', 's', 'min', 'h', 'days']);

function differs(parameter: Parameter, decided: number, measured: number): boolean {
	const tolerance = DURATIONS.has(parameter.unit) ? Math.abs(decided) * ALIGNMENT.durationTolerance : 0;
	return Math.abs(decided - measured) > tolerance;
}

/** Parameters that the author fixed and the fingerprint measured, and that differ. */
function differences(point: ChoicePoint, decision: Decision, fingerprint: FingerprintResult): ParameterDifference[] {
	const { choice } = decision;
	if (choice.kind === 'delegated') return [];
	const alternative = point.alternatives.find((a) => a.id === choice.alternativeId);
	return (alternative?.parameters ?? []).flatMap((parameter) => {
		const decided = choice.parameters[parameter.id];
		const measured = fingerprint.parameters[parameter.id];
		if (decided === undefined || measured === undefined || !differs(parameter, decided, measured)) return [];
		return [{ parameterId: parameter.id, decided, measured, unit: parameter.unit }];
	});
}

function comparePoint(
	point: ChoicePoint,
	decision: Decision | undefined,
	fingerprint: FingerprintResult | undefined,
): AlignmentPoint {
	const choice = decision?.choice;
	const decidedId = choice?.kind === 'alternative' ? choice.alternativeId : null;
	const base = {
		choicePointId: point.id,
		weight: point.consequenceRank,
		decidedAlternativeId: decidedId,
		measuredAlternativeId: fingerprint?.alternativeId ?? null,
		differences: [],
	};
	if (!fingerprint || fingerprint.value === null)
		return { ...base, status: 'unknown', evidence: fingerprint?.unknown ?? 'not measured' };
	const evidence = fingerprint.summary;
	if (!decision || !choice) return { ...base, status: 'agent-chose-undecided', evidence };
	if (choice.kind === 'delegated') return { ...base, status: 'agent-chose', evidence };
	if (fingerprint.alternativeId !== decidedId) return { ...base, status: 'contradicted', evidence };
	const found = differences(point, decision, fingerprint);
	return { ...base, status: found.length > 0 ? 'parameter-differs' : 'honoured', differences: found, evidence };
}

function baseScore(points: readonly AlignmentPoint[]): number | null {
	let earned = 0;
	let weight = 0;
	for (const point of points) {
		const credit = ALIGNMENT.credit[point.status];
		if (credit === null) continue;
		earned += credit * point.weight;
		weight += point.weight;
	}
	return weight > 0 ? (ALIGNMENT.max * earned) / weight : null;
}

/** An addition at a choice point that already lost its credit is not charged a second time. */
function penaltiesOf(additions: readonly LabelledAddition[], points: readonly AlignmentPoint[]): AlignmentPenalty[] {
	const lost = new Set(
		points.filter((p) => (ALIGNMENT.credit[p.status] ?? 1) < 1).map((p) => p.choicePointId),
	);
	const spent = { embellishment: 0, contradicts: 0 };
	return additions.flatMap(({ id, label, choicePointId }) => {
		if (label !== 'embellishment' && label !== 'contradicts') return [];
		if (choicePointId !== null && lost.has(choicePointId)) return [];
		const { each, atMost } = ALIGNMENT.penalty[label];
		const points = Math.min(each, atMost - spent[label]);
		spent[label] += points;
		return points > 0 ? [{ additionId: id, label, points }] : [];
	});
}

/**
 * Compares every choice point and scores the whole:
 * 4 * sum(weight * credit) / sum(weight) over the points that count, minus the additions' penalties, at least 0.
 */
export function compareAlignment(input: {
	choicePoints: readonly ChoicePoint[];
	decisions: readonly Decision[];
	fingerprints: readonly FingerprintResult[];
	additions?: readonly LabelledAddition[];
}): Alignment {
	const points = input.choicePoints.map((point) =>
		comparePoint(
			point,
			input.decisions.find((d) => d.choicePointId === point.id),
			input.fingerprints.find((f) => f.choicePointId === point.id),
		),
	);
	const base = baseScore(points);
	const penalties = base === null ? [] : penaltiesOf(input.additions ?? [], points);
	const lost = penalties.reduce((sum, p) => sum + p.points, 0);
	return { points, base, penalties, score: base === null ? null : Math.max(0, base - lost) };
}

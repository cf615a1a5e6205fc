// Does the program do what the author decided? Decisions on one side, measured fingerprints on the other.
import { compareChoice, type Comparison } from '../challenge/compare.ts';
import type { Decision, SpecSpan } from '../challenge/decision.ts';
import type { TextFinding } from '../challenge/finding.ts';
import type { ChoicePoint } from '../challenge/pack.ts';
import { settle, type DecidedBy } from '../challenge/settled.ts';
import type { Addition, AdditionLabel } from './addition.ts';
import type { FingerprintResult } from './verification.ts';

export const ALIGNMENT_STATUSES = [
	'honoured',
	'parameter-differs',
	'contradicted',
	/** The author left it to the agent, and the text does not decide it either. */
	'agent-chose',
	/** The author never decided it, neither in the record nor in the text. */
	'agent-chose-undecided',
	/** The behaviour could not be measured. */
	'unknown',
] as const;
export type AlignmentStatus = (typeof ALIGNMENT_STATUSES)[number];

export interface AlignmentPoint {
	choicePointId: string;
	weight: number;
	/** Null: delegated, or never decided. */
	decidedAlternativeId: string | null;
	/** Where it was decided; `text`: the record leaves it open and the spec does not. */
	decidedBy: DecidedBy | null;
	/** The passage of the spec that decides it; null: none was named. */
	span: SpecSpan | null;
	/** Null: none of the named ones, or not measured. */
	measuredAlternativeId: string | null;
	status: AlignmentStatus;
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
	/** Before additions; null when there is nothing to judge: no choice points, or none that could be measured. */
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
		'agent-chose': 0.25,
		unknown: null,
	} satisfies Record<AlignmentStatus, number | null>,
	penalty: {
		embellishment: { each: 0.25, atMost: 1 },
		contradicts: { each: 0.5, atMost: 2 },
	},
	max: 4,
} as const;

const STATUS: Record<Comparison['kind'], AlignmentStatus> = {
	honoured: 'honoured',
	'parameters-differ': 'parameter-differs',
	contradicted: 'contradicted',
	delegated: 'agent-chose',
	undecided: 'agent-chose-undecided',
	unknown: 'unknown',
};

function comparePoint(
	point: ChoicePoint,
	{ decisions, findings }: Pick<AlignmentInput, 'decisions' | 'findings'>,
	fingerprint: FingerprintResult | undefined,
): AlignmentPoint {
	const { choice, decidedBy, span } = settle(point.id, decisions, findings);
	const kind = fingerprint ? compareChoice(point, choice, fingerprint).kind : 'unknown';
	return {
		choicePointId: point.id,
		weight: point.consequenceRank,
		decidedAlternativeId: choice?.kind === 'alternative' ? choice.alternativeId : null,
		decidedBy,
		span,
		measuredAlternativeId: fingerprint?.alternativeId ?? null,
		status: STATUS[kind],
		evidence: (kind === 'unknown' ? fingerprint?.unknown : fingerprint?.summary) ?? 'not measured',
	};
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
function penaltiesOf(
	additions: readonly LabelledAddition[],
	points: readonly AlignmentPoint[],
): AlignmentPenalty[] {
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

export interface AlignmentInput {
	choicePoints: readonly ChoicePoint[];
	decisions: readonly Decision[];
	/** What the free text decides; it counts where the record leaves a choice point open. */
	findings: readonly TextFinding[];
	fingerprints: readonly FingerprintResult[];
	additions?: readonly LabelledAddition[];
}

/**
 * Compares every choice point and scores the whole:
 * 4 * sum(weight * credit) / sum(weight) over the points that count, minus the additions' penalties, at least 0.
 */
export function compareAlignment(input: AlignmentInput): Alignment {
	const points = input.choicePoints.map((point) =>
		comparePoint(
			point,
			input,
			input.fingerprints.find((f) => f.choicePointId === point.id),
		),
	);
	const base = baseScore(points);
	const penalties = base === null ? [] : penaltiesOf(input.additions ?? [], points);
	const lost = penalties.reduce((sum, p) => sum + p.points, 0);
	return { points, base, penalties, score: base === null ? null : Math.max(0, base - lost) };
}

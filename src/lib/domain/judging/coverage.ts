// Coverage: how far each obligation of the challenge is settled in the spec.
import type { SpecSpan } from '../challenge/decision.ts';

export const OBLIGATION_LEVELS = ['absent', 'mentioned', 'specified', 'decided'] as const;
export type ObligationLevel = (typeof OBLIGATION_LEVELS)[number];

export interface ObligationCoverage {
	obligationId: string;
	weight: number;
	level: ObligationLevel;
	/** The passage that shows it; null for absent. */
	span: SpecSpan | null;
}

/** Share of its weight that an obligation earns at each level; published in docs/scoring.md. */
export const COVERAGE_CREDIT: Record<ObligationLevel, number> = {
	absent: 0,
	mentioned: 0.25,
	specified: 0.75,
	decided: 1,
};

export interface CoverageScore {
	/** 4 * sum(weight * credit) / sum(weight); null when the challenge lists no obligation of any weight. */
	score: number | null;
	counts: Record<ObligationLevel, number>;
}

export function coverageScore(obligations: readonly ObligationCoverage[]): CoverageScore {
	const counts: Record<ObligationLevel, number> = { absent: 0, mentioned: 0, specified: 0, decided: 0 };
	let earned = 0;
	let weight = 0;
	for (const obligation of obligations) {
		counts[obligation.level]++;
		earned += obligation.weight * COVERAGE_CREDIT[obligation.level];
		weight += obligation.weight;
	}
	return { score: weight > 0 ? (4 * earned) / weight : null, counts };
}

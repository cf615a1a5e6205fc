// The scores that code can give, each with the evidence it stands on; see docs/scoring.md.
import type { Analysis } from '../analysis/types.ts';
import { compareAlignment, type Alignment } from '../build/alignment.ts';
import type { FingerprintResult } from '../build/verification.ts';
import type { Decision } from '../challenge/decision.ts';
import { findingsOf } from '../challenge/finding.ts';
import type { ChallengePack, ChoicePoint, CriterionId, Obligation } from '../challenge/pack.ts';
import { coverageScore, type ObligationCoverage } from './coverage.ts';
import type { ScoreEvidence } from './scores.ts';
import { skeletonModel } from './skeleton-model.ts';
import { skeletonScore, type SkeletonPart } from './skeleton.ts';

/** Which code gave the scores; part of every score row, and changes whenever a formula does. */
export const CODE_JUDGE = 'forkpoint-code/2';

export interface CodeScore {
	criterion: CriterionId;
	/** 0 to 4; null: cannot tell. */
	value: number | null;
	evidence: ScoreEvidence[];
}

/** One score per criterion. `spec` is the text that `analysis` was made of. */
export function codeScores(input: {
	pack: Pick<ChallengePack, 'choicePoints' | 'obligations'>;
	spec: string;
	analysis: Analysis;
	decisions: readonly Decision[];
	fingerprints: readonly FingerprintResult[];
}): CodeScore[] {
	const { pack, spec, analysis, decisions, fingerprints } = input;
	const { choicePoints, obligations } = pack;
	const findings = findingsOf(analysis.choices, spec);
	const alignment = compareAlignment({ choicePoints, decisions, findings, fingerprints });
	return [
		scoreCoverage(analysis, obligations, spec),
		{
			criterion: 'alignment',
			value: alignment.score,
			evidence: alignmentEvidence(alignment, choicePoints),
		},
		scoreSkeleton(analysis),
	];
}

function scoreCoverage(analysis: Analysis, obligations: readonly Obligation[], spec: string): CodeScore {
	const covered = obligations.map((obligation): ObligationCoverage => {
		const found = analysis.obligations.find((o) => o.obligationId === obligation.id);
		const [first] = found?.spans ?? [];
		return {
			obligationId: obligation.id,
			weight: obligation.weight,
			level: found?.level ?? 'absent',
			span: first ? { ...first, quote: spec.slice(first.start, first.end) } : null,
		};
	});
	const evidence = covered.map(({ obligationId, level, span }): ScoreEvidence => {
		const text = obligations.find((o) => o.id === obligationId)?.text ?? obligationId;
		return { text: `${level}: ${text}`, quote: span?.quote ?? null };
	});
	return { criterion: 'coverage', value: coverageScore(covered).score, evidence };
}

/** What an alignment rests on, point by point. */
export const alignmentEvidence = (
	{ points }: Alignment,
	choicePoints: readonly ChoicePoint[],
): ScoreEvidence[] =>
	points.map((point) => {
		const title = choicePoints.find((c) => c.id === point.choicePointId)?.title ?? point.choicePointId;
		const where = point.decidedBy === 'text' ? ', decided in the text, not in the record' : '';
		return {
			text: `${title}: ${point.status.replaceAll('-', ' ')}${where}. ${point.evidence}`,
			quote: point.span?.quote ?? null,
		};
	});

const PART_WORDS: Record<SkeletonPart, string> = {
	trigger: 'trigger',
	actors: 'actors',
	steps: 'ordered steps',
	states: 'states',
	failures: 'failure branches',
	invariants: 'invariants',
	interfaces: 'interfaces',
	outOfScope: 'out of scope',
};

function scoreSkeleton(analysis: Analysis): CodeScore {
	const model = skeletonModel(analysis);
	const { score, parts, vaguePenalty } = skeletonScore(model);
	const evidence = (Object.keys(PART_WORDS) as SkeletonPart[]).map((part): ScoreEvidence => ({
		text: `${PART_WORDS[part]}: ${Math.round(parts[part] * 100)} %`,
		quote: null,
	}));
	const missing = model.fallibleSteps - model.failureBranches;
	if (missing > 0)
		evidence.push({
			text: `${missing} of ${model.fallibleSteps} steps that can fail do not say what then.`,
			quote: null,
		});
	if (vaguePenalty > 0) {
		const terms = model.vagueTerms === 1 ? '1 vague term costs' : `${model.vagueTerms} vague terms cost`;
		evidence.push({ text: `${terms} ${vaguePenalty.toFixed(2)}.`, quote: null });
	}
	return { criterion: 'skeleton', value: score, evidence };
}

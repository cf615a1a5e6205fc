// The scores that code can give, each with the evidence it stands on; see docs/scoring.md.
import { z } from 'zod';
import type { Analysis } from '#lib/domain/analysis/types.ts';
import { compareAlignment, type Alignment } from '#lib/domain/build/alignment.ts';
import type { Decision } from '#lib/domain/challenge/decision.ts';
import type { ChoicePoint, Obligation } from '#lib/domain/challenge/pack.ts';
import { coverageScore, type ObligationCoverage } from '#lib/domain/judging/coverage.ts';
import { skeletonScore } from '#lib/domain/judging/skeleton.ts';
import type { ScoreEvidence } from '#lib/domain/judging/scores.ts';
import { skeletonModel } from '#lib/domain/judging/skeleton-model.ts';
import type { Verification } from '#lib/domain/build/verification.ts';
import { additionsOutput, verificationSchema, workspaceOutput, type ScoreOutput } from '../outputs.ts';
import type { Step } from '../step.ts';

/** Which code gave the scores; part of every score row. */
export const SCORE_JUDGE = 'forkpoint-code/1';

const input = z.object({
	workspace: workspaceOutput,
	fingerprints: verificationSchema,
	additions: additionsOutput,
});

export const scoreStep: Step<z.infer<typeof input>, ScoreOutput> = {
	name: 'score',
	input,
	run({ challenge, lock }, { workspace: { analysis }, fingerprints }) {
		const { obligations, choicePoints } = challenge.pack;
		return Promise.resolve({
			judge: SCORE_JUDGE,
			scores: [
				scoreCoverage(analysis, obligations, lock.spec.text),
				scoreAlignment(choicePoints, lock.decisions, fingerprints as Verification),
				scoreSkeleton(analysis),
			],
		});
	},
	summary: ({ scores }) =>
		`${scores.filter((score) => score.value !== null).length} of 3 criteria scored by code`,
};

type Row = ScoreOutput['scores'][number];

function scoreCoverage(analysis: Analysis, obligations: readonly Obligation[], spec: string): Row {
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

function scoreAlignment(
	choicePoints: readonly ChoicePoint[],
	decisions: readonly Decision[],
	{ fingerprints }: Verification,
): Row {
	const alignment: Alignment = compareAlignment({ choicePoints, decisions, fingerprints });
	const evidence = alignment.points.map((point): ScoreEvidence => {
		const title = choicePoints.find((c) => c.id === point.choicePointId)?.title ?? point.choicePointId;
		return { text: `${title}: ${point.status.replaceAll('-', ' ')}. ${point.evidence}`, quote: null };
	});
	return { criterion: 'alignment', value: alignment.score, evidence };
}

function scoreSkeleton(analysis: Analysis): Row {
	const model = skeletonModel(analysis);
	const { score, parts, vaguePenalty } = skeletonScore(model);
	const evidence = Object.entries(parts).map(([part, share]): ScoreEvidence => ({
		text: `${part}: ${Math.round(share * 100)} %`,
		quote: null,
	}));
	const missing = model.fallibleSteps - model.failureBranches;
	if (missing > 0)
		evidence.push({
			text: `${missing} of ${model.fallibleSteps} steps that can fail do not say what then.`,
			quote: null,
		});
	if (vaguePenalty > 0)
		evidence.push({ text: `${model.vagueTerms} vague terms cost ${vaguePenalty.toFixed(2)}.`, quote: null });
	return { criterion: 'skeleton', value: score, evidence };
}

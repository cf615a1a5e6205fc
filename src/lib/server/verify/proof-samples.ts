// The samples of a pack against what they are said to be: coverage of the pack, analysis of the text, programs built.
import { analyseSpec } from '#lib/domain/analysis/analyse.ts';
import type { CriterionId } from '#lib/domain/challenge/pack.ts';
import type { ObligationLevel, Sample } from '#lib/domain/challenge/sample.ts';
import { composeProgram } from '../agents/rehearsal.ts';
import { findingsOf } from '#lib/domain/challenge/finding.ts';
import type { ProofOptions } from './proof.ts';
import { verifyFiles } from './workbench.ts';

/** Scores of a sample from code; given by whoever owns scoring, so that the verifier does not depend on it. */
export type ScoreSample = (sample: Sample) => Partial<Record<CriterionId, number>>;

export interface SampleProof {
	samples: number;
	uncoveredObligations: string[];
	/** `choice point = alternative` that no sample decides. */
	uncoveredAlternatives: string[];
	/** What a sample was expected to be and is not, one sentence each. */
	mismatches: string[];
	ok: boolean;
}

const LEVELS: readonly ObligationLevel[] = ['absent', 'mentioned', 'specified', 'decided'];
const rank = (level: ObligationLevel): number => LEVELS.indexOf(level);

export async function proveSamples(options: ProofOptions & { score?: ScoreSample }): Promise<SampleProof> {
	const { challenge, onLine } = options;
	const { pack, samples } = challenge;
	const reached = new Set<string>();
	const decided = new Set<string>();
	const mismatches: string[] = [];
	for (const sample of samples) {
		const analysis = analyseSpec({
			requirement: pack.requirement,
			spec: sample.spec,
			choicePoints: pack.choicePoints,
			obligations: pack.obligations,
		});
		const wrong = [...textMismatches(sample, analysis), ...scoreMismatches(sample, options.score)];
		for (const { obligationId, level } of analysis.obligations)
			if (level !== 'absent') reached.add(obligationId);
		for (const { choicePointId, choice } of sample.decisions)
			if (choice.kind === 'alternative') decided.add(`${choicePointId} = ${choice.alternativeId}`);
		wrong.push(...(await programMismatches(options, sample, findingsOf(analysis.choices, sample.spec))));
		mismatches.push(...wrong.map((what) => `${sample.id}: ${what}`));
		onLine?.(
			`${wrong.length === 0 ? 'ok  ' : 'FAIL'} sample ${sample.id}${wrong.map((w) => `\n       ${w}`).join('')}`,
		);
	}
	const uncoveredObligations = pack.obligations.map((o) => o.id).filter((id) => !reached.has(id));
	const uncoveredAlternatives = pack.choicePoints
		.flatMap((point) => point.alternatives.map((a) => `${point.id} = ${a.id}`))
		.filter((key) => !decided.has(key));
	const ok = uncoveredObligations.length + uncoveredAlternatives.length + mismatches.length === 0;
	return { samples: samples.length, uncoveredObligations, uncoveredAlternatives, mismatches, ok };
}

function textMismatches({ expected }: Sample, analysis: ReturnType<typeof analyseSpec>): string[] {
	const out: string[] = [];
	for (const [id, least] of Object.entries(expected.obligations)) {
		const level = analysis.obligations.find((o) => o.obligationId === id)?.level ?? 'absent';
		if (rank(level) < rank(least)) out.push(`obligation ${id} is ${level}, expected ${least}`);
	}
	for (const [id, alternative] of Object.entries(expected.textDecides)) {
		const reading = analysis.choices.find((c) => c.choicePointId === id);
		const found = reading?.status === 'decided' ? reading.alternativeId : null;
		if (found !== alternative)
			out.push(`the text decides ${id} as ${found ?? 'nothing'}, expected ${alternative ?? 'nothing'}`);
	}
	return out;
}

function scoreMismatches(sample: Sample, score: ScoreSample | undefined): string[] {
	if (!score) return [];
	const scores = score(sample);
	return Object.entries(sample.expected.scores).flatMap(([criterion, [low, high]]) => {
		const value = scores[criterion as CriterionId];
		const fits = value !== undefined && value >= low && value <= high;
		return fits ? [] : [`scores ${value ?? 'nothing'} for ${criterion}, expected ${low} to ${high}`];
	});
}

async function programMismatches(
	options: ProofOptions,
	sample: Sample,
	findings: ReturnType<typeof findingsOf>,
): Promise<string[]> {
	const { files } = composeProgram({ challenge: options.challenge, decisions: sample.decisions, findings });
	const { fingerprints } = await verifyFiles(options, files, sample.decisions, { only: 'fingerprints' });
	return Object.entries(sample.expected.fingerprints).flatMap(([id, alternative]) => {
		const measured = fingerprints.find((f) => f.choicePointId === id)?.alternativeId ?? null;
		return measured === alternative
			? []
			: [`its program does ${measured ?? 'nothing named'} at ${id}, expected ${alternative}`];
	});
}

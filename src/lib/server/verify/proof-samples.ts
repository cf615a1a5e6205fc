// The samples of a pack against what they are said to be: coverage of the pack, analysis of the text, programs built,
// and the scores that code gives of both.
import { analyseSpec } from '#lib/domain/analysis/analyse.ts';
import type { Analysis } from '#lib/domain/analysis/types.ts';
import type { FingerprintResult } from '#lib/domain/build/verification.ts';
import { findingsOf } from '#lib/domain/challenge/finding.ts';
import type { ObligationLevel, Sample } from '#lib/domain/challenge/sample.ts';
import { codeScores, type CodeScore } from '#lib/domain/judging/code-scores.ts';
import { composeProgram } from '../agents/rehearsal.ts';
import type { ProofOptions } from './proof.ts';
import { verifyFiles } from './workbench.ts';

export interface SampleScores {
	id: string;
	scores: Pick<CodeScore, 'criterion' | 'value'>[];
}

export interface SampleProof {
	samples: number;
	uncoveredObligations: string[];
	/** `choice point = alternative` that no sample decides. */
	uncoveredAlternatives: string[];
	/** What a sample was expected to be and is not, one sentence each. */
	mismatches: string[];
	/** What code gives each sample. */
	scored: SampleScores[];
	ok: boolean;
}

const LEVELS: readonly ObligationLevel[] = ['absent', 'mentioned', 'specified', 'decided'];
const rank = (level: ObligationLevel): number => LEVELS.indexOf(level);

export async function proveSamples(options: ProofOptions): Promise<SampleProof> {
	const { challenge, onLine } = options;
	const { pack, samples } = challenge;
	const reached = new Set<string>();
	const decided = new Set<string>();
	const mismatches: string[] = [];
	const scored: SampleScores[] = [];
	for (const sample of samples) {
		const analysis = analyseSpec({
			requirement: pack.requirement,
			spec: sample.spec,
			choicePoints: pack.choicePoints,
			obligations: pack.obligations,
		});
		for (const { obligationId, level } of analysis.obligations)
			if (level !== 'absent') reached.add(obligationId);
		for (const { choicePointId, choice } of sample.decisions)
			if (choice.kind === 'alternative') decided.add(`${choicePointId} = ${choice.alternativeId}`);
		const fingerprints = await measureSample(options, sample, analysis);
		const { spec, decisions, expected } = sample;
		const scores = codeScores({ pack, spec, analysis, decisions, fingerprints });
		const wrong = [
			...textMismatches(sample, analysis),
			...programMismatches(sample, fingerprints),
			...scoreMismatches(expected.scores, scores),
		];
		scored.push({ id: sample.id, scores: scores.map(({ criterion, value }) => ({ criterion, value })) });
		mismatches.push(...wrong.map((what) => `${sample.id}: ${what}`));
		onLine?.(
			`${wrong.length === 0 ? 'ok  ' : 'FAIL'} sample ${sample.id}: ${scores.map(scoreText).join(', ')}${wrong.map((w) => `\n       ${w}`).join('')}`,
		);
	}
	const uncoveredObligations = pack.obligations.map((o) => o.id).filter((id) => !reached.has(id));
	const uncoveredAlternatives = pack.choicePoints
		.flatMap((point) => point.alternatives.map((a) => `${point.id} = ${a.id}`))
		.filter((key) => !decided.has(key));
	const ok = uncoveredObligations.length + uncoveredAlternatives.length + mismatches.length === 0;
	return { samples: samples.length, uncoveredObligations, uncoveredAlternatives, mismatches, scored, ok };
}

const scoreText = ({ criterion, value }: CodeScore): string =>
	`${criterion} ${value === null ? 'cannot tell' : value.toFixed(2)}`;

function textMismatches({ expected }: Sample, analysis: Analysis): string[] {
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

/** Every criterion is expected to be something: a range, or null for "cannot tell". */
export function scoreMismatches(
	expected: Sample['expected']['scores'],
	scores: readonly Pick<CodeScore, 'criterion' | 'value'>[],
): string[] {
	return scores.flatMap(({ criterion, value }) => {
		const range = expected[criterion];
		const fits = range === null || value === null ? range === value : value >= range[0] && value <= range[1];
		const wanted = range === null ? 'nothing' : `${range[0]} to ${range[1]}`;
		return fits ? [] : [`scores ${value?.toFixed(2) ?? 'nothing'} for ${criterion}, expected ${wanted}`];
	});
}

/** What the program does that the rehearsal agent composes of a sample. */
async function measureSample(
	options: ProofOptions,
	{ decisions, spec }: Sample,
	analysis: Analysis,
): Promise<FingerprintResult[]> {
	const findings = findingsOf(analysis.choices, spec);
	const { files } = composeProgram({ challenge: options.challenge, decisions, findings });
	const { fingerprints } = await verifyFiles(options, files, decisions, { only: 'fingerprints' });
	return fingerprints;
}

function programMismatches({ expected }: Sample, fingerprints: readonly FingerprintResult[]): string[] {
	return Object.entries(expected.fingerprints).flatMap(([id, alternative]) => {
		const measured = fingerprints.find((f) => f.choicePointId === id)?.alternativeId ?? null;
		return measured === alternative
			? []
			: [`its program does ${measured ?? 'nothing named'} at ${id}, expected ${alternative}`];
	});
}

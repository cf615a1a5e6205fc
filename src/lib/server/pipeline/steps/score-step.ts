// The scores that code can give of this build.
import { z } from 'zod';
import type { Verification } from '#lib/domain/build/verification.ts';
import { CODE_JUDGE, codeScores } from '#lib/domain/judging/code-scores.ts';
import { additionsOutput, verificationSchema, workspaceOutput, type ScoreOutput } from '../outputs.ts';
import type { Step } from '../step.ts';

const input = z.object({
	workspace: workspaceOutput,
	fingerprints: verificationSchema,
	additions: additionsOutput,
});

export const scoreStep: Step<z.infer<typeof input>, ScoreOutput> = {
	name: 'score',
	input,
	run: ({ challenge, lock }, { workspace: { analysis }, fingerprints }) =>
		Promise.resolve({
			judge: CODE_JUDGE,
			scores: codeScores({
				pack: challenge.pack,
				spec: lock.spec.text,
				analysis,
				decisions: lock.decisions,
				fingerprints: (fingerprints as Verification).fingerprints,
			}),
		}),
	summary: ({ scores }) =>
		`${scores.filter((score) => score.value !== null).length} of 3 criteria scored by code`,
};

// What the program does that the spec did not say, found by code from the stored copy and the verification.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { findAdditions } from '#lib/domain/build/additions.ts';
import type { Verification } from '#lib/domain/build/verification.ts';
import {
	artifactOutput,
	verificationSchema,
	workspaceOutput,
	type AdditionsOutput,
	type ArtifactOutput,
} from '../outputs.ts';
import type { Step } from '../step.ts';
import { workspaceFiles } from '../workspace.ts';
import { joinVerification } from './verify-steps.ts';

/** Larger files are data, not something a person wrote decisions into. */
const MOST_BYTES = 512 * 1024;

const input = z.object({
	workspace: workspaceOutput,
	artifact: artifactOutput,
	checks: verificationSchema,
	fingerprints: verificationSchema,
});

export const additionsStep: Step<z.infer<typeof input>, AdditionsOutput> = {
	name: 'additions',
	input,
	async run({ challenge, lock, artifacts }, { workspace, artifact, checks, fingerprints }) {
		return {
			additions: findAdditions({
				pack: challenge.pack,
				decisions: lock.decisions,
				spec: lock.spec.text,
				files: await artifactTexts(artifacts, artifact),
				starterFiles: workspaceFiles(challenge, lock),
				verification: joinVerification(checks as Verification, fingerprints as Verification),
				freeTextFindings: workspace.findings,
			}),
		};
	},
	summary: ({ additions }) => `${additions.length} additions found`,
};

/** Text files of an artifact by path; what is binary or very large is left out. */
async function artifactTexts(artifacts: string, artifact: ArtifactOutput): Promise<Record<string, string>> {
	const texts: Record<string, string> = {};
	for (const file of artifact.files) {
		if (file.size > MOST_BYTES) continue;
		const bytes = await readFile(path.join(artifacts, artifact.treeHash, file.path));
		if (!bytes.includes(0)) texts[file.path] = bytes.toString('utf8');
	}
	return texts;
}

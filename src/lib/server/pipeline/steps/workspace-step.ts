// Prepares what the agent gets, and reads the spec once for everything that needs to know what it says.
import { createHash } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import { analyseSpec } from '#lib/domain/analysis/analyse.ts';
import { findingsOf } from '#lib/domain/challenge/finding.ts';
import type { WorkspaceOutput } from '../outputs.ts';
import type { Step } from '../step.ts';
import { prepareWorkspace, workspaceFiles } from '../workspace.ts';

export const WORKSPACE_FOLDER = 'workspace';

export const workspaceStep: Step<object, WorkspaceOutput> = {
	name: 'workspace',
	input: z.object({}),
	async run({ challenge, lock, folder }) {
		const files = workspaceFiles(challenge, lock);
		const commit = await prepareWorkspace(path.join(folder, WORKSPACE_FOLDER), files);
		const analysis = analyseSpec({
			requirement: lock.requirement.text,
			spec: lock.spec.text,
			choicePoints: challenge.pack.choicePoints,
			obligations: challenge.pack.obligations,
		});
		return {
			commit,
			files: Object.entries(files).map(([file, content]) => ({
				path: file,
				sha256: createHash('sha256').update(content).digest('hex'),
				bytes: Buffer.byteLength(content),
			})),
			analysis,
			findings: findingsOf(analysis.choices, lock.spec.text),
		};
	},
	summary: ({ files }) => `${files.length} files, one commit`,
};

// Takes what the agent left, as content-addressed copy; the history stays behind, outside of what is judged.
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { copyArtifact } from '../../sandbox/artifact.ts';
import { agentOutput, type ArtifactOutput } from '../outputs.ts';
import type { Step } from '../step.ts';
import { WORKSPACE_FOLDER } from './workspace-step.ts';

const input = z.object({ agent: agentOutput });

export const artifactStep: Step<z.infer<typeof input>, ArtifactOutput> = {
	name: 'artifact',
	input,
	async run({ folder, artifacts, report }) {
		const workspace = path.join(folder, WORKSPACE_FOLDER);
		await takeHistory(workspace, path.join(folder, 'history.git'));
		const { artifact } = await copyArtifact(workspace, artifacts);
		for (const { path: file, reason } of artifact.dropped.slice(0, 20))
			report({ type: 'log', step: 'artifact', stream: 'system', text: `Not taken: ${file} (${reason})` });
		return artifact;
	},
	summary: ({ files, totalBytes, droppedCount }) =>
		`${files.length} files, ${Math.ceil(totalBytes / 1024)} KiB${droppedCount > 0 ? `, ${droppedCount} not taken` : ''}`,
};

/** Absent when a run that was interrupted here moved it already. */
async function takeHistory(workspace: string, to: string): Promise<void> {
	const from = path.join(workspace, '.git');
	try {
		await rm(to, { recursive: true, force: true });
		await rename(from, to);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
	}
}

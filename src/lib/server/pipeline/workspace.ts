// The folder a coding agent works in: contract, AGENTS.md, SPEC.md and a history of one commit. Nothing else.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { compileSpec } from '#lib/domain/build/spec-document.ts';
import type { LockDocument } from '#lib/domain/spec/lock.ts';
import type { LoadedPack } from '../verify/pack-loader.ts';
import { writeHistory } from './git-history.ts';

export const COMMIT_MESSAGE = 'Starter';

/** Files an agent is given to read, not to change. */
export const GIVEN_FILES = ['AGENTS.md', 'CLAUDE.md', 'CONTRACT.md', 'SPEC.md'] as const;

/** By relative path. */
export function workspaceFiles(
	challenge: Pick<LoadedPack, 'pack' | 'contract'>,
	lock: Pick<LockDocument, 'spec' | 'decisions'>,
): Record<string, string> {
	return {
		...challenge.contract,
		'CLAUDE.md': challenge.contract['AGENTS.md'] ?? '',
		'SPEC.md': compileSpec({
			spec: lock.spec.text,
			decisions: lock.decisions,
			choicePoints: challenge.pack.choicePoints,
		}),
	};
}

/** Makes `folder` afresh, whatever was in it, and returns the id of its one commit. */
export async function prepareWorkspace(
	folder: string,
	files: Readonly<Record<string, string>>,
): Promise<string> {
	await rm(folder, { recursive: true, force: true });
	for (const [file, content] of Object.entries(files)) {
		await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
		await writeFile(path.join(folder, file), content);
	}
	return writeHistory(folder, files, COMMIT_MESSAGE);
}

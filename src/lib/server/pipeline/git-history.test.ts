// The history must be one that git itself accepts, and the same wherever it is written.
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findProgram } from '../sandbox/programs.ts';
import { prepareWorkspace } from './workspace.ts';

const FILES = { 'a.txt': 'one\n', 'a/b.txt': 'zwei ü\n', 'a-b/c.js': '', 'SPEC.md': '# Spec\n' };
const git = findProgram('git');
let folder: string;
beforeEach(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'forkpoint-history-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const run = (...args: string[]): string =>
	execFileSync(git!, ['-c', `safe.directory=${folder}`, '-C', folder, ...args], {
		encoding: 'utf8',
		env: { GIT_CONFIG_NOSYSTEM: '1', HOME: folder },
	});

describe('the history of a workspace', () => {
	it('is the same commit for the same files, and another for others', async () => {
		const first = await prepareWorkspace(folder, FILES);
		await writeFile(path.join(folder, 'left-over'), 'x');
		expect(await prepareWorkspace(folder, FILES)).toBe(first);
		expect(await prepareWorkspace(folder, { ...FILES, 'a.txt': 'two\n' })).not.toBe(first);
	});

	it.skipIf(git === null)('is one that git reads: sound, clean, one commit, no host identity', async () => {
		const commit = await prepareWorkspace(folder, FILES);
		expect(run('fsck', '--strict', '--full')).not.toMatch(/error|missing|dangling/);
		expect(run('status', '--porcelain')).toBe('');
		expect(run('rev-parse', 'HEAD').trim()).toBe(commit);
		expect(run('log', '--format=%an <%ae> %ad %cn', '--date=iso').trim()).toBe(
			'Forkpoint <forkpoint@localhost> 2000-01-01 00:00:00 +0000 Forkpoint',
		);
		await writeFile(path.join(folder, 'a.txt'), 'changed\n');
		expect(run('status', '--porcelain').trim()).toBe('M a.txt');
	});
});

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ArtifactStoreError, collectArtifact, copyArtifact, type DropReason } from './artifact.ts';

let base: string;
let tree: string;
beforeEach(() => {
	base = fs.mkdtempSync(path.join(os.tmpdir(), 'forkpoint-artifact-'));
	tree = path.join(base, 'tree');
	fs.mkdirSync(tree);
});
afterEach(() => fs.rmSync(base, { recursive: true, force: true }));

const write = (relative: string, content: string | Buffer = 'x', mode = 0o644) => {
	const file = path.join(tree, relative);
	fs.mkdirSync(path.dirname(file), { recursive: true });
	fs.writeFileSync(file, content);
	fs.chmodSync(file, mode);
};
const sha = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
const reasons = async (limits = {}): Promise<Record<string, DropReason>> =>
	Object.fromEntries(
		(await collectArtifact(tree, limits)).dropped.map((entry) => [entry.path, entry.reason]),
	);

describe('collecting an artifact', () => {
	it('lists plain files with size, hash and a mode reduced to executable or not', async () => {
		write('main.js', 'console.log(1)', 0o600);
		write('bin/run.sh', '#!/bin/sh', 0o4711);
		const artifact = await collectArtifact(tree);
		expect(artifact.files).toEqual([
			{ path: 'bin/run.sh', size: 9, sha256: sha('#!/bin/sh'), mode: 0o755 },
			{ path: 'main.js', size: 14, sha256: sha('console.log(1)'), mode: 0o644 },
		]);
		expect(artifact).toMatchObject({ dropped: [], droppedCount: 0, totalBytes: 23 });
	});

	it('drops links, links to folders, pipes, sockets and second names of one file', async () => {
		fs.writeFileSync(path.join(base, 'secret'), 'secret');
		fs.symlinkSync(path.join(base, 'secret'), path.join(tree, 'to-file'));
		fs.symlinkSync(base, path.join(tree, 'to-folder'));
		fs.linkSync(path.join(base, 'secret'), path.join(tree, 'hard'));
		execFileSync('mkfifo', [path.join(tree, 'pipe')]);
		expect(await reasons()).toEqual({
			'to-file': 'link',
			'to-folder': 'link',
			hard: 'hard-link',
			pipe: 'special',
		});
	});

	it('follows no link that takes the place of a file or folder after it was looked at', async () => {
		const outside = path.join(base, 'outside');
		fs.mkdirSync(outside);
		fs.writeFileSync(path.join(outside, 'inner'), 'secret');
		write('file');
		write('folder/inner');
		const look = fs.lstatSync;
		vi.spyOn(fs, 'lstatSync').mockImplementation(((location: fs.PathLike, options: fs.StatSyncOptions) => {
			const stat = look(location, options);
			const name = path.basename(location.toString());
			if (name === 'file' || name === 'folder') {
				fs.renameSync(path.join(tree, name), path.join(base, `was-${name}`));
				fs.symlinkSync(name === 'file' ? path.join(outside, 'inner') : outside, path.join(tree, name));
			}
			return stat;
		}) as typeof fs.lstatSync);
		const artifact = await collectArtifact(tree);
		vi.restoreAllMocks();
		expect(artifact.files).toEqual([]);
		expect(artifact.dropped.map((entry) => entry.path)).toEqual(['file', 'folder']);
	});

	it('refuses a root that is a link', async () => {
		fs.symlinkSync(tree, path.join(base, 'alias'));
		await expect(collectArtifact(path.join(base, 'alias'))).rejects.toThrow(/ELOOP|ENOTDIR/);
	});

	it.runIf(process.getuid?.() === 0)('drops device files', async () => {
		execFileSync('mknod', [path.join(tree, 'zero'), 'c', '1', '5']);
		expect(await reasons()).toEqual({ zero: 'special' });
	});

	it('drops names that are no UTF-8 or carry control or direction marks, and shows them escaped', async () => {
		for (const name of [
			Buffer.from([0x61, 0xff]),
			Buffer.from('new\nline'),
			Buffer.from('a\u202ecod.js'),
			Buffer.from('b\\c'),
		])
			fs.writeFileSync(Buffer.concat([Buffer.from(`${tree}/`), name]), 'x');
		write('-rf', 'a leading dash is only a name');
		expect(await reasons()).toEqual({
			'a\\xff': 'bad-name',
			'new\\x0aline': 'bad-name',
			'a\\xe2\\x80\\xaecod.js': 'bad-name',
			'b\\x5cc': 'bad-name',
		});
		expect((await collectArtifact(tree)).files.map((file) => file.path)).toEqual(['-rf']);
	});

	it('counts a sparse file with its apparent size and reads nothing of it', async () => {
		write('sparse', '');
		fs.truncateSync(path.join(tree, 'sparse'), 2 ** 40);
		expect(await reasons()).toEqual({ sparse: 'too-large' });
	});

	it('keeps the limits on one file, on all files together, on their number and on depth', async () => {
		write('a', '12345');
		write('b', '12345');
		write('c', '1');
		expect(await reasons({ fileBytes: 4 })).toEqual({ a: 'too-large', b: 'too-large' });
		expect(await reasons({ totalBytes: 8 })).toEqual({ b: 'total-too-large' });
		expect(await reasons({ files: 1 })).toEqual({ b: 'too-many', c: 'too-many' });
		write('d/e/f/deep');
		expect(await reasons({ depth: 2 })).toEqual({ 'd/e/f': 'too-deep' });
		expect((await collectArtifact(tree, { depth: 3 })).dropped).toEqual([]);
	});

	it('survives a tree deeper than the longest path', { timeout: 60_000 }, async () => {
		// Relative steps, as a hostile program makes them: the absolute path soon passes PATH_MAX.
		const nest = "for (let i = 0; i < 1500; i += 1) { fs.mkdirSync('dddd'); process.chdir('dddd'); }";
		execFileSync(process.execPath, ['-e', nest], { cwd: tree });
		const artifact = await collectArtifact(tree);
		expect(artifact.dropped).toEqual([{ path: Array(21).fill('dddd').join('/'), reason: 'too-deep' }]);
		execFileSync('rm', ['-rf', tree]);
	});

	it('stops looking after the limit on entries', async () => {
		for (let i = 0; i < 30; i += 1) write(`f${i}`);
		const artifact = await collectArtifact(tree, { entries: 10 });
		expect(artifact.files).toHaveLength(10);
		expect(artifact.dropped.map((entry) => entry.reason)).toEqual(['too-many']);
	});

	it('gives one hash for one content, and another when a name, a byte or the executable bit differs', async () => {
		const hash = async () => (await collectArtifact(tree)).treeHash;
		write('a', '1');
		const first = await hash();
		fs.mkdirSync(path.join(tree, 'empty'));
		expect(await hash()).toBe(first);
		fs.chmodSync(path.join(tree, 'a'), 0o755);
		const executable = await hash();
		write('a', '2');
		const changed = await hash();
		fs.renameSync(path.join(tree, 'a'), path.join(tree, 'b'));
		expect(new Set([first, executable, changed, await hash()]).size).toBe(4);
	});
});

describe('copying an artifact', () => {
	it('makes a readable copy under its hash whatever the modes were, and finds the same artifact again', async () => {
		write('src/main.js', 'a', 0o600);
		fs.chmodSync(path.join(tree, 'src'), 0o700);
		fs.symlinkSync('/etc/passwd', path.join(tree, 'link'));
		const copy = await copyArtifact(tree, path.join(base, 'store'));
		expect(copy.folder).toBe(path.join(base, 'store', copy.artifact.treeHash));
		expect(await collectArtifact(copy.folder)).toEqual({ ...copy.artifact, dropped: [], droppedCount: 0 });
		expect(fs.statSync(path.join(copy.folder, 'src')).mode & 0o777).toBe(0o755);
		expect(fs.statSync(path.join(copy.folder, 'src/main.js')).mode & 0o777).toBe(0o644);
	});

	it('uses a copy that is there, and refuses one that was changed', async () => {
		write('main.js', 'a');
		const store = path.join(base, 'store');
		const first = await copyArtifact(tree, store);
		expect((await copyArtifact(tree, store)).folder).toBe(first.folder);
		expect(fs.readdirSync(store)).toEqual([first.artifact.treeHash]);
		fs.writeFileSync(path.join(first.folder, 'main.js'), 'b');
		await expect(copyArtifact(tree, store)).rejects.toThrow(ArtifactStoreError);
		expect(fs.readdirSync(store)).toEqual([first.artifact.treeHash]);
	});

	it('property: the copy holds exactly the plain files within the limits, with their bytes', async () => {
		const segment = fc.stringMatching(/^[a-c]{1,2}$/);
		const file = fc.record({
			path: fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/')),
			bytes: fc.uint8Array({ maxLength: 40 }),
			kind: fc.constantFrom('file', 'link'),
		});
		await fc.assert(
			fc.asyncProperty(fc.array(file, { maxLength: 12 }), async (files) => {
				const root = fs.mkdtempSync(path.join(base, 'p-'));
				const expected = new Map<string, string>();
				for (const entry of files) {
					const target = path.join(root, entry.path);
					try {
						fs.mkdirSync(path.dirname(target), { recursive: true });
						if (entry.kind === 'link') fs.symlinkSync('/etc/passwd', target);
						else fs.writeFileSync(target, entry.bytes, { flag: 'wx' });
					} catch {
						continue;
					}
					if (entry.kind === 'file' && entry.bytes.length <= 30 && entry.path.split('/').length <= 3)
						expected.set(entry.path, sha(Buffer.from(entry.bytes)));
				}
				const copy = await copyArtifact(root, path.join(root, '..', 'store'), { fileBytes: 30, depth: 2 });
				const found = new Map(copy.artifact.files.map((entry) => [entry.path, entry.sha256]));
				expect(found).toEqual(new Map([...expected].sort()));
				for (const [relative, digest] of expected)
					expect(sha(fs.readFileSync(path.join(copy.folder, relative)))).toBe(digest);
			}),
			{ numRuns: 40 },
		);
	});
});

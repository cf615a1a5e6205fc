import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { listPacks, loadPack, PackError, readPack } from './pack-loader.ts';

const PACK = path.resolve('challenges/data-marketplace-purchase');
let root: string | null = null;
afterEach(async () => {
	if (root) await rm(root, { recursive: true });
	root = null;
});

async function changed(file: string, edit: (text: string) => string): Promise<string> {
	root ??= await mkdtemp(path.join(tmpdir(), 'forkpoint-pack-'));
	const dir = path.join(root, 'data-marketplace-purchase');
	await cp(PACK, dir, { recursive: true, force: false });
	await writeFile(path.join(dir, file), edit(await readFile(path.join(dir, file), 'utf8')));
	return dir;
}

it('loads the pack, frozen to the bottom', async () => {
	const { pack, contract, samples, hash } = await loadPack(PACK);
	expect(pack.choicePoints.map((c) => c.alternatives.length)).toEqual([3, 3, 2, 3, 3, 3]);
	expect(Object.keys(contract)).toEqual(
		expect.arrayContaining(['CONTRACT.md', 'AGENTS.md', 'main.js', 'rpc.js']),
	);
	expect(samples).toHaveLength(8);
	expect(hash).toMatch(/^[0-9a-f]{64}$/);
	expect(() => (pack.choicePoints[0]?.alternatives as unknown[]).push(1)).toThrow(TypeError);
});

it('takes the anchors it overrides from the pack and the rest from the shared rubric', async () => {
	const { pack } = await loadPack(PACK);
	expect(pack.rubric.map((c) => c.id)).toEqual(['coverage', 'alignment', 'skeleton']);
	expect(pack.rubric[0]?.anchors[4]).toContain('money');
	expect(pack.rubric[1]?.title).toBe('Alignment');
});

it('reports every problem at once, with file and place', async () => {
	await changed('choice-points.yaml', (t) =>
		t.replace('- id: same-request', '- id: credit-failure').replace("'\\brequestId\\b'", "'(unclosed'"),
	);
	await changed('challenge.yaml', (t) =>
		t.replace(/version: \S+/, 'version: one').replace('difficulty: 2', 'difficulty: 9'),
	);
	const dir = await changed('requirement.md', () => ' ');
	const result = await readPack(dir);
	expect(result.ok).toBe(false);
	const said = result.ok ? [] : result.problems.map((p) => `${p.file} ${p.path} ${p.message}`);
	expect(said).toEqual(
		expect.arrayContaining([
			expect.stringMatching(/^challenge\.yaml version must look like/),
			expect.stringMatching(/^challenge\.yaml difficulty /),
			expect.stringMatching(/^requirement\.md {2}is empty/),
			expect.stringMatching(/^choice-points\.yaml \[1\]\.alternatives\[0\]\.cues\[1\] does not compile/),
		]),
	);
});

it('refuses two choice points of the same name', async () => {
	const dir = await changed('choice-points.yaml', (t) =>
		t.replace('- id: same-request', '- id: credit-failure'),
	);
	await expect(loadPack(dir)).rejects.toThrow(/choice point "credit-failure" is used twice/);
	await expect(loadPack(dir)).rejects.toBeInstanceOf(PackError);
});

it('refuses a quote that the sample does not contain', async () => {
	const dir = await changed('samples/terse/sample.yaml', (t) =>
		t.replace('quote: check again right before debit', 'quote: never said'),
	);
	await expect(loadPack(dir)).rejects.toThrow(/word for word/);
});

it('lists broken packs apart from the sound ones', async () => {
	const dir = await changed('obligations.yaml', (t) => t.replace('weight: 2', 'weight: heavy'));
	const { packs, broken } = await listPacks(path.dirname(dir));
	expect([packs.length, broken.length]).toEqual([0, 1]);
});

it('changes its hash with any content', async () => {
	const { hash } = await loadPack(PACK);
	const other = await loadPack(await changed('requirement.md', (t) => `${t} More.`));
	expect(other.hash).not.toBe(hash);
});

it('gives programs the protocol word for word as documented', async () => {
	const documented = await readFile('docs/protocol.md', 'utf8');
	expect((await loadPack(PACK)).contract['CONTRACT.md']).toContain(documented.trim());
});

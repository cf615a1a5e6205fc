// Reads a challenge pack from disk: everything is validated before anything is used, and every problem is reported at once.
import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse, YAMLParseError } from 'yaml';
import type { ZodType } from 'zod';
import type { Blueprint } from '#lib/domain/challenge/blueprint.ts';
import type { ChallengePack, Criterion } from '#lib/domain/challenge/pack.ts';
import { DEFAULT_RUBRIC } from '#lib/domain/challenge/rubric.ts';
import type { Sample } from '#lib/domain/challenge/sample.ts';
import { challengeSchema, choicePointsSchema, obligationsSchema, rubricSchema } from './pack-schema.ts';
import type { ChallengeRuntime } from './runtime.ts';
import { readBlueprint } from './pack-blueprint.ts';
import { readSamples } from './pack-samples.ts';

/** One thing wrong with a pack: in which file, where in it (`choicePoints[2].cues[0]`), and what. */
export interface PackProblem {
	file: string;
	path: string;
	message: string;
}

export interface LoadedPack {
	readonly pack: ChallengePack;
	readonly dir: string;
	/** SHA-256 over the names and contents of all files of the pack; part of the lock. */
	readonly hash: string;
	/** What goes into the workspace: CONTRACT.md, AGENTS.md and the starter, by relative path. */
	readonly contract: Readonly<Record<string, string>>;
	readonly samples: readonly Sample[];
	readonly blueprint: Blueprint;
}

export class PackError extends Error {
	override readonly name = 'PackError';
	readonly dir: string;
	readonly problems: readonly PackProblem[];
	constructor(dir: string, problems: readonly PackProblem[]) {
		super(`${dir} is not a valid challenge pack:\n${problems.map(formatProblem).join('\n')}`);
		this.dir = dir;
		this.problems = problems;
	}
}

export const formatProblem = (p: PackProblem): string =>
	`  ${p.file}${p.path ? ` at ${p.path}` : ''}: ${p.message}`;

/** Loads a pack or throws a PackError that lists every problem. */
export async function loadPack(dir: string): Promise<LoadedPack> {
	const result = await readPack(dir);
	if (!result.ok) throw new PackError(dir, result.problems);
	return result.loaded;
}

/**
 * The executable part of a pack, from its runtime.ts. Trusted code of the operator's: it is imported into this process.
 * Throws PackError when the module does not provide a ChallengeRuntime.
 */
export async function loadRuntime(dir: string): Promise<ChallengeRuntime> {
	const module = (await import(/* @vite-ignore */ pathToFileURL(path.resolve(dir, 'runtime.ts')).href)) as {
		runtime?: ChallengeRuntime;
	};
	if (!module.runtime)
		throw new PackError(dir, [{ file: 'runtime.ts', path: '', message: 'must export `runtime`' }]);
	return module.runtime;
}

/** All packs below `root`, sorted by slug; folders that are no valid pack are listed apart with their problems. */
export async function listPacks(
	root: string,
): Promise<{ packs: LoadedPack[]; broken: { dir: string; problems: readonly PackProblem[] }[] }> {
	const packs: LoadedPack[] = [];
	const broken: { dir: string; problems: readonly PackProblem[] }[] = [];
	const entries = await readdir(root, { withFileTypes: true });
	for (const entry of entries.filter((e) => e.isDirectory()).sort((a, b) => (a.name < b.name ? -1 : 1))) {
		const dir = path.join(root, entry.name);
		const result = await readPack(dir);
		if (result.ok) packs.push(result.loaded);
		else broken.push({ dir, problems: result.problems });
	}
	return { packs, broken };
}

export async function readPack(
	dir: string,
): Promise<{ ok: true; loaded: LoadedPack } | { ok: false; problems: PackProblem[] }> {
	const problems: PackProblem[] = [];
	const head = await yamlFile(dir, 'challenge.yaml', challengeSchema, problems);
	const obligations = await yamlFile(dir, 'obligations.yaml', obligationsSchema, problems);
	const choicePoints = await yamlFile(dir, 'choice-points.yaml', choicePointsSchema, problems);
	const rubric = (await exists(dir, 'rubric.yaml'))
		? await yamlFile(dir, 'rubric.yaml', rubricSchema, problems)
		: [];
	const requirement = await textFile(dir, 'requirement.md', problems);
	const briefing = (await exists(dir, 'briefing.md')) ? await textFile(dir, 'briefing.md', problems) : null;
	const contract = await readTree(path.join(dir, 'contract'));
	for (const file of ['CONTRACT.md', 'AGENTS.md'])
		if (!(file in contract)) problems.push({ file: `contract/${file}`, path: '', message: 'is missing' });
	if (head && head.slug !== path.basename(dir))
		problems.push({
			file: 'challenge.yaml',
			path: 'slug',
			message: `must be the folder's name, "${path.basename(dir)}"`,
		});
	const samples =
		choicePoints && obligations ? await readSamples(dir, choicePoints, obligations, problems) : [];
	const blueprint = choicePoints ? await readBlueprint(dir, choicePoints, problems) : null;
	if (
		problems.length ||
		!blueprint ||
		!head ||
		!obligations ||
		!choicePoints ||
		!rubric ||
		requirement === null
	)
		return { ok: false, problems };
	const pack: ChallengePack = {
		...head,
		requirement,
		briefing,
		obligations,
		choicePoints,
		rubric: overlay(rubric),
	};
	return {
		ok: true,
		loaded: deepFreeze({ pack, dir, hash: await hashTree(dir), contract, samples, blueprint }),
	};
}

const overlay = (overrides: readonly Partial<Criterion>[]): Criterion[] =>
	DEFAULT_RUBRIC.map((criterion) => {
		const own = overrides.find((o) => o.id === criterion.id) ?? {};
		return {
			...criterion,
			...Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)),
		};
	});

/** Parses and validates one YAML file; problems are added to the list, and the result is then null. */
export async function yamlFile<T>(
	dir: string,
	file: string,
	schema: ZodType<T>,
	problems: PackProblem[],
): Promise<T | null> {
	const text = await textFile(dir, file, problems);
	if (text === null) return null;
	let data: unknown;
	try {
		data = parse(text);
	} catch (error) {
		if (!(error instanceof YAMLParseError)) throw error;
		problems.push({ file, path: '', message: `is not valid YAML: ${error.message.split('\n')[0]}` });
		return null;
	}
	const parsed = schema.safeParse(data);
	if (parsed.success) return parsed.data;
	for (const issue of parsed.error.issues)
		problems.push({ file, path: dotted(issue.path), message: issue.message });
	return null;
}

const dotted = (parts: readonly PropertyKey[]): string =>
	parts.reduce<string>(
		(out, p) => (typeof p === 'number' ? `${out}[${p}]` : out ? `${out}.${String(p)}` : String(p)),
		'',
	);

async function textFile(dir: string, file: string, problems: PackProblem[]): Promise<string | null> {
	const text = await readFile(path.join(dir, file), 'utf8').catch(() => null);
	if (text === null) problems.push({ file, path: '', message: 'is missing or cannot be read' });
	else if (!text.trim()) problems.push({ file, path: '', message: 'is empty' });
	else return text.trim();
	return null;
}

const exists = (dir: string, file: string): Promise<boolean> =>
	readFile(path.join(dir, file)).then(
		() => true,
		() => false,
	);

/** Relative path to content of every file below `dir`, sorted; empty when there is no such folder. */
export async function readTree(dir: string): Promise<Record<string, string>> {
	const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => []);
	const files = entries
		.filter((e) => e.isFile())
		.map((e) => path.relative(dir, path.join(e.parentPath, e.name)).split(path.sep).join('/'))
		.sort();
	const out: Record<string, string> = {};
	for (const file of files) out[file] = await readFile(path.join(dir, file), 'utf8');
	return out;
}

async function hashTree(dir: string): Promise<string> {
	const hash = createHash('sha256');
	for (const [file, content] of Object.entries(await readTree(dir))) {
		if (file.endsWith('.test.ts')) continue;
		hash.update(`${file}\0${Buffer.byteLength(content)}\0${content}`);
	}
	return hash.digest('hex');
}

export function deepFreeze<T>(value: T): T {
	if (value && typeof value === 'object' && !Object.isFrozen(value)) {
		Object.freeze(value);
		Object.values(value).forEach(deepFreeze);
	}
	return value;
}

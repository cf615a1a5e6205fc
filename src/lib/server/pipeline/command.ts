// `forkpoint build`: the steps of a competition's build on files, without a database. Exit codes: 0 the program passed,
// 1 it did not (or the agent ran out of time or budget), 2 usage, 3 the platform, the agent or the verifier failed.
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { randomInt } from 'node:crypto';
import type { BuildEvent } from '#lib/domain/build/event.ts';
import type { BuildOutcome } from '#lib/domain/build/outcome.ts';
import type { Verification } from '#lib/domain/build/verification.ts';
import type { Decision } from '#lib/domain/challenge/decision.ts';
import { canonicalLock, lockHash, type LockDocument } from '#lib/domain/spec/lock.ts';
import { LIMITS } from '#lib/domain/limits.ts';
import { findAgent } from '../agents/registry.ts';
import type { Agent } from '../agents/agent.ts';
import { sha256 } from '../random.ts';
import { mayRunUntrusted, probeSandbox, type SandboxProbe } from '../sandbox/sandbox.ts';
import { readDecisions } from '../verify/decisions-file.ts';
import { formatProblem, readPack, type LoadedPack } from '../verify/pack-loader.ts';
import { createMemoryBuild, type MemoryBuild } from './memory-store.ts';
import { additionsOutput, artifactOutput, scoreOutput, verificationSchema } from './outputs.ts';
import { runBuild, type BuildEnd } from './run-build.ts';
import { joinVerification } from './steps/verify-steps.ts';

export interface BuildOptions {
	challenge: string;
	agent: string;
	/** Markdown file. */
	spec: string;
	/** JSON or YAML file; without it nothing was decided. */
	decisions?: string;
	/** Made; must be empty or not exist. */
	out: string;
	/** Reproduces every id and amount of the checks; random without it. */
	seed?: number;
	/** Programs of one verification at a time. */
	lanes?: number;
	/** Run an untrusted agent although nothing can contain it. */
	allowWeak?: boolean;
	/** Folder of the packs; default `challenges` in the current folder. */
	challenges?: string;
	/** Default: the best of this machine. */
	sandbox?: SandboxProbe;
	onEvent?: (event: BuildEvent) => void;
	signal?: AbortSignal;
}

/** `forkpoint build --json`. */
export interface BuildReport extends BuildEnd {
	challenge: LockDocument['challenge'];
	agent: LockDocument['agent'];
	lockHash: string;
	seed: number;
	/** Null when nothing was collected. */
	artifactHash: string | null;
	additions: number;
	scores: Record<string, number | null>;
	out: string;
	wallMs: number;
}

export type BuildCommandResult =
	| { exitCode: 0 | 1 | 3; report: BuildReport; text: string }
	| { exitCode: 2 | 3; report: null; text: string };

type Refused = Extract<BuildCommandResult, { report: null }>;
type Read<T> = { ok: true; value: T } | { ok: false; refused: Refused };
const refused = (exitCode: 2 | 3, text: string): { ok: false; refused: Refused } => ({
	ok: false,
	refused: { exitCode, report: null, text },
});

interface Inputs {
	challenge: LoadedPack;
	agent: Agent;
	spec: string;
	decisions: Decision[];
	sandbox: SandboxProbe;
}

export async function buildCommand(options: BuildOptions): Promise<BuildCommandResult> {
	const started = performance.now();
	const read = await readInputs(options);
	if (!read.ok) return read.refused;
	const out = path.resolve(options.out);
	const { challenge, agent, sandbox } = read.value;
	const lock = await lockOf(read.value);
	const seed = options.seed ?? randomInt(1, 2 ** 31 - 1);
	const store = createMemoryBuild(Date.now, options.onEvent);
	const folder = await mkdtemp(path.join(tmpdir(), 'forkpoint-build-'));
	try {
		const end = await runBuild({
			job: { id: 'build', attempt: 1, lock, seed },
			store,
			now: Date.now,
			context: {
				...{ challenge, agent, sandbox, folder },
				artifacts: path.join(folder, 'artifacts'),
				lanes: options.lanes ?? 2,
				allowWeakSandbox: options.allowWeak ?? false,
				signal: options.signal ?? new AbortController().signal,
			},
		});
		const report = reportOf(store, { end, lock, seed, out, wallMs: Math.round(performance.now() - started) });
		await writeOut(out, folder, store, lock, report);
		return { exitCode: exitCodeOf(end.outcome), report, text: textOf(report) };
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

const EXIT_CODES: Record<BuildOutcome, 0 | 1 | 3> = {
	passed: 0,
	failed: 1,
	timed_out: 1,
	budget_exhausted: 1,
	agent_error: 3,
	infra_error: 3,
	verifier_error: 3,
};
const exitCodeOf = (outcome: BuildOutcome): 0 | 1 | 3 => EXIT_CODES[outcome];

async function readInputs(options: BuildOptions): Promise<Read<Inputs>> {
	if (!/^[a-z0-9-]+$/.test(options.challenge)) return refused(2, `"${options.challenge}" is no slug`);
	const dir = path.resolve(options.challenges ?? 'challenges', options.challenge);
	if (!(await stat(dir).catch(() => null))?.isDirectory())
		return refused(2, `there is no challenge "${options.challenge}" in ${path.dirname(dir)}`);
	const pack = await readPack(dir);
	if (!pack.ok)
		return refused(
			3,
			`${dir} is not a valid challenge pack:\n${pack.problems.map(formatProblem).join('\n')}`,
		);
	const agent = findAgent(options.agent);
	if (!agent) return refused(2, `there is no agent "${options.agent}"`);
	const missing = await agent.missing();
	if (missing !== null) return refused(3, missing);
	const spec = await readFile(options.spec, 'utf8').catch(() => null);
	if (spec === null) return refused(2, `${options.spec} cannot be read`);
	if (Buffer.byteLength(spec) > LIMITS.text.specBytes)
		return refused(2, `the spec is longer than ${LIMITS.text.specBytes} bytes`);
	const decisions = await decisionsFrom(options.decisions, pack.loaded);
	if (!decisions.ok) return decisions;
	if (options.seed !== undefined && !Number.isSafeInteger(options.seed))
		return refused(2, 'the seed must be an integer');
	const present = await readdir(options.out).catch((error: NodeJS.ErrnoException) =>
		error.code === 'ENOENT' ? [] : null,
	);
	if (present === null || present.length > 0) return refused(2, `${options.out} is not an empty folder`);
	const sandbox = options.sandbox ?? (await probeSandbox());
	if (agent.untrusted && !mayRunUntrusted(sandbox.level, options.allowWeak ?? false).ok)
		return refused(3, `no security boundary on this machine (${sandbox.why})`);
	return { ok: true, value: { challenge: pack.loaded, agent, spec, decisions: decisions.value, sandbox } };
}

async function decisionsFrom(file: string | undefined, { pack }: LoadedPack): Promise<Read<Decision[]>> {
	if (file === undefined) return { ok: true, value: [] };
	const text = await readFile(file, 'utf8').catch(() => null);
	if (text === null) return refused(2, `${file} cannot be read`);
	const decisions = readDecisions(text, pack.choicePoints);
	return decisions.ok
		? { ok: true, value: decisions.decisions }
		: refused(2, decisions.problems.map((problem) => `decisions: ${problem}`).join('\n'));
}

const lockOf = async ({ challenge, agent, spec, decisions, sandbox }: Inputs): Promise<LockDocument> => ({
	format: 'forkpoint-lock/1',
	competitionId: '',
	entryId: '',
	lockedAt: Date.now(),
	spec: { text: spec, revision: 0 },
	decisions,
	predictions: [],
	requirement: { version: 1, text: challenge.pack.requirement },
	challenge: { slug: challenge.pack.slug, version: challenge.pack.version, hash: challenge.hash },
	agent: await agent.describe(),
	sandbox: sandbox.level,
});

function reportOf(
	{ saved }: MemoryBuild,
	run: { end: BuildEnd; lock: LockDocument; seed: number; out: string; wallMs: number },
): BuildReport {
	const { end, lock, ...rest } = run;
	const scores = scoreOutput.safeParse(saved['score']).data?.scores ?? [];
	return {
		...end,
		challenge: lock.challenge,
		agent: lock.agent,
		lockHash: lockHash(lock, sha256),
		artifactHash: artifactOutput.safeParse(saved['artifact']).data?.treeHash ?? null,
		additions: additionsOutput.safeParse(saved['additions']).data?.additions.length ?? 0,
		scores: Object.fromEntries(scores.map((score) => [score.criterion, score.value])),
		...rest,
	};
}

async function writeOut(
	out: string,
	folder: string,
	{ saved, events }: MemoryBuild,
	lock: LockDocument,
	report: BuildReport,
): Promise<void> {
	await mkdir(out, { recursive: true });
	const json = (name: string, value: unknown): Promise<void> =>
		writeFile(path.join(out, name), `${JSON.stringify(value, null, '\t')}\n`);
	if (report.artifactHash !== null)
		await cp(path.join(folder, 'artifacts', report.artifactHash), path.join(out, 'artifact'), {
			recursive: true,
		});
	await writeFile(path.join(out, 'lock.json'), canonicalLock(lock));
	const layers = [saved['checks'], saved['fingerprints']].map(
		(layer) => verificationSchema.safeParse(layer).data,
	);
	if (layers[0] && layers[1])
		await json('verification.json', joinVerification(layers[0] as Verification, layers[1] as Verification));
	await json('additions.json', additionsOutput.safeParse(saved['additions']).data?.additions ?? []);
	await json('scores.json', scoreOutput.safeParse(saved['score']).data ?? null);
	await json('build.json', report);
	const lines = events.map(({ seq, at, event }) => JSON.stringify({ seq, at, ...event }));
	await writeFile(path.join(out, 'events.jsonl'), `${lines.join('\n')}\n`);
}

function textOf(report: BuildReport): string {
	const score = ([id, value]: [string, number | null]): string =>
		`${id} ${value === null ? 'cannot tell' : value.toFixed(2)}`;
	return [
		`${report.outcome}: ${report.summary}`,
		`${report.additions} additions; scores by code: ${Object.entries(report.scores).map(score).join(', ') || 'none'}`,
		`Written to ${report.out} (${(report.wallMs / 1000).toFixed(1)} s)`,
	].join('\n');
}

// `forkpoint challenge check | verify | list` as plain functions. Exit codes: 0 good, 1 the answer is no (a check failed,
// runs that cannot be trusted, a pack that is not proven), 2 usage, 3 the installation or the verifier is at fault.
import { randomInt } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { CHECK_REPORT_VERSION, type CheckReport } from '#lib/contract/verification.ts';
import { summarise } from '#lib/domain/build/verification.ts';
import type { Decision } from '#lib/domain/challenge/decision.ts';
import { probeSandbox, type Sandbox } from '../sandbox/sandbox.ts';
import { readDecisions } from './decisions-file.ts';
import { formatProblem, listPacks, loadRuntime, readPack, type LoadedPack } from './pack-loader.ts';
import { PROOF_PARTS, provePack, type Proof, type ProofPart } from './proof.ts';
import { checkText, proofText } from './report.ts';
import { choicesOf, verifyProgram, type VerifyProgress } from './verify.ts';
import { DEFAULT_COMMAND, launcher } from './workbench.ts';

export type CommandResult<T> =
	{ exitCode: 0 | 1 | 3; report: T; text: string } | { exitCode: 2 | 3; report: null; text: string };

export interface CheckOptions {
	slug: string;
	/** Folder of the program. */
	program: string;
	/** As typed, for example `python3 main.py`; default `node main.js`. */
	command?: string;
	/** Decisions file, JSON or YAML; without it only general checks apply. */
	decisions?: string;
	/** Reproduces every id and amount; random without it. */
	seed?: number;
	lanes?: number;
	/** Folder of the packs; default `challenges` in the current folder. */
	challenges?: string;
	/** Default: the best of this machine. */
	sandbox?: Sandbox;
	onProgress?: (progress: VerifyProgress) => void;
	signal?: AbortSignal;
}

type Refused = { exitCode: 2 | 3; report: null; text: string };
const usage = (text: string): Refused => ({ exitCode: 2, report: null, text });
const newSeed = (): number => randomInt(1, 2 ** 31 - 1);

/** Runs checks and fingerprints of a pack on any program. */
export async function checkCommand(options: CheckOptions): Promise<CommandResult<CheckReport>> {
	const found = await findPack(options.slug, options.challenges);
	if (!found.ok) return found.refused;
	const { loaded } = found;
	const program = path.resolve(options.program);
	if (!(await stat(program).catch(() => null))?.isDirectory()) return usage(`${program} is not a folder`);
	const command = options.command === undefined ? [...DEFAULT_COMMAND] : splitCommand(options.command);
	if (!command || command.length === 0) return usage('the command is empty or has an open quote');
	const decisions = await decisionsFrom(options.decisions, loaded);
	if (!decisions.ok) return usage(decisions.problems.map((p) => `decisions: ${p}`).join('\n'));
	if (options.seed !== undefined && !Number.isSafeInteger(options.seed))
		return usage('the seed must be an integer');
	const sandbox = options.sandbox ?? (await probeSandbox()).sandbox;
	const started = performance.now();
	const verification = await verifyProgram({
		runtime: await loadRuntime(loaded.dir),
		launch: launcher(sandbox, program, command),
		sandboxLevel: sandbox.level,
		seed: options.seed ?? newSeed(),
		decisions: decisions.decisions,
		lanes: options.lanes,
		onProgress: options.onProgress,
		signal: options.signal,
		runOptions: { ran: (child) => sandbox.ran(child) },
	});
	const { slug, version } = loaded.pack;
	const summary = summarise(verification);
	const report: CheckReport = {
		version: CHECK_REPORT_VERSION,
		challenge: { slug, version, hash: loaded.hash },
		program,
		command,
		decided: Object.fromEntries(
			Object.entries(choicesOf(decisions.decisions)).flatMap(([k, v]) => (v ? [[k, v]] : [])),
		),
		...verification,
		summary,
		wallMs: Math.round(performance.now() - started),
	};
	const exitCode = summary.outcome === 'passed' ? 0 : summary.outcome === 'failed' ? 1 : 3;
	return { exitCode, report, text: checkText(report) };
}

export interface VerifyPackOptions {
	slug: string;
	lanes?: number;
	seed?: number;
	/** Default: all. */
	parts?: readonly string[];
	challenges?: string;
	sandbox?: Sandbox;
	onLine?: (line: string) => void;
	signal?: AbortSignal;
}

/** Proves that a pack is good; see docs/challenge-format.md. */
export async function verifyCommand(options: VerifyPackOptions): Promise<CommandResult<Proof>> {
	const unknown = (options.parts ?? []).filter((part) => !(PROOF_PARTS as readonly string[]).includes(part));
	if (unknown.length > 0)
		return usage(`no such part: ${unknown.join(', ')}; there are ${PROOF_PARTS.join(', ')}`);
	const found = await findPack(options.slug, options.challenges);
	if (!found.ok) return found.refused;
	const proof = await provePack({
		challenge: found.loaded,
		runtime: await loadRuntime(found.loaded.dir),
		sandbox: options.sandbox ?? (await probeSandbox()).sandbox,
		seed: options.seed ?? newSeed(),
		lanes: options.lanes ?? 2,
		parts: options.parts as readonly ProofPart[] | undefined,
		onLine: options.onLine,
		signal: options.signal,
	});
	return { exitCode: proof.ok ? 0 : 1, report: proof, text: proofText(proof) };
}

export interface ListedPack {
	slug: string;
	version: string;
	title: string;
	hash: string;
	choicePoints: number;
	obligations: number;
	samples: number;
}

/** The installed packs; exit code 1 when a folder is no valid pack. */
export async function listCommand(
	options: { challenges?: string } = {},
): Promise<CommandResult<{ packs: ListedPack[]; broken: { dir: string; problems: string[] }[] }>> {
	const root = path.resolve(options.challenges ?? 'challenges');
	if (!(await stat(root).catch(() => null))?.isDirectory()) return usage(`${root} is not a folder`);
	const { packs, broken } = await listPacks(root);
	const listed = packs.map(({ pack, hash, samples }) => ({
		slug: pack.slug,
		version: pack.version,
		title: pack.title,
		hash,
		choicePoints: pack.choicePoints.length,
		obligations: pack.obligations.length,
		samples: samples.length,
	}));
	const wrong = broken.map(({ dir, problems }) => ({
		dir,
		problems: problems.map((p) => formatProblem(p).trim()),
	}));
	const text = [
		...listed.map((p) => `${p.slug}  ${p.version}  ${p.title}`),
		...wrong.flatMap((b) => [`${b.dir}:`, ...b.problems.map((p) => `  ${p}`)]),
	].join('\n');
	return { exitCode: wrong.length > 0 ? 1 : 0, report: { packs: listed, broken: wrong }, text };
}

async function findPack(
	slug: string,
	challenges = 'challenges',
): Promise<{ ok: true; loaded: LoadedPack } | { ok: false; refused: Refused }> {
	if (!/^[a-z0-9-]+$/.test(slug)) return { ok: false, refused: usage(`"${slug}" is no slug`) };
	const dir = path.resolve(challenges, slug);
	if (!(await stat(dir).catch(() => null))?.isDirectory())
		return { ok: false, refused: usage(`there is no challenge "${slug}" in ${path.dirname(dir)}`) };
	const result = await readPack(dir);
	if (result.ok) return result;
	const text = `${dir} is not a valid challenge pack:\n${result.problems.map(formatProblem).join('\n')}`;
	return { ok: false, refused: { exitCode: 3, report: null, text } };
}

async function decisionsFrom(
	file: string | undefined,
	{ pack }: LoadedPack,
): Promise<{ ok: true; decisions: Decision[] } | { ok: false; problems: string[] }> {
	if (file === undefined) return { ok: true, decisions: [] };
	const text = await readFile(file, 'utf8').catch(() => null);
	if (text === null) return { ok: false, problems: [`${file} cannot be read`] };
	return readDecisions(text, pack.choicePoints);
}

/** Splits at spaces outside single or double quotes; null when a quote stays open. */
export function splitCommand(text: string): string[] | null {
	const words = text.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
	if (/["']/.test(text.replace(/"[^"]*"|'[^']*'/g, ''))) return null;
	return words.map((word) =>
		word.replace(/"([^"]*)"|'([^']*)'/g, (_, a?: string, b?: string) => a ?? b ?? ''),
	);
}

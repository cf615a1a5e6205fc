// Proves that a pack is good: the items of docs/challenge-format.md, each with what it was measured on.
import { canonical } from './world/faults.ts';
import { composeProgram } from '../agents/rehearsal.ts';
import type { FingerprintResult, Verification } from '#lib/domain/build/verification.ts';
import { decisionsFor, type Combination } from './covering.ts';
import type { LoadedPack } from './pack-loader.ts';
import { proveContract, type ContractProof } from './proof-contract.ts';
import { proveSamples, type SampleProof } from './proof-samples.ts';
import type { Mutant } from './runtime.ts';
import { verifyFiles, type Bench, type Files } from './workbench.ts';

export const PROOF_PARTS = ['contract', 'matrix', 'mutants', 'samples', 'determinism'] as const;
export type ProofPart = (typeof PROOF_PARTS)[number];
export const DETERMINISM_RUNS = 20;
export const MIN_MUTANTS = 20;
export const MIN_MUTATION_SCORE = 0.9;

export interface MatrixRow {
	choicePointId: string;
	alternativeId: string;
	/** What its own fingerprint says; the matrix is diagonal when it is the alternative itself. */
	measured: string | null;
	/** Other choice points whose fingerprint changed with this alternative. */
	disturbed: string[];
	failedChecks: string[];
	ms: number;
	ok: boolean;
}
export interface MutantResult {
	id: string;
	title: string;
	/** The checks that found it; null: it survived. */
	killedBy: string[] | null;
	ms: number;
}
export interface Proof {
	slug: string;
	version: string;
	seed: number;
	sandboxLevel: 'bwrap' | 'weak';
	contract: ContractProof | null;
	matrix: { rows: MatrixRow[]; ok: boolean } | null;
	/** Different traces per choice point; needs at least two. */
	discriminating: { choicePointId: string; traces: number; ok: boolean }[] | null;
	mutants: { results: MutantResult[]; score: number; ok: boolean } | null;
	samples: SampleProof | null;
	determinism: { runs: number; different: number; medianMs: number; ok: boolean } | null;
	ok: boolean;
	ms: number;
}

export interface ProofOptions extends Bench {
	challenge: LoadedPack;
	parts?: readonly ProofPart[];
	onLine?: (line: string) => void;
}

/** Throws the abort reason; everything else is in the proof. */
export async function provePack(options: ProofOptions): Promise<Proof> {
	const { challenge, parts = PROOF_PARTS } = options;
	const started = performance.now();
	const contract = parts.includes('contract') ? await proveContract(options) : null;
	const matrix = parts.includes('matrix') ? await proveMatrix(options) : null;
	const mutants = parts.includes('mutants') ? await proveMutants(options) : null;
	const samples = parts.includes('samples') ? await proveSamples(options) : null;
	const determinism = parts.includes('determinism') ? await proveDeterminism(options) : null;
	const proven = [contract, matrix?.matrix, mutants, samples, determinism, ...(matrix?.discriminating ?? [])];
	return {
		slug: challenge.pack.slug,
		version: challenge.pack.version,
		seed: options.seed,
		sandboxLevel: options.sandbox.level,
		contract,
		matrix: matrix?.matrix ?? null,
		discriminating: matrix?.discriminating ?? null,
		mutants,
		samples,
		determinism,
		ok: proven.every((part) => !part || part.ok),
		ms: Math.round(performance.now() - started),
	};
}

/** The blueprint program of a combination; the other points take the blueprint's defaults. */
export function blueprintProgram(
	challenge: LoadedPack,
	combination: Combination,
): { files: Files; decisions: ReturnType<typeof decisionsFor> } {
	const whole = { ...challenge.blueprint.defaults, ...combination };
	const decisions = decisionsFor(challenge.pack.choicePoints, whole);
	return { files: composeProgram({ challenge, decisions }).files, decisions };
}

const failed = (v: Verification): string[] =>
	v.checks.filter((c) => c.verdict === 'fail' || c.verdict === 'verifier-error').map((c) => c.id);

async function proveMatrix(options: ProofOptions) {
	const { challenge, onLine } = options;
	const { choicePoints } = challenge.pack;
	const base = challenge.blueprint.defaults;
	const rows: MatrixRow[] = [];
	const traces = new Map<string, Set<string>>();
	const known = new Map<string, { v: Verification; ms: number }>();
	for (const point of choicePoints)
		for (const { id } of point.alternatives) {
			const key = id === base[point.id] ? 'defaults' : `${point.id}=${id}`;
			const { files, decisions } = blueprintProgram(challenge, { [point.id]: id });
			const t = performance.now();
			const seen = known.get(key) ?? {
				v: await verifyFiles(options, files, decisions),
				ms: performance.now() - t,
			};
			known.set(key, seen);
			const own = seen.v.fingerprints.find((f) => f.choicePointId === point.id);
			const disturbed = seen.v.fingerprints
				.filter((f) => f.choicePointId !== point.id && f.alternativeId !== base[f.choicePointId])
				.map((f) => f.choicePointId);
			const failedChecks = failed(seen.v);
			const measured = own?.alternativeId ?? null;
			const ok = measured === id && failedChecks.length === 0 && disturbed.length === 0;
			rows.push({
				choicePointId: point.id,
				alternativeId: id,
				measured,
				disturbed,
				failedChecks,
				ms: Math.round(seen.ms),
				ok,
			});
			traces.set(point.id, (traces.get(point.id) ?? new Set()).add(traceOf(own)));
			onLine?.(
				`${ok ? 'ok  ' : 'FAIL'} ${point.id} = ${id}: measured ${measured ?? 'nothing'}${failedChecks.length > 0 ? `, failed ${failedChecks.join(', ')}` : ''} (${Math.round(seen.ms)} ms)`,
			);
		}
	const discriminating = choicePoints.map((point) => {
		const different = traces.get(point.id)?.size ?? 0;
		return { choicePointId: point.id, traces: different, ok: different >= 2 };
	});
	return { matrix: { rows, ok: rows.every((row) => row.ok) }, discriminating };
}

const traceOf = (f: FingerprintResult | undefined): string =>
	canonical((f?.trace ?? []).map(({ what, method, t, fault }) => ({ what, method, t, fault })));

/** Applies a mutant's edits. Throws when one does not fit: the mutant is out of date, not the checks good. */
export function mutate(files: Files, mutant: Mutant): Files {
	const out: Record<string, string> = { ...files };
	for (const { file, find, replace } of mutant.edits) {
		const source = out[file];
		if (source === undefined || !source.includes(find))
			throw new Error(`mutant ${mutant.id} does not fit ${file}`);
		out[file] = source.replace(find, () => replace);
	}
	return out;
}

async function proveMutants(options: ProofOptions) {
	const { challenge, runtime, lanes, onLine } = options;
	const results = new Map<string, MutantResult>();
	const queue = [...runtime.mutants];
	const lane = async (): Promise<void> => {
		for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
			const { files, decisions } = blueprintProgram(challenge, mutant.base ?? {});
			const t = performance.now();
			const tuning = { only: 'checks', stopAtFirstFailure: true, lanes: 1 } as const;
			const v = await verifyFiles(options, mutate(files, mutant), decisions, tuning);
			const by = v.checks.filter((c) => c.verdict === 'fail').map((c) => c.id);
			const ms = Math.round(performance.now() - t);
			results.set(mutant.id, { id: mutant.id, title: mutant.title, killedBy: by.length > 0 ? by : null, ms });
			onLine?.(
				`${by.length > 0 ? 'killed  ' : 'SURVIVED'} ${mutant.id}${by.length > 0 ? ` by ${by.join(', ')}` : ''} (${ms} ms)`,
			);
		}
	};
	await Promise.all(Array.from({ length: lanes }, lane));
	const inOrder = runtime.mutants.flatMap((m) => results.get(m.id) ?? []);
	const score = inOrder.filter((r) => r.killedBy).length / Math.max(1, inOrder.length);
	return { results: inOrder, score, ok: inOrder.length >= MIN_MUTANTS && score >= MIN_MUTATION_SCORE };
}

async function proveDeterminism(options: ProofOptions) {
	const { challenge, onLine } = options;
	const { files, decisions } = blueprintProgram(challenge, {});
	const seen = new Set<string>();
	const times: number[] = [];
	for (let i = 0; i < DETERMINISM_RUNS; i++) {
		const t = performance.now();
		seen.add(canonical(await verifyFiles(options, files, decisions)));
		times.push(performance.now() - t);
		onLine?.(
			`run ${i + 1} of ${DETERMINISM_RUNS}: ${seen.size} different (${Math.round(times.at(-1) ?? 0)} ms)`,
		);
	}
	const medianMs = Math.round(times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0);
	return { runs: DETERMINISM_RUNS, different: seen.size, medianMs, ok: seen.size === 1 };
}

// Judges one program: every applicable check and every fingerprint, from fresh processes, on a few lanes.
import type {
	Breach,
	CheckResult,
	FingerprintResult,
	Observation,
	Verification,
} from '#lib/domain/build/verification.ts';
import type { Decision } from '#lib/domain/challenge/decision.ts';
import { playCheck } from './check-runner.ts';
import { brief, clean } from './clean.ts';
import { measureFingerprint } from './fingerprint-runner.ts';
import type { ChallengeRuntime, Check, Chosens } from './runtime.ts';
import { run, type RunOptions } from './world/kit.ts';
import type { Launch, Run, Scenario } from './world/types.ts';

export interface VerifyOptions<S> {
	runtime: ChallengeRuntime<S>;
	/** One fresh process of the program; the workspace is read-only to it. */
	launch: Launch;
	sandboxLevel: Verification['sandboxLevel'];
	/** Secret per lock. */
	seed: number;
	decisions: readonly Decision[];
	/** Programs running at the same time; default 2. */
	lanes?: number;
	/** Leave out the fingerprints, or the checks. */
	only?: 'checks' | 'fingerprints';
	/** Play only these checks. */
	checkIds?: readonly string[];
	onProgress?: (progress: VerifyProgress) => void;
	signal?: AbortSignal;
	/** End at the first failed check; the rest is missing from the result. For judging mutants. */
	stopAtFirstFailure?: boolean;
	runOptions?: Omit<RunOptions, 'signal' | 'reuse' | 'wallMs'>;
	/** Wall milliseconds that all runs of the program may take together; default PROGRAM_WALL_MS. */
	programWallMs?: number;
}

export interface VerifyProgress {
	done: number;
	total: number;
	kind: 'check' | 'fingerprint';
	id: string;
	verdict: string;
}

/** Wall time is lost on each hang: after this many the rest is not run. */
const MAX_HANGS = 3;
/** Far above what a slow language takes; a program that answers each turn just in time would hold a lane for a day. */
const PROGRAM_WALL_MS = 60 * 60_000;
/** A list nobody could go through is no finding. */
const MAX_OBSERVATIONS = 40;
const OBSERVATION_CHARS = { key: 100, title: 160, detail: 500, line: 300 };
const OBSERVATION_LINES = 10;

/** What all checks of one verification share. */
export class Session<S> {
	readonly breaches = new Map<string, number>();
	readonly observations = new Map<string, Observation>();
	readonly violations: string[] = [];
	hangs = 0;
	runs = 0;
	/** Some process of it answered `start`. */
	spoke = false;
	stopped = false;
	private wallMs = 0;
	private readonly mostWallMs: number;
	readonly options: VerifyOptions<S>;
	readonly chosen: Chosens;

	constructor(options: VerifyOptions<S>) {
		this.options = options;
		this.chosen = choicesOf(options.decisions);
		this.mostWallMs = options.programWallMs ?? PROGRAM_WALL_MS;
	}

	/** One run, with what it shows apart from any check noted for `where`. */
	async run(where: string, scenario: Scenario): Promise<Run<S>> {
		const { runtime, launch, runOptions, signal } = this.options;
		const began = performance.now();
		const wallMs = Math.max(0, this.mostWallMs - this.wallMs);
		const result = await run(runtime.world, launch, scenario, { ...runOptions, signal, wallMs });
		this.wallMs += performance.now() - began;
		this.note(where, result, runtime.observe(result, scenario));
		return result;
	}

	private note(where: string, run: Run<S>, observations: readonly Observation[]): void {
		this.runs++;
		if (run.answeredStarts > 0) this.spoke = true;
		if (run.death?.why === 'unresponsive') this.hangs++;
		if (run.offClock > 0) this.breaches.set(where, (this.breaches.get(where) ?? 0) + run.offClock);
		for (const violation of run.violations)
			if (this.violations.length < 20 && !this.violations.includes(violation))
				this.violations.push(violation);
		for (const seen of observations.map(bounded))
			if (this.observations.size < MAX_OBSERVATIONS && !this.observations.has(seen.key))
				this.observations.set(seen.key, seen);
	}

	/** Why nothing more is run; null: it goes on. */
	get givenUp(): string | null {
		if (this.hangs >= MAX_HANGS) return 'the program hung three times';
		if (this.wallMs < this.mostWallMs) return null;
		return `the program took more than ${Math.round(this.mostWallMs / 1000)} s in all`;
	}
}

const bounded = (seen: Observation): Observation => ({
	...seen,
	key: seen.key.slice(0, OBSERVATION_CHARS.key),
	title: brief(seen.title, OBSERVATION_CHARS.title),
	detail: brief(seen.detail, OBSERVATION_CHARS.detail),
	lines: seen.lines.slice(0, OBSERVATION_LINES).map((line) => brief(line, OBSERVATION_CHARS.line)),
});

export function choicesOf(decisions: readonly Decision[]): Chosens {
	const chosen: Record<string, Chosens[string]> = {};
	for (const { choicePointId, choice } of decisions)
		if (choice.kind === 'alternative')
			chosen[choicePointId] = { alternativeId: choice.alternativeId, parameters: choice.parameters };
	return chosen;
}

/** Never throws for anything the program does; rejects with the signal's reason when aborted. */
export async function verifyProgram<S>(options: VerifyOptions<S>): Promise<Verification> {
	const { runtime, only, seed, sandboxLevel, signal } = options;
	const session = new Session(options);
	const checks = new Map<string, CheckResult>();
	const fingerprints = new Map<string, FingerprintResult>();
	const tasks: Task[] = [];
	if (only !== 'fingerprints')
		for (const check of bySize(runtime.checks, options).filter(
			({ id }) => options.checkIds?.includes(id) ?? true,
		))
			tasks.push(async () => {
				const result = await playCheck(session, check);
				checks.set(check.id, result);
				if (result.verdict === 'fail' && options.stopAtFirstFailure) session.stopped = true;
				return { kind: 'check', id: check.id, verdict: result.verdict };
			});
	if (only !== 'checks')
		for (const fingerprint of runtime.fingerprints)
			tasks.push(async () => {
				const result = await measureFingerprint(session, fingerprint);
				fingerprints.set(fingerprint.choicePointId, result);
				const verdict = result.alternativeId ?? (result.unknown === null ? 'none of the named' : 'unknown');
				return { kind: 'fingerprint', id: fingerprint.choicePointId, verdict };
			});
	await runTasks(tasks, session);
	signal?.throwIfAborted();
	const inOrder = runtime.checks.flatMap((check) => checks.get(check.id) ?? []);
	return clean({
		seed,
		sandboxLevel,
		checks: only === 'fingerprints' ? [] : [...inOrder, protocolCheck(session)],
		fingerprints: runtime.fingerprints.flatMap((f) => fingerprints.get(f.choicePointId) ?? []),
		breaches: breachesOf(session),
		observations: [...session.observations.values()].sort((a, b) => (a.key < b.key ? -1 : 1)),
	});
}

type Task = () => Promise<Omit<VerifyProgress, 'done' | 'total'>>;

async function runTasks<S>(tasks: Task[], session: Session<S>): Promise<void> {
	const { lanes = 2, onProgress, signal } = session.options;
	const total = tasks.length;
	let done = 0;
	const lane = async (): Promise<void> => {
		for (let task = tasks.shift(); task && !session.stopped && !signal?.aborted; task = tasks.shift()) {
			const progress = await task();
			onProgress?.({ ...progress, done: ++done, total });
		}
	};
	await Promise.all(Array.from({ length: Math.max(1, lanes) }, lane));
}

/** With more than one lane the long checks go first; one lane keeps the order of the pack. */
const bySize = <S>(checks: readonly Check<S>[], { lanes = 2 }: VerifyOptions<S>): Check<S>[] =>
	lanes > 1 ? [...checks].sort((a, b) => (b.runs ?? 1) - (a.runs ?? 1)) : [...checks];

function protocolCheck<S>(session: Session<S>): CheckResult {
	const why = session.spoke ? session.violations.slice(0, 10) : ['it never answered start'];
	return {
		id: 'keeps-the-protocol',
		title: 'Every message keeps to the protocol',
		cites: [],
		verdict: session.runs === 0 ? 'not-applicable' : why.length > 0 ? 'fail' : 'pass',
		why,
		runs: session.runs,
		trace: [],
	};
}

function breachesOf<S>(session: Session<S>): Breach[] {
	if (session.breaches.size === 0) return [];
	const messages = [...session.breaches.values()].reduce((a, b) => a + b, 0);
	return [{ kind: 'off-clock', where: [...session.breaches.keys()].sort(), messages }];
}

// Watches one started command against its limits, kills it when one is passed, and reports how it ended.
import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import { DiskWatch } from './disk-usage.ts';
import { limitsOf, type SandboxLimits } from './limits.ts';
import { exceedsProportionally, sampleTree } from './process-tree.ts';
import {
	SandboxSetupError,
	type KillReason,
	type OutputListener,
	type SandboxCommand,
	type SandboxLevel,
	type SandboxReport,
} from './sandbox.ts';
import type { Started } from './started.ts';

// Most commands are short: look early, then ever more rarely.
const FIRST_SAMPLE_MS = 20;
const LONGEST_SAMPLE_MS = 150;

export function killProcess(pid: number): void {
	try {
		process.kill(pid, 'SIGKILL');
	} catch {
		// Already gone: that is what was wanted.
	}
}

export function killGroup(child: ChildProcess): void {
	if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
		killProcess(-child.pid);
}

interface Watch {
	peakMemoryMb(): number;
	stop(): void;
}

/** Samples memory and disk until the command ends. */
function watch(started: Started, command: SandboxCommand, onBreach: (reason: KillReason) => void): Watch {
	const limits = limitsOf(command.limits);
	const disk = new DiskWatch(command.writable ? fs.realpathSync(command.workspace) : null, limits);
	let peak = 0;
	let wait = FIRST_SAMPLE_MS;
	const sample = () => {
		const root = started.root();
		const reason = root === undefined ? null : breach(root);
		if (reason) return onBreach(reason);
		wait = Math.min(wait * 1.5, LONGEST_SAMPLE_MS);
		timer = setTimeout(sample, wait);
	};
	const breach = (root: number): KillReason | null => {
		const tree = sampleTree(root);
		peak = Math.max(peak, tree.residentMb);
		if (tree.residentMb > limits.memoryMb && exceedsProportionally(tree.pids, limits.memoryMb))
			return 'memory';
		return disk.check(performance.now(), root, started.isolated, () => tree.pids);
	};
	let timer = setTimeout(sample, wait);
	const stop = () => clearTimeout(timer);
	started.child.once('exit', stop);
	started.child.once('error', stop);
	return { peakMemoryMb: () => Math.round(peak * 10) / 10, stop };
}

const launched = new WeakMap<ChildProcess, Started>();

/** Starts without collecting output; see Sandbox.launch. */
export function launchWatched(
	start: () => Started,
	command: SandboxCommand,
	onKill?: (reason: KillReason) => void,
): ChildProcess {
	const started = start();
	launched.set(started.child, started);
	watch(started, command, (reason) => {
		onKill?.(reason);
		started.kill();
	});
	return started.child;
}

/** See Sandbox.ran. */
export function wasRun(child: ChildProcess): boolean {
	return child.signalCode !== null || (launched.get(child)?.ran() ?? false);
}

/** stdout and stderr up to one common number of bytes. */
class Output {
	readonly #chunks = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
	#left: number;

	constructor(limit: number) {
		this.#left = limit;
	}

	/** What of `chunk` still fits; the second value says whether something did not. */
	add(stream: 'stdout' | 'stderr', chunk: Buffer): [kept: Buffer, full: boolean] {
		const kept = chunk.subarray(0, this.#left);
		this.#left -= kept.length;
		if (kept.length > 0) this.#chunks[stream].push(kept);
		return [kept, kept.length < chunk.length];
	}

	text(stream: 'stdout' | 'stderr'): string {
		return Buffer.concat(this.#chunks[stream]).toString('utf8');
	}
}

function signalName(exitCode: number | null, signal: NodeJS.Signals | null): string | null {
	if (signal) return signal;
	if (exitCode === null || exitCode <= 128) return null;
	const found = Object.entries(os.constants.signals).find(([, number]) => number === exitCode - 128);
	return found ? found[0] : null;
}

/** Starts by `start`, watches, collects and reports; see Sandbox.run. */
export function supervise(
	level: SandboxLevel,
	command: SandboxCommand,
	start: () => Started,
	signal?: AbortSignal,
	onOutput?: OutputListener,
): Promise<SandboxReport> {
	return new Promise((resolve, reject) => {
		const limits: SandboxLimits = limitsOf(command.limits);
		if (signal?.aborted) return resolve(neverStarted(level));
		const begun = performance.now();
		const started = start();
		const { child } = started;
		let killed: KillReason | null = null;
		const end = (reason: KillReason) => {
			killed ??= reason;
			started.kill();
		};
		const output = new Output(limits.outputBytes);
		for (const stream of ['stdout', 'stderr'] as const)
			child[stream]?.on('data', (chunk: Buffer) => {
				const [kept, full] = output.add(stream, chunk);
				if (kept.length > 0) onOutput?.(stream, kept);
				if (full) end('output');
			});
		child.stdin?.on('error', () => undefined).end(command.stdin ?? '');
		const memory = watch(started, command, end);
		const wall = setTimeout(() => end('timeout'), limits.wallMs);
		const cancel = () => end('cancelled');
		signal?.addEventListener('abort', cancel, { once: true });
		const settle = () => {
			clearTimeout(wall);
			memory.stop();
			signal?.removeEventListener('abort', cancel);
		};
		child.once('error', (cause) => {
			settle();
			reject(new SandboxSetupError(`could not start ${child.spawnfile}`, { cause }));
		});
		child.once('close', (code, ended) => {
			settle();
			started.gone.then(() => report(code, ended)).catch(reject);
		});
		const report = (code: number | null, ended: NodeJS.Signals | null) => {
			if (!started.ran() && !killed)
				return reject(
					new SandboxSetupError(`the sandbox did not start: ${output.text('stderr').trim().slice(0, 500)}`),
				);
			const name = signalName(code, ended);
			if (name === 'SIGXCPU') killed ??= 'cpu';
			resolve({
				exitCode: killed ? null : code,
				signal: killed ? 'SIGKILL' : name,
				killed,
				stdout: output.text('stdout'),
				stderr: output.text('stderr'),
				wallMs: Math.round(performance.now() - begun),
				peakMemoryMb: memory.peakMemoryMb(),
				level,
			});
		};
	});
}

function neverStarted(level: SandboxLevel): SandboxReport {
	const nothing = { stdout: '', stderr: '', wallMs: 0, peakMemoryMb: 0 };
	return { exitCode: null, signal: null, killed: 'cancelled', ...nothing, level };
}

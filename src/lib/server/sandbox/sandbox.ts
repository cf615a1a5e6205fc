// The port behind which every program that Forkpoint did not write is run: bounded, observed, and killed as a whole.
import type { ChildProcess } from 'node:child_process';
import { DEFAULT_LIMITS, type SandboxLimits } from './limits.ts';

/** `bwrap` is a security boundary. `weak` is not: the program can read what this user can read and use the network. */
export type SandboxLevel = 'bwrap' | 'weak';

/** A host path shown inside: a file, a folder or a unix socket. Read-only unless `writable`. */
export interface SandboxMount {
	host: string;
	guest: string;
	writable?: boolean;
}

export interface SandboxCommand {
	/** Absolute host folder, shown as `/ws` at level `bwrap`; always the current folder of the command. */
	workspace: string;
	writable: boolean;
	/** Program and arguments; `node` and `python3` are on the PATH inside. Use paths relative to the workspace. */
	command: readonly string[];
	/** Added to the minimal environment; nothing of this process's own environment is passed on. */
	env?: Record<string, string>;
	mounts?: readonly SandboxMount[];
	limits?: Partial<SandboxLimits>;
	stdin?: string;
}

export type KillReason = 'timeout' | 'cpu' | 'memory' | 'output' | 'disk' | 'inodes' | 'cancelled';

export interface SandboxReport {
	/** As a shell reports it (128 + n when the program died of signal n); null when Forkpoint killed it. */
	exitCode: number | null;
	/** Name of the signal that ended the program, when one did. */
	signal: string | null;
	killed: KillReason | null;
	stdout: string;
	stderr: string;
	wallMs: number;
	/** Largest resident memory of the whole process tree seen by the sampler, in MiB. */
	peakMemoryMb: number;
	level: SandboxLevel;
}

export type OutputListener = (stream: 'stdout' | 'stderr', chunk: Buffer) => void;

export interface Sandbox {
	readonly level: SandboxLevel;
	/**
	 * Runs to the end under all limits and kills every process of the command.
	 * Rejects with SandboxSetupError when the command could not be started (an infrastructure fault, never the entry's).
	 */
	run(command: SandboxCommand, signal?: AbortSignal, onOutput?: OutputListener): Promise<SandboxReport>;
	/**
	 * Starts with piped stdio and hands over the process, which leads its own group: `process.kill(-pid, 'SIGKILL')` ends
	 * everything at level `bwrap`. Kernel limits and the memory and disk watchdogs apply; the wall clock and the size of
	 * the output are the caller's. `onKill` is told the limit before a watchdog kills. Throws SandboxSetupError when the
	 * workspace is not a folder.
	 */
	launch(command: SandboxCommand, onKill?: (reason: KillReason) => void): ChildProcess;
	/**
	 * For a launched process, after its `close`: false when the sandbox failed before the program itself was started,
	 * so that its exit code says nothing about the program.
	 */
	ran(child: ChildProcess): boolean;
}

export interface SandboxProbe {
	sandbox: Sandbox;
	level: SandboxLevel;
	/** One sentence: why this level. */
	why: string;
}

/** What is missing before a program nobody vouches for may run here. */
export function mayRunUntrusted(
	level: SandboxLevel,
	operatorAcceptsWeak: boolean,
): { ok: true } | { ok: false; reason: 'sandbox-weak' } {
	return level === 'bwrap' || operatorAcceptsWeak ? { ok: true } : { ok: false, reason: 'sandbox-weak' };
}

/** The sandbox could not be set up; says nothing about the program that should have run in it. */
export class SandboxSetupError extends Error {
	override readonly name = 'SandboxSetupError';
}

export { DEFAULT_LIMITS, type SandboxLimits };
export { probeSandbox } from './probe.ts';

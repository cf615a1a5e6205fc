// Level `weak`: limits, a clean environment and watchdogs, but no boundary. The program sees the host and the network.
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { limitsOf, prlimitArguments } from './limits.ts';
import { findProgram } from './programs.ts';
import { sampleTree, untilGone } from './process-tree.ts';
import {
	SandboxSetupError,
	type KillReason,
	type OutputListener,
	type Sandbox,
	type SandboxCommand,
} from './sandbox.ts';
import type { Started } from './started.ts';
import { killGroup, killProcess, launchWatched, supervise, wasRun } from './supervise.ts';

const MARK = 'FORKPOINT_SANDBOX_RUN';
const GRACE_MS = 1000;

/** Processes that left the group and the tree still carry the mark in the environment they were started with. */
function killMarked(mark: string): number[] {
	let entries: string[];
	try {
		entries = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name));
	} catch {
		return [];
	}
	const marked = entries.map(Number).filter((pid) => {
		try {
			return fs.readFileSync(`/proc/${pid}/environ`, 'latin1').includes(mark);
		} catch {
			return false;
		}
	});
	for (const pid of marked) killProcess(pid);
	return marked;
}

export class WeakSandbox implements Sandbox {
	readonly level = 'weak';
	readonly #node: string;
	readonly #prlimit = findProgram('prlimit');

	constructor(node: string) {
		this.#node = node;
	}

	run(command: SandboxCommand, signal?: AbortSignal, onOutput?: OutputListener) {
		return supervise(this.level, command, () => this.#start(command), signal, onOutput);
	}

	launch(command: SandboxCommand, onKill?: (reason: KillReason) => void): ChildProcess {
		return launchWatched(() => this.#start(command), command, onKill);
	}

	ran(child: ChildProcess): boolean {
		return wasRun(child);
	}

	#start(command: SandboxCommand): Started {
		const moved = command.mounts?.find((mount) => mount.guest !== mount.host);
		if (moved) throw new SandboxSetupError(`level weak cannot show ${moved.host} at ${moved.guest}`);
		if (!fs.statSync(command.workspace, { throwIfNoEntry: false })?.isDirectory())
			throw new SandboxSetupError(`workspace is not a folder: ${command.workspace}`);
		const limits = limitsOf(command.limits);
		const mark = `${MARK}=${randomUUID()}`;
		const home = fs.mkdtempSync(path.join(os.tmpdir(), 'forkpoint-weak-'));
		// Processes are counted per user here, and the host's own would be counted with them.
		const bound = this.#prlimit ? [this.#prlimit, ...prlimitArguments(limits, null), '--'] : [];
		const [file = '', ...args] = [...bound, ...command.command];
		const child = spawn(file, args, {
			cwd: command.workspace,
			env: {
				PATH: [path.dirname(this.#node), '/usr/local/bin', '/usr/bin', '/bin'].join(path.delimiter),
				HOME: home,
				TMPDIR: home,
				LANG: 'C.UTF-8',
				NODE_OPTIONS: `--max-old-space-size=${Math.max(64, Math.floor(limits.memoryMb * 0.75))}`,
				...command.env,
				[MARK]: mark.slice(MARK.length + 1),
			},
			detached: true,
			stdio: ['pipe', 'pipe', 'pipe'],
		});
		const kill = () => {
			const pids = child.pid === undefined ? [] : sampleTree(child.pid).pids;
			killGroup(child);
			for (const pid of pids) if (pid !== child.pid) killProcess(pid);
			killMarked(mark);
		};
		const ended = new Promise<void>((resolve) =>
			child.once('exit', () => resolve()).once('error', () => resolve()),
		);
		const gone = ended
			.then(() => Promise.all(killMarked(mark).map((pid) => untilGone(pid, GRACE_MS))))
			.then(() => fs.rmSync(home, { recursive: true, force: true }));
		return { child, isolated: false, root: () => child.pid, kill, ran: () => true, gone };
	}
}

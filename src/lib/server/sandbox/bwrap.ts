// Level `bwrap`: own namespaces, no network, no capabilities, an unprivileged user, and only the mounts we name.
import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Writable, Readable } from 'node:stream';
import { bwrapArguments, DESCRIPTOR, passwdFile, type BoundMount } from './bwrap-arguments.ts';
import { borrowWorkspace, type Handover } from './handover.ts';
import { pipesOnly } from './inherited-descriptors.ts';
import { limitsOf } from './limits.ts';
import { untilGone } from './process-tree.ts';
import { isReachableByAll } from './programs.ts';
import {
	SandboxSetupError,
	type KillReason,
	type OutputListener,
	type Sandbox,
	type SandboxCommand,
} from './sandbox.ts';
import { seccompFilter } from './seccomp.ts';
import type { Started } from './started.ts';
import { killGroup, killProcess, launchWatched, supervise, wasRun } from './supervise.ts';

export interface BwrapPrograms {
	bwrap: string;
	prlimit: string;
	/** Needed as root only. */
	setpriv: string | null;
	unshare: string | null;
}

const SPAWN_ENVIRONMENT = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' };
// The range systemd keeps for short-lived users: no person and no service on the host has one of these ids.
const FIRST_SANDBOX_UID = 61_184;
const LAST_SANDBOX_UID = 65_519;
const STAGING = '/run/forkpoint-sandbox';
const STAGING_SLOTS = 16;
// Binds each source to a slot an unprivileged user can enter; the mounts live and die with this private namespace.
const STAGE_SCRIPT =
	'n=$1; shift; while [ "$n" -gt 0 ]; do mount --bind -- "$1" "$2" || exit 125; shift 2; n=$((n-1)); done; exec "$@"';

const GRACE_MS = 1000;

let lastUid = FIRST_SANDBOX_UID - 1 + Math.floor(Math.random() * (LAST_SANDBOX_UID - FIRST_SANDBOX_UID));
function nextUid(): number {
	lastUid = lastUid >= LAST_SANDBOX_UID ? FIRST_SANDBOX_UID : lastUid + 1;
	return lastUid;
}

/** Since Linux 5.14 the limit on processes counts inside the sandbox's own user namespace. */
export function countsProcessesPerNamespace(release = os.release()): boolean {
	const [major = 0, minor = 0] = release.split('.').map(Number);
	return major > 5 || (major === 5 && minor >= 14);
}

class Stage {
	readonly pairs: string[] = [];

	/** Where bubblewrap, already unprivileged, finds `source`. */
	place(source: string): string {
		if (isReachableByAll(source)) return source;
		const kind = fs.statSync(source).isDirectory() ? 'd' : 'f';
		const slot = this.pairs.length / 2;
		if (slot >= STAGING_SLOTS)
			throw new SandboxSetupError(`more than ${STAGING_SLOTS} mounts below closed folders`);
		const target = `${STAGING}/${kind}${slot}`;
		this.pairs.push(source, target);
		return target;
	}
}

/** Folders and files that later serve as mount points; only root may change them. */
export function prepareStaging(): void {
	fs.mkdirSync(STAGING, { recursive: true, mode: 0o755 });
	const stat = fs.lstatSync(STAGING);
	if (!stat.isDirectory() || stat.uid !== 0)
		throw new SandboxSetupError(`${STAGING} is not a folder of root`);
	for (let slot = 0; slot < STAGING_SLOTS; slot += 1) {
		fs.mkdirSync(`${STAGING}/d${slot}`, { recursive: true, mode: 0o755 });
		fs.closeSync(fs.openSync(`${STAGING}/f${slot}`, 'a', 0o644));
	}
}

export class BwrapSandbox implements Sandbox {
	readonly level = 'bwrap';
	readonly #programs: BwrapPrograms;
	readonly #node: string;
	readonly #seccomp = seccompFilter();
	readonly #asRoot = process.getuid?.() === 0;

	constructor(programs: BwrapPrograms, node: string) {
		this.#programs = programs;
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
		refuseSeparators(command);
		const workspace = realFolder(command.workspace);
		const handover = this.#asRoot ? borrowWorkspace(workspace, nextUid(), command.writable) : null;
		try {
			return this.#spawn(command, workspace, handover);
		} catch (error) {
			handover?.release();
			throw error;
		}
	}

	#spawn(command: SandboxCommand, workspace: string, handover: Handover | null): Started {
		const stage = new Stage();
		const place = (source: string) => (handover ? stage.place(source) : source);
		const limits = limitsOf(command.limits);
		const mounts = (command.mounts ?? []).map((mount): BoundMount => ({
			source: place(realPath(mount.host)),
			guest: mount.guest,
			writable: mount.writable ?? false,
		}));
		const inner = bwrapArguments({
			workspace: place(workspace),
			writable: command.writable,
			node: place(this.#node),
			mounts,
			env: command.env ?? {},
			limits,
			prlimit: this.#programs.prlimit,
			processes: handover || countsProcessesPerNamespace() ? limits.processes : null,
			withSeccomp: this.#seccomp !== null,
			command: command.command,
		});
		const split = inner.indexOf('--');
		const [file = '', ...args] = [
			...this.#privilegeSteps(handover, stage),
			...[this.#programs.bwrap, '--args', String(DESCRIPTOR.arguments)],
			...inner.slice(split),
		];
		const child = spawn(file, args, {
			cwd: '/',
			env: SPAWN_ENVIRONMENT,
			detached: true,
			stdio: pipesOnly(7),
		});
		const uid = handover?.uid ?? process.getuid?.() ?? 65_534;
		feed(child, DESCRIPTOR.arguments, inner.slice(0, split).join('\0') + '\0');
		feed(child, DESCRIPTOR.passwd, passwdFile(uid, uid));
		feed(child, DESCRIPTOR.seccomp, this.#seccomp ?? '');
		return asStarted(child, handover);
	}

	#privilegeSteps(handover: Handover | null, stage: Stage): string[] {
		const { setpriv, unshare } = this.#programs;
		if (!handover) return [];
		if (!setpriv) throw new SandboxSetupError('setpriv is missing');
		const drop = [
			setpriv,
			`--reuid=${handover.uid}`,
			`--regid=${handover.uid}`,
			'--clear-groups',
			'--no-new-privs',
		];
		const staged = stage.pairs.length / 2;
		if (staged === 0) return drop;
		if (!unshare) throw new SandboxSetupError('unshare is missing');
		return [
			...[unshare, '--mount', '--propagation', 'private', '/bin/sh', '-c', STAGE_SCRIPT, 'stage'],
			...[String(staged), ...stage.pairs, ...drop],
		];
	}
}

function feed(child: ChildProcess, descriptor: number, data: string | Buffer): void {
	const pipe = child.stdio[descriptor] as Writable;
	// The reader may be gone already when the start fails; the end of the process tells.
	pipe.on('error', () => undefined);
	pipe.end(data);
}

function asStarted(child: ChildProcess, handover: Handover | null): Started {
	let status = '';
	let firstProcess: number | undefined;
	const statusPipe = child.stdio[DESCRIPTOR.status] as Readable;
	statusPipe.on('error', () => undefined);
	statusPipe.setEncoding('utf8').on('data', (text: string) => {
		status += text;
		const found = /"child-pid":\s*(\d+)/.exec(status);
		firstProcess ??= found ? Number(found[1]) : undefined;
	});
	const ended = new Promise<void>((resolve) =>
		child.once('close', () => resolve()).once('error', () => resolve()),
	);
	// bubblewrap returns with the command; the kernel ends what that left behind, with the namespace, a moment later.
	const gone = ended
		.then(() => (firstProcess === undefined ? undefined : untilGone(firstProcess, GRACE_MS)))
		.finally(() => handover?.release());
	return {
		child,
		isolated: true,
		root: () => firstProcess ?? child.pid,
		kill() {
			// The kernel ends the whole namespace with its first process, before bubblewrap can return.
			if (firstProcess === undefined) return killGroup(child);
			killProcess(firstProcess);
			setTimeout(() => killGroup(child), GRACE_MS).unref();
		},
		ran: () => status.includes('"exit-code"'),
		gone,
	};
}

/** bubblewrap's arguments travel separated by NUL: one inside a value would let it add arguments of its own. */
function refuseSeparators({ workspace, env = {}, mounts = [], command }: SandboxCommand): void {
	const values = [
		workspace,
		...Object.entries(env).flat(),
		...mounts.flatMap((m) => [m.host, m.guest]),
		...command,
	];
	if (values.some((value) => value.includes('\0')))
		throw new SandboxSetupError('a value contains a NUL character');
	if (command.length === 0) throw new SandboxSetupError('no command given');
}

function realPath(host: string): string {
	try {
		return fs.realpathSync(host);
	} catch (cause) {
		throw new SandboxSetupError(`nothing to mount at ${host}`, { cause });
	}
}

function realFolder(folder: string): string {
	if (!path.isAbsolute(folder)) throw new SandboxSetupError(`workspace must be an absolute path: ${folder}`);
	const real = realPath(folder);
	if (!fs.statSync(real).isDirectory()) throw new SandboxSetupError(`workspace is not a folder: ${folder}`);
	return real;
}

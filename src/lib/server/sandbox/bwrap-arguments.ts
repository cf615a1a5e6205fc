// What a sandboxed program sees: the arguments of bubblewrap, without the starting of it.
import fs from 'node:fs';
import path from 'node:path';
import { prlimitArguments, type SandboxLimits } from './limits.ts';

export const GUEST_WORKSPACE = '/ws';
const GUEST_PROGRAMS = '/opt/forkpoint/bin';
const MIB = 1 << 20;

/** Descriptors that bubblewrap reads or writes; it closes them before the program starts. */
export const DESCRIPTOR = { arguments: 3, status: 4, passwd: 5, seccomp: 6 } as const;

export interface BoundMount {
	source: string;
	guest: string;
	writable: boolean;
}

export interface BwrapView {
	workspace: string;
	writable: boolean;
	node: string;
	mounts: readonly BoundMount[];
	env: Record<string, string>;
	limits: SandboxLimits;
	prlimit: string;
	/** null: the kernel counts processes per user, not per sandbox, and this user's are not ours to count. */
	processes: number | null;
	withSeccomp: boolean;
	command: readonly string[];
}

function systemFolders(): string[] {
	const args = ['--ro-bind', '/usr', '/usr'];
	for (const name of ['bin', 'sbin', 'lib', 'lib32', 'lib64', 'libx32']) {
		const host = `/${name}`;
		const stat = fs.lstatSync(host, { throwIfNoEntry: false });
		if (!stat) continue;
		if (stat.isSymbolicLink()) args.push('--symlink', fs.readlinkSync(host), host);
		else args.push('--ro-bind', host, host);
	}
	for (const file of ['/etc/alternatives', '/etc/ld.so.cache']) args.push('--ro-bind-try', file, file);
	return args;
}

function environment(view: BwrapView): string[] {
	const values: Record<string, string> = {
		PATH: `${GUEST_PROGRAMS}:/usr/local/bin:/usr/bin:/bin`,
		HOME: '/tmp',
		TMPDIR: '/tmp',
		LANG: 'C.UTF-8',
		NODE_OPTIONS: `--max-old-space-size=${Math.max(64, Math.floor(view.limits.memoryMb * 0.75))}`,
		...view.env,
	};
	return Object.entries(values).flatMap(([name, value]) => ['--setenv', name, value]);
}

function writableFolders(limits: SandboxLimits): string[] {
	const size = String(Math.ceil(limits.tmpMb * MIB));
	// bubblewrap's own root and /dev are unlimited tmpfs: they are made read-only once filled.
	return [
		...['--dev', '/dev', '--size', size, '--tmpfs', '/dev/shm', '--remount-ro', '/dev'],
		...['--size', size, '--tmpfs', '/tmp'],
	];
}

/** Everything after `bwrap`, up to and including the program and its arguments. */
export function bwrapArguments(view: BwrapView): string[] {
	const mounts = view.mounts.flatMap((mount) => [
		mount.writable ? '--bind' : '--ro-bind',
		mount.source,
		mount.guest,
	]);
	return [
		...['--unshare-all', '--unshare-user', '--disable-userns', '--die-with-parent', '--new-session'],
		...['--cap-drop', 'ALL', '--hostname', 'sandbox', '--clearenv', ...environment(view)],
		...systemFolders(),
		...['--ro-bind-data', String(DESCRIPTOR.passwd), '/etc/passwd'],
		...['--ro-bind', view.node, `${GUEST_PROGRAMS}/node`],
		...['--proc', '/proc', ...writableFolders(view.limits)],
		...[view.writable ? '--bind' : '--ro-bind', view.workspace, GUEST_WORKSPACE],
		...mounts,
		...['--remount-ro', '/', '--chdir', GUEST_WORKSPACE],
		...['--json-status-fd', String(DESCRIPTOR.status)],
		...(view.withSeccomp ? ['--seccomp', String(DESCRIPTOR.seccomp)] : []),
		'--',
		...[view.prlimit, ...prlimitArguments(view.limits, view.processes), '--', ...view.command],
	];
}

export function passwdFile(uid: number, gid: number): string {
	return `sandbox:x:${uid}:${gid}:sandbox:/tmp:${path.posix.join('/usr/bin', 'sh')}\n`;
}

// Finds out once per process which level this machine can give, by running something in it.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { BwrapSandbox, prepareStaging, type BwrapPrograms } from './bwrap.ts';
import { findProgram } from './programs.ts';
import type { Sandbox, SandboxProbe } from './sandbox.ts';
import { seccompFilter } from './seccomp.ts';
import { WeakSandbox } from './weak.ts';

let cached: Promise<SandboxProbe> | undefined;

/** The best sandbox of this machine; the answer is kept for the life of the process. */
export function probeSandbox(): Promise<SandboxProbe> {
	cached ??= probe();
	return cached;
}

/** Level `weak` regardless of what the machine could do: for tests and for an operator's explicit choice. */
export function weakSandbox(): Sandbox {
	return new WeakSandbox(fs.realpathSync(process.execPath));
}

async function probe(): Promise<SandboxProbe> {
	const found = await tryBwrap();
	if (typeof found !== 'string')
		return {
			sandbox: found,
			level: 'bwrap',
			why: seccompFilter()
				? 'bubblewrap works here'
				: `bubblewrap works here, without a system call filter for ${process.arch}`,
		};
	return { sandbox: weakSandbox(), level: 'weak', why: found };
}

async function tryBwrap(): Promise<Sandbox | string> {
	if (process.platform !== 'linux')
		return `no sandbox for ${process.platform} is known; bubblewrap needs Linux`;
	const asRoot = process.getuid?.() === 0;
	const bwrap = findProgram('bwrap');
	if (!bwrap) return 'bubblewrap is not installed';
	const prlimit = findProgram('prlimit');
	if (!prlimit) return 'prlimit (util-linux) is not installed';
	const programs: BwrapPrograms = {
		bwrap,
		prlimit,
		setpriv: findProgram('setpriv'),
		unshare: findProgram('unshare'),
	};
	if (asRoot && !programs.setpriv) return 'setpriv (util-linux) is not installed';
	const workspace = fs.mkdtempSync(path.join(os.tmpdir(), 'forkpoint-probe-'));
	try {
		if (asRoot) prepareStaging();
		const sandbox = new BwrapSandbox(programs, fs.realpathSync(process.execPath));
		const report = await sandbox.run({
			workspace,
			writable: true,
			command: ['node', '-e', 'require("fs").writeFileSync("probe", "works")'],
			limits: { wallMs: 15_000 },
		});
		if (report.exitCode === 0 && fs.existsSync(path.join(workspace, 'probe'))) return sandbox;
		return `bubblewrap started but node did not run in it: ${report.stderr.trim().slice(0, 300)}`;
	} catch (error) {
		return `bubblewrap does not work here: ${error instanceof Error ? error.message : String(error)}`;
	} finally {
		fs.rmSync(workspace, { recursive: true, force: true });
	}
}

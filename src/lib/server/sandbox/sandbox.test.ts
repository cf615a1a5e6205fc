import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BwrapSandbox, countsProcessesPerNamespace } from './bwrap.ts';
import { weakSandbox } from './probe.ts';
import { findProgram, isReachableByAll } from './programs.ts';
import {
	mayRunUntrusted,
	probeSandbox,
	SandboxSetupError,
	type KillReason,
	type Sandbox,
	type SandboxCommand,
} from './sandbox.ts';

// Every test starts whole processes, on machines that may be busy with other tests.
const PATIENT = { timeout: 60_000 };

const probe = await probeSandbox();
const isRoot = process.getuid?.() === 0;
const hasBwrap = probe.level === 'bwrap';

let workspace: string;
beforeEach(() => {
	workspace = fs.mkdtempSync(path.join(os.tmpdir(), 'forkpoint-sandbox-test-'));
});
afterEach(() => fs.rmSync(workspace, { recursive: true, force: true }));

const given = (command: string[], more: Partial<SandboxCommand> = {}): SandboxCommand => ({
	workspace,
	writable: true,
	command,
	...more,
});
const node = (program: string, more: Partial<SandboxCommand> = {}) => given(['node', '-e', program], more);
const isGone = (pid: number) => {
	try {
		process.kill(pid, 0);
		return false;
	} catch {
		return true;
	}
};

/** Of every process on this machine; a zombie has none. */
const commandLines = () =>
	fs.readdirSync('/proc').map((name) => {
		try {
			return fs.readFileSync(`/proc/${name}/cmdline`, 'utf8');
		} catch {
			return '';
		}
	});

const levels: [string, Sandbox][] = [['weak', weakSandbox()]];
if (hasBwrap) levels.push(['bwrap', probe.sandbox]);

describe.each(levels)('at level %s', PATIENT, (level, sandbox) => {
	it('reports exit code, both streams, time, memory and level', async () => {
		const program = 'process.stdin.pipe(process.stdout); console.error("err"); process.exitCode = 7';
		const report = await sandbox.run(node(program, { stdin: 'from outside' }));
		expect(report).toMatchObject({
			exitCode: 7,
			signal: null,
			killed: null,
			stdout: 'from outside',
			stderr: 'err\n',
			level,
		});
		expect(report.wallMs).toBeGreaterThan(0);
	});

	it('reports only when nothing the command left behind is running any more', async () => {
		// Large processes take the kernel a while to end.
		const stay =
			'Buffer.alloc(80 << 20, 1); process.kill(process.ppid, "SIGUSR2"); setTimeout(() => {}, 60_000)';
		const program = `
			const start = () => child_process.spawn(process.execPath, ["-e", stay, "${workspace}"], { detached: true, stdio: "ignore" });
			const stay = ${JSON.stringify(stay)};
			let up = 0;
			process.on("SIGUSR2", () => ++up === 1 && setTimeout(() => process.exit(0), 300));
			for (let n = 0; n < 6; n += 1) start();
		`;
		expect(await sandbox.run(node(program, { limits: { memoryMb: 2000 } }))).toMatchObject({
			exitCode: 0,
			killed: null,
		});
		expect(commandLines().filter((line) => line.includes(workspace))).toEqual([]);
	});

	it('names the signal a program died of', async () => {
		const report = await sandbox.run(given(['sh', '-c', 'kill -SEGV $$']));
		expect(report).toMatchObject({ signal: 'SIGSEGV', killed: null });
	});

	it('passes on what it was given and nothing of its own environment', async () => {
		process.env.FORKPOINT_TEST_SECRET = 'secret';
		const report = await sandbox.run(
			node('console.log(JSON.stringify(process.env))', { env: { CHOSEN: 'a b' } }),
		);
		delete process.env.FORKPOINT_TEST_SECRET;
		expect(JSON.parse(report.stdout)).toMatchObject({ CHOSEN: 'a b', LANG: 'C.UTF-8' });
		expect(report.stdout).not.toContain('FORKPOINT_TEST_SECRET');
	});

	it('keeps output up to its limit, hands it out as it comes, and kills beyond', async () => {
		const chunks: string[] = [];
		const command = node('for (;;) console.log("x".repeat(99))', { limits: { outputBytes: 1000 } });
		const report = await sandbox.run(command, undefined, (stream, chunk) =>
			chunks.push(`${stream}:${chunk.length}`),
		);
		expect(report).toMatchObject({ killed: 'output', exitCode: null, signal: 'SIGKILL' });
		expect(report.stdout).toHaveLength(1000);
		expect(chunks.every((chunk) => chunk.startsWith('stdout:'))).toBe(true);
	});

	it('ends at the wall clock', async () => {
		const report = await sandbox.run(node('setInterval(() => {}, 1000)', { limits: { wallMs: 300 } }));
		expect(report).toMatchObject({ killed: 'timeout', exitCode: null });
	});

	it('ends when it is cancelled, and does not start when it was cancelled before', async () => {
		const abort = new AbortController();
		const command = node('console.log("up"); setInterval(() => {}, 1000)');
		const report = await sandbox.run(command, abort.signal, () => abort.abort());
		expect(report).toMatchObject({ killed: 'cancelled', stdout: 'up\n' });
		expect(await sandbox.run(command, abort.signal)).toMatchObject({
			killed: 'cancelled',
			stdout: '',
			wallMs: 0,
		});
	});

	it('gives a launched program piped stdio, and tells the limit before it kills', async () => {
		let reason: KillReason | undefined;
		const limits = { memoryMb: 150 };
		const child = sandbox.launch(
			node(
				'process.stdin.once("data", () => { globalThis.a = Buffer.alloc(400 << 20, 1); setInterval(() => {}, 1000) }); console.log("up")',
				{
					limits,
				},
			),
			(given) => (reason = given),
		);
		const closed = once(child, 'close');
		await once(child.stdout!, 'data');
		child.stdin!.write('go');
		await closed;
		expect(reason).toBe('memory');
	});

	it('refuses a workspace that is no folder', async () => {
		const missing = { workspace: path.join(workspace, 'missing') };
		await expect(sandbox.run(node('', missing))).rejects.toThrow(SandboxSetupError);
		expect(() => sandbox.launch(node('', missing))).toThrow(SandboxSetupError);
	});

	it('refuses a limit that is no positive number', async () => {
		await expect(sandbox.run(node('', { limits: { memoryMb: Number.NaN } }))).rejects.toThrow(RangeError);
	});
});

describe.runIf(hasBwrap)('the boundary of level bwrap', PATIENT, () => {
	const { sandbox } = probe;

	it('runs node and python3', async () => {
		expect((await sandbox.run(node('console.log(process.version)'))).stdout).toBe(`${process.version}\n`);
		if (findProgram('python3'))
			expect((await sandbox.run(given(['python3', '-c', 'print(6 * 7)']))).stdout).toBe('42\n');
	});

	it('answers as a shell does when the program does not exist', async () => {
		expect(await sandbox.run(given(['no-such-program']))).toMatchObject({ exitCode: 127, killed: null });
	});

	it('keeps what was written and gives every file back to its owner', async () => {
		fs.writeFileSync(path.join(workspace, 'private'), 'a', { mode: 0o600 });
		fs.mkdirSync(path.join(workspace, 'folder'), { mode: 0o700 });
		const program = 'fs.appendFileSync("private", "b"); fs.writeFileSync("folder/new", "c")';
		expect(await sandbox.run(node(program))).toMatchObject({ exitCode: 0, stderr: '' });
		expect(fs.readFileSync(path.join(workspace, 'private'), 'utf8')).toBe('ab');
		const owners = ['', 'private', 'folder', 'folder/new'].map(
			(name) => fs.statSync(path.join(workspace, name)).uid,
		);
		expect(new Set(owners)).toEqual(new Set([process.getuid?.()]));
	});

	it('lets a read-only run read private files, and change nothing', async () => {
		fs.writeFileSync(path.join(workspace, 'private'), 'a', { mode: 0o600 });
		const program = 'console.log(fs.readFileSync("private", "utf8")); fs.writeFileSync("private", "b")';
		const report = await sandbox.run(node(program, { writable: false }));
		expect(report.stdout).toBe('a\n');
		expect(report.stderr).toContain('EROFS');
		expect(fs.statSync(path.join(workspace, 'private')).uid).toBe(process.getuid?.());
	});

	it('lets runs overlap in one workspace', async () => {
		fs.writeFileSync(path.join(workspace, 'private'), 'a', { mode: 0o600 });
		const runs = [true, false, true].map((writable, index) =>
			sandbox.run(node(`console.log(fs.readFileSync("private", "utf8") + ${index})`, { writable })),
		);
		expect((await Promise.all(runs)).map((report) => report.stdout)).toEqual(['a0\n', 'a1\n', 'a2\n']);
		expect(fs.statSync(path.join(workspace, 'private')).uid).toBe(process.getuid?.());
	});

	it.runIf(isRoot)('works as root when workspace and node lie below a closed folder', async () => {
		const closed = path.join(workspace, 'closed');
		const inner = path.join(closed, 'entry');
		fs.mkdirSync(inner, { recursive: true });
		const runtime = path.join(closed, 'node');
		try {
			fs.linkSync(process.execPath, runtime);
		} catch {
			fs.copyFileSync(process.execPath, runtime);
		}
		fs.chmodSync(closed, 0o700);
		expect(isReachableByAll(inner)).toBe(false);
		const program = (name: string) => findProgram(name) ?? '';
		const own = new BwrapSandbox(
			{
				bwrap: program('bwrap'),
				prlimit: program('prlimit'),
				setpriv: program('setpriv'),
				unshare: program('unshare'),
			},
			runtime,
		);
		const report = await own.run(node('fs.writeFileSync("new", process.execPath)', { workspace: inner }));
		expect(report).toMatchObject({ exitCode: 0, stderr: '' });
		expect(fs.readFileSync(path.join(inner, 'new'), 'utf8')).toBe('/opt/forkpoint/bin/node');
	});

	it('does not lend files that have a second name elsewhere', async () => {
		const outside = path.join(workspace, 'outside');
		const inner = path.join(workspace, 'inner');
		fs.mkdirSync(inner);
		fs.writeFileSync(outside, 'a', { mode: 0o600 });
		fs.linkSync(outside, path.join(inner, 'linked'));
		await sandbox.run(node('setTimeout(() => {}, 50)', { workspace: inner }), undefined);
		expect(fs.statSync(outside).uid).toBe(process.getuid?.());
	});

	it('shows files, folders and sockets of the host where it is told, and only there', async () => {
		const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'forkpoint-mount-'));
		fs.chmodSync(folder, 0o755);
		fs.writeFileSync(path.join(folder, 'note'), 'shown');
		const server = net.createServer((socket) => socket.end('answer')).listen(path.join(folder, 'socket'));
		await once(server, 'listening');
		fs.chmodSync(path.join(folder, 'socket'), 0o777);
		const program = `console.log(fs.readFileSync("/shown/note", "utf8"));
			require("net").connect("/run/proxy.sock").on("data", (data) => console.log(String(data)));`;
		const mounts = [
			{ host: folder, guest: '/shown' },
			{ host: path.join(folder, 'socket'), guest: '/run/proxy.sock' },
		];
		const report = await sandbox.run(node(program, { mounts }));
		server.close();
		fs.rmSync(folder, { recursive: true });
		expect(report).toMatchObject({ stdout: 'shown\nanswer\n', stderr: '' });
	});

	it('refuses what is not there, and what would smuggle arguments to bubblewrap', async () => {
		const refused: Partial<SandboxCommand>[] = [
			{ mounts: [{ host: '/no/such/thing', guest: '/x' }] },
			{ mounts: [{ host: '/usr', guest: '/proc/no/such/place' }] },
			{ env: { A: 'x\0--bind\0/\0/host' } },
			{ command: [] },
			{ workspace: 'relative' },
		];
		for (const more of refused) await expect(sandbox.run(node('', more))).rejects.toThrow(SandboxSetupError);
	});

	it('tells a program that failed from a sandbox that failed', async () => {
		const closed = async (child: ChildProcess) => {
			await once(child, 'close');
			return sandbox.ran(child);
		};
		expect(await closed(sandbox.launch(node('process.exit(1)')))).toBe(true);
		const bad = { mounts: [{ host: '/usr', guest: '/proc/no/such/place' }] };
		expect(await closed(sandbox.launch(node('', bad)))).toBe(false);
	});

	it('ends everything when the group of a launched process is killed', async () => {
		const program = `require("child_process").spawn("sleep", ["60"], { detached: true, stdio: "inherit" }); console.log("up");`;
		const child = sandbox.launch(node(program));
		await once(child.stdout!, 'data');
		process.kill(-child.pid!, 'SIGKILL');
		// The sleeping process holds stdout: `close` comes only when it is gone as well.
		await once(child, 'close');
		expect(isGone(child.pid!)).toBe(true);
	});

	it('does not pass on descriptors that this process was started with', async () => {
		const secret = path.join(workspace, 'secret');
		fs.writeFileSync(secret, 'secret');
		const inner = fs.mkdtempSync(path.join(workspace, 'inner-'));
		const program = `
			const { probeSandbox } = await import(${JSON.stringify(path.join(import.meta.dirname, 'sandbox.ts'))});
			const { sandbox } = await probeSandbox();
			const list = 'for (const n of fs.readdirSync("/proc/self/fd")) try { console.log(fs.readlinkSync("/proc/self/fd/" + n)) } catch {}';
			const report = await sandbox.run({ workspace: ${JSON.stringify(inner)}, writable: false, command: ['node', '-e', list] });
			console.log(report.stdout);`;
		const descriptor = fs.openSync(secret, 'r');
		const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
			stdio: ['ignore', 'pipe', 'inherit', 'ignore', 'ignore', 'ignore', 'ignore', 'ignore', descriptor],
		});
		fs.closeSync(descriptor);
		let text = '';
		child.stdout!.on('data', (chunk) => (text += chunk));
		await once(child, 'close');
		expect(text).toContain('/dev/null');
		expect(text).not.toContain('secret');
	});
});

it('asks the operator before a program nobody vouches for runs without a boundary', () => {
	expect(mayRunUntrusted('bwrap', false)).toEqual({ ok: true });
	expect(mayRunUntrusted('weak', false)).toEqual({ ok: false, reason: 'sandbox-weak' });
	expect(mayRunUntrusted('weak', true)).toEqual({ ok: true });
});

it('knows from which kernel on processes are counted per sandbox', () => {
	expect(['4.19.0-27', '5.10.0', '5.14.0-rc1', '6.1.0-21-amd64'].map(countsProcessesPerNamespace)).toEqual([
		false,
		false,
		true,
		true,
	]);
});

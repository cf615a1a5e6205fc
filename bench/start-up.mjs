// How long `npm run up` takes from a clean clone and the second time, and the memory of the idle processes afterwards.
// Plain JavaScript for the host's Node, because the clone installs the rest. Linux only: reads /proc.
//   node bench/start-up.mjs
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
/** Long enough for start-up work to be over: the figure is that of an idle process. */
const IDLE_MS = 20_000;

const WARM_STARTS = 3;

const folder = mkdtempSync(join(tmpdir(), 'forkpoint-start-up-'));
const clone = join(folder, 'clone');
/** @type {{ pid: number, seconds: number, stop: () => Promise<void> } | null} */
let running = null;
/** Whatever happens, no server outlives the measurement. */
async function cleanUp() {
	await running?.stop();
	rmSync(folder, { recursive: true, force: true });
}
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => cleanUp().then(() => process.exit(1)));

try {
	const load = loadavg()[0]?.toFixed(1);
	git(['clone', '--quiet', ROOT, clone]);
	const cold = await start();
	await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
	const memory = memoryOf(cold.pid);
	await cold.stop();
	const warm = [];
	for (let i = 0; i < WARM_STARTS; i++) {
		const again = await start();
		warm.push(again.seconds);
		await again.stop();
	}
	warm.sort((a, b) => a - b);
	console.log(`machine       ${availableParallelism()} cores, load ${load} at the start, ${today()}`);
	console.log(`up, cold      ${cold.seconds.toFixed(1)} s from a clean clone`);
	console.log(`up, warm      ${warm[Math.floor(WARM_STARTS / 2)]?.toFixed(1)} s median of ${WARM_STARTS}`);
	for (const [name, megabytes] of memory)
		console.log(`idle memory   ${megabytes.toFixed(0)} MB ${name} (PSS)`);
} finally {
	await cleanUp();
}

/** @param {string[]} args */
function git(args) {
	const { status, stderr } = spawnSync('git', args, { encoding: 'utf8' });
	if (status !== 0) throw new Error(stderr);
}

function today() {
	return new Date().toISOString().slice(0, 10);
}

/** Starts `npm run up` and waits until it says that it is ready. */
async function start() {
	const begun = performance.now();
	const child = spawn('npm', ['run', '--silent', 'up', '--', '--json'], {
		cwd: clone,
		detached: true,
		stdio: ['ignore', 'pipe', 'inherit'],
		env: { ...process.env, FORKPOINT_DATA: join(folder, 'data') },
	});
	const ended = new Promise((resolve) => child.on('exit', resolve));
	const { pid } = child;
	if (pid === undefined) throw new Error('npm could not be started');
	const server = {
		pid,
		seconds: NaN,
		async stop() {
			running = null;
			if (child.exitCode === null && child.signalCode === null) process.kill(-pid, 'SIGINT');
			await ended;
		},
	};
	running = server;
	const ready = new Promise((resolve) => createInterface({ input: child.stdout }).once('line', resolve));
	const first = await Promise.race([ready, ended.then(() => null)]);
	if (first === null) throw new Error('`npm run up` ended before it was ready');
	server.seconds = (performance.now() - begun) / 1000;
	return server;
}

/**
 * Proportional set size of the server and of PostgreSQL below `root`, in MB of 10^6 bytes.
 * @param {number} root
 * @returns {[name: string, megabytes: number][]}
 */
function memoryOf(root) {
	/** @type {Map<number, number[]>} */
	const children = new Map();
	for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
		try {
			const parent = Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${entry}/stat`, 'utf8'))?.[1]);
			children.set(parent, [...(children.get(parent) ?? []), Number(entry)]);
		} catch {
			// It ended while we looked.
		}
	}
	/** @type {Map<string, number>} */
	const sums = new Map();
	const queue = [root];
	for (let pid = queue.pop(); pid !== undefined; pid = queue.pop()) {
		queue.push(...(children.get(pid) ?? []));
		try {
			const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
			const pss = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
			const name = nameOf(command);
			sums.set(name, (sums.get(name) ?? 0) + (Number(pss ?? 0) * 1024) / 1e6);
		} catch {
			// It ended while we looked.
		}
	}
	return [...sums];
}

/** @param {string} command */
function nameOf(command) {
	if (command.includes('postgres')) return 'PostgreSQL';
	return command.includes('main.ts') ? 'web and worker' : 'npm and its scripts';
}

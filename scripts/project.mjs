// The project on disk: is it installed, generated, built? Plain JavaScript for the host's Node (20 or later): it runs
// before anything is installed. Everything else runs on the Node that comes with the project.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const MODULES = join(ROOT, 'node_modules');
const WINDOWS = process.platform === 'win32';
/** The project's own Node 24. */
export const NODE = join(MODULES, 'node', 'bin', WINDOWS ? 'node.exe' : 'node');

/** @param {string} text */
const say = (text) => console.error(`forkpoint: ${text}`);

/** Brings node_modules to what package-lock.json says. Quick when it already is. */
export function ensureInstalled() {
	if (!matchesLock()) {
		say('installing dependencies');
		// Scripts are named, not allowed wholesale; this works alike on npm 10 and 11.
		npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
	}
	if (!existsSync(NODE)) npm(['rebuild', 'node', '--loglevel=error']);
	if (!existsSync(NODE)) fail('Node 24 could not be installed from the package "node".');
	ensureGenerated();
}

/** Compares npm's own record of what is in node_modules with the lock file, package by package. */
function matchesLock() {
	const record = join(MODULES, '.package-lock.json');
	if (!existsSync(record)) return false;
	const installed = packagesOf(record);
	return Object.entries(packagesOf(join(ROOT, 'package-lock.json'))).every(([path, wanted]) => {
		if (path === '' || wanted.link) return true;
		const found = installed[path];
		return found ? found.version === wanted.version : wanted.optional === true || wanted.devOptional === true;
	});
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean, devOptional?: boolean, link?: boolean }>}
 */
function packagesOf(file) {
	return JSON.parse(readFileSync(file, 'utf8')).packages;
}

function ensureGenerated() {
	const marker = join(MODULES, '.forkpoint-generated');
	const state = hashOf([
		'prisma/schema.prisma',
		'vite.config.ts',
		'package-lock.json',
		'src/env.ts',
		'src/params.ts',
	]);
	const outputs = ['node_modules/$app', 'src/lib/server/db/generated/client.ts'];
	if (readIfThere(marker) === state && outputs.every((path) => existsSync(join(ROOT, path)))) return;
	run(
		process.execPath,
		[join(ROOT, 'scripts', 'prepare.mjs')],
		'generating types and the database client failed',
	);
	writeFileSync(marker, state);
}

/** Builds the application unless its sources are those of the last build. */
export function ensureBuilt() {
	const marker = join(ROOT, 'build', '.sources');
	const state = hashOf(['src', 'static', 'vite.config.ts', 'package-lock.json', 'prisma/schema.prisma']);
	if (readIfThere(marker) === state && existsSync(join(ROOT, 'build', 'handler.js'))) return;
	say('building the application');
	run(NODE, [join(MODULES, 'vite', 'bin', 'vite.js'), 'build'], 'the build failed', true);
	mkdirSync(dirname(marker), { recursive: true });
	writeFileSync(marker, state);
}

/** @param {string[]} paths files and folders; missing ones count as empty */
function hashOf(paths) {
	const hash = createHash('sha256');
	for (const file of paths.flatMap((path) => filesOf(join(ROOT, path))))
		hash
			.update(`${relative(ROOT, file)}\0`)
			.update(readFileSync(file))
			.update('\0');
	return hash.digest('hex');
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesOf(path) {
	if (!existsSync(path)) return [];
	const entries = readdirIfFolder(path);
	if (!entries) return [path];
	return entries.flatMap((name) => (isTest(name) ? [] : filesOf(join(path, name))));
}

/** @param {string} name */
const isTest = (name) => /\.(test|integration\.test|e2e)\.ts$/.test(name);

/** @param {string} path */
function readdirIfFolder(path) {
	try {
		return readdirSync(path).sort();
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return null;
		throw error;
	}
}

/** @param {string} file */
const readIfThere = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : null);

/** @param {string[]} args */
function npm(args) {
	run(WINDOWS ? 'npm.cmd' : 'npm', args, `npm ${args[0]} failed`);
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {string} complaint
 * @param {boolean} [quiet] show the output only when it failed
 */
function run(command, args, complaint, quiet = false) {
	const { status, error, stdout, stderr } = spawnSync(command, args, {
		cwd: ROOT,
		stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 2, 2], // our own output belongs to the command that follows
		encoding: 'utf8',
		maxBuffer: 50_000_000,
		shell: WINDOWS,
		env: { ...process.env, npm_config_update_notifier: 'false' },
	});
	if (status === 0) return;
	if (quiet) console.error(`${stdout}${stderr}`);
	fail(error ? `${complaint}: ${error.message}` : complaint);
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
	say(message);
	process.exit(3);
}

/**
 * Runs a script of the project on its Node, in place of this process: signals go through, the exit code comes back.
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
export function become(args, env = {}) {
	const child = spawn(NODE, args, { stdio: 'inherit', env: { ...process.env, ...env } });
	/** @type {NodeJS.Signals[]} */
	const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
	// Ctrl-C reaches the child by itself (same terminal); a kill reaches only this process.
	for (const signal of signals) process.on(signal, () => signal !== 'SIGINT' && child.kill(signal));
	child.on('error', (error) => fail(error.message));
	child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)));
}

/** @param {string[]} args */
export const runCli = (args) =>
	become([join(ROOT, 'src', 'cli', 'main.ts'), ...args], { FORKPOINT_ROOT: ROOT });

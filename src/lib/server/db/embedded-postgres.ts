// The default database: a real PostgreSQL of our own, on loopback with a random password, owned by exactly one
// Forkpoint process. Ownership is an advisory lock held inside the server itself, so it cannot go stale.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, closeSync, readFileSync, renameSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import {
	databaseAccount,
	EmbeddedPostgresError,
	locateBinaries,
	type Account,
	type PostgresBinaries,
} from './postgres-binaries.ts';
import {
	DATABASE_ROLE,
	isAlive,
	openCluster,
	runningServer,
	type Cluster,
	type RunningServer,
} from './postgres-cluster.ts';

export { EmbeddedPostgresError } from './postgres-binaries.ts';

/** Another Forkpoint process runs on this data directory. */
export class DataDirectoryInUseError extends Error {
	override name = 'DataDirectoryInUseError';
	readonly dataDir: string;
	/** The other process, when the server could tell. */
	readonly pid: number | null;
	constructor(dataDir: string, pid: number | null) {
		super(
			`Forkpoint is already running on ${dataDir}${pid === null ? '' : ` (process ${pid})`}. ` +
				'Stop it first, or give this one its own FORKPOINT_DATA.',
		);
		this.dataDir = dataDir;
		this.pid = pid;
	}
}

export interface EmbeddedPostgresOptions {
	/** Project root: where node_modules lies. */
	rootDir: string;
	dataDir: string;
	/** Extra server settings, for example `{ fsync: 'off' }` in tests. */
	settings?: Record<string, string>;
}
export interface EmbeddedPostgres {
	/** Connection string of the application's database. */
	url: string;
	/** True when a server left over from a killed process was taken over. */
	adopted: boolean;
	/** Stops the server (fast shutdown: open transactions are rolled back). Idempotent. */
	stop(): Promise<void>;
}

const DATABASE = 'forkpoint';
const OWNER_LOCK = 4_073_611;
const START_TIMEOUT_MS = 60_000;
const OWNER_TIMEOUT_MS = 3_000;
const STOP_TIMEOUT_MS = 20_000;
const LOG_ROTATE_BYTES = 5_000_000;

/**
 * Starts the data directory's server or takes over one whose Forkpoint was killed.
 * @throws DataDirectoryInUseError, EmbeddedPostgresError
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
	const dataDir = resolve(options.dataDir);
	const account = databaseAccount();
	const binaries = await locateBinaries(options.rootDir, account);
	const cluster = await openCluster(dataDir, binaries, account, options.settings?.['fsync'] !== 'off');
	const { server, child } = await findOrStart(cluster, binaries, account, options.settings ?? {});
	const owner = await takeOwnership(dataDir, cluster, server);
	await ensureDatabase(owner);
	let stopping: Promise<void> | null = null;
	return {
		url: urlOf(cluster, server.port, DATABASE),
		adopted: child === null,
		stop: () => (stopping ??= owner.end().then(() => stopServer(server, child))),
	};
}

/** Connection string of the database that another process runs on this data directory; null when none does. */
export async function runningDatabaseUrl(options: EmbeddedPostgresOptions): Promise<string | null> {
	const dataDir = resolve(options.dataDir);
	if (!existsSync(join(dataDir, 'postgres')) && !existsSync(join(dataDir, 'postgres.json'))) return null;
	const account = databaseAccount();
	const binaries = await locateBinaries(options.rootDir, account);
	const cluster = await openCluster(dataDir, binaries, account, true);
	const server = await runningServer(cluster);
	return server && (await answers(cluster, server)) ? urlOf(cluster, server.port, DATABASE) : null;
}

interface Started {
	server: RunningServer;
	child: ChildProcess | null;
}

async function findOrStart(
	cluster: Cluster,
	binaries: PostgresBinaries,
	account: Account | null,
	settings: Record<string, string>,
): Promise<Started> {
	const giveUpAt = performance.now() + START_TIMEOUT_MS;
	let spawned: ChildProcess | null = null;
	while (performance.now() < giveUpAt) {
		const server = await runningServer(cluster);
		if (server && (await answers(cluster, server)))
			return { server, child: spawned?.pid === server.pid ? spawned : null };
		if (!server && (spawned === null || spawned.exitCode !== null || spawned.signalCode !== null))
			spawned = spawnServer(cluster, binaries, account, { ...settings, port: String(await freePort()) });
		await delay(50);
	}
	throw new EmbeddedPostgresError(`PostgreSQL did not start in ${cluster.dir}:\n${logTail(cluster)}`);
}

function spawnServer(
	cluster: Cluster,
	binaries: PostgresBinaries,
	account: Account | null,
	settings: Record<string, string>,
): ChildProcess {
	const options = {
		listen_addresses: '127.0.0.1',
		unix_socket_directories: '',
		max_connections: '100',
		...settings,
	};
	const logFile = rotatedLog(cluster);
	const log = openSync(logFile, 'a', 0o600);
	const child = spawn(
		binaries.postgres,
		[
			'-D',
			join(cluster.dir, 'data'),
			...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
		],
		// Its own process group: Ctrl-C in the terminal must reach the application first, not the database.
		{ ...account, cwd: '/', env: { LC_ALL: 'C' }, detached: true, stdio: ['ignore', log, log] },
	);
	closeSync(log);
	child.on('error', () => undefined); // seen by the caller as a server that never answers, with the log's tail
	child.unref();
	return child;
}

function rotatedLog(cluster: Cluster): string {
	const file = join(cluster.dir, 'postgres.log');
	if (existsSync(file) && statSync(file).size > LOG_ROTATE_BYTES) renameSync(file, `${file}.1`);
	return file;
}

function logTail(cluster: Cluster): string {
	const file = join(cluster.dir, 'postgres.log');
	return existsSync(file) ? readFileSync(file, 'utf8').slice(-2000) : '(no log)';
}

async function answers(cluster: Cluster, server: RunningServer): Promise<boolean> {
	const client = newClient(cluster, server, 'forkpoint probe');
	try {
		await client.connect();
		return true;
	} catch (error) {
		const { code } = error as { code?: string };
		if (code === '28P01')
			throw new EmbeddedPostgresError(`PostgreSQL in ${cluster.dir} refuses the password kept beside it.`);
		return false;
	} finally {
		await client.end().catch(() => undefined);
	}
}

/** Holds the lock for the life of the returned connection. A killed owner's lock vanishes with its connection. */
async function takeOwnership(dataDir: string, cluster: Cluster, server: RunningServer): Promise<pg.Client> {
	const client = newClient(cluster, server, `forkpoint owner ${process.pid}`);
	client.on('error', () => undefined); // the pool's own connections report a lost server
	await client.connect();
	const giveUpAt = performance.now() + OWNER_TIMEOUT_MS;
	while (performance.now() < giveUpAt) {
		const { rows } = await client.query<{ ok: boolean }>('SELECT pg_try_advisory_lock($1) AS ok', [
			OWNER_LOCK,
		]);
		if (rows[0]!.ok) return client;
		await delay(100);
	}
	const { rows } = await client.query<{ name: string }>(
		`SELECT a.application_name AS name FROM pg_locks l JOIN pg_stat_activity a USING (pid)
		 WHERE l.locktype = 'advisory' AND l.objid = $1 AND l.granted`,
		[OWNER_LOCK],
	);
	await client.end();
	const pid = Number(/^forkpoint owner (\d+)$/.exec(rows[0]?.name ?? '')?.[1]);
	throw new DataDirectoryInUseError(dataDir, Number.isInteger(pid) ? pid : null);
}

async function ensureDatabase(owner: pg.Client): Promise<void> {
	const { rowCount } = await owner.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
	if (rowCount === 0) await owner.query(`CREATE DATABASE "${DATABASE}"`);
}

async function stopServer(server: RunningServer, child: ChildProcess | null): Promise<void> {
	signal(server.pid, 'SIGINT');
	if (await gone(server.pid, child)) return;
	signal(server.pid, 'SIGQUIT');
	await gone(server.pid, child);
}

async function gone(pid: number, child: ChildProcess | null): Promise<boolean> {
	if (child) {
		if (child.exitCode !== null || child.signalCode !== null) return true;
		child.ref();
		const timeout = AbortSignal.timeout(STOP_TIMEOUT_MS);
		return once(child, 'exit', { signal: timeout }).then(
			() => true,
			() => false,
		);
	}
	const giveUpAt = performance.now() + STOP_TIMEOUT_MS;
	while (performance.now() < giveUpAt) {
		if (!isAlive(pid)) return true;
		await delay(50);
	}
	return false;
}

function signal(pid: number, name: NodeJS.Signals): void {
	try {
		process.kill(pid, name);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
}

const newClient = (cluster: Cluster, server: RunningServer, name: string): pg.Client =>
	new pg.Client({
		connectionString: urlOf(cluster, server.port, 'postgres'),
		application_name: name,
		connectionTimeoutMillis: 5_000,
	});

const urlOf = (cluster: Cluster, port: number, database: string): string =>
	`postgresql://${DATABASE_ROLE}:${cluster.password}@127.0.0.1:${port}/${database}`;

async function freePort(): Promise<number> {
	const probe = createServer().listen(0, '127.0.0.1');
	await once(probe, 'listening');
	const address = probe.address();
	probe.close();
	await once(probe, 'close');
	if (address === null || typeof address === 'string')
		throw new EmbeddedPostgresError('No free port on loopback.');
	return address.port;
}

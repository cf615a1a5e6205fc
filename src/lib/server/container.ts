// Builds everything from plain config, for the web server, a bare worker, a script and a test alike. Use cases are
// plain functions `(deps, input)`; the container is what they take their deps from.
import { join } from 'node:path';
import { createSessions, type Sessions } from './auth/sessions.ts';
import { createDatabase, type Database } from './db/client.ts';
import { startEmbeddedPostgres } from './db/embedded-postgres.ts';
import { migrate } from './db/migrate.ts';
import { createLive, type Live } from './events/live.ts';
import { createLog, type Log, type LogLevel } from './log.ts';
import { createJobQueue, type JobQueue } from './pipeline/queue.ts';
import { systemRandom, type Random } from './random.ts';
import { probeSandbox, type SandboxProbe } from './sandbox/sandbox.ts';
import type { Deps } from './usecases/deps.ts';
import type { PackLibrary } from './verify/pack-library.ts';
import { listPacks } from './verify/pack-loader.ts';

/** `web` answers requests, `worker` runs jobs and the clock, `all` does both in one process. */
export const ROLES = ['web', 'worker', 'all'] as const;
export type Role = (typeof ROLES)[number];

export interface Config {
	/** Project root: node_modules, prisma/migrations and challenges lie here. */
	rootDir: string;
	/** Everything this installation keeps on disk. */
	dataDir: string;
	/** An external PostgreSQL; null starts the embedded one in `dataDir`. */
	databaseUrl: string | null;
	role: Role;
	/** Builds at a time in this process. */
	buildConcurrency: number;
	/** Run untrusted programs although this machine cannot contain them. */
	allowWeakSandbox: boolean;
	/** Play a sample competition to its debrief once there is a facilitator to look at it. */
	sample: boolean;
	logLevel: LogLevel;
}

export interface Container extends Deps {
	config: Config;
	log: Log;
	random: Random;
	sessions: Sessions;
	live: Live;
	queue: JobQueue;
	/** Found out once, at the first call. */
	sandbox(): Promise<SandboxProbe>;
	/** Stops everything this container started, in reverse order. Idempotent. */
	close(): Promise<void>;
}

/** Parts a test may bring instead of the real ones. */
export interface Overrides {
	now?: () => number;
	random?: Random;
	log?: Log;
	packs?: PackLibrary;
}

/** Every job queue of the product. */
export const QUEUES = ['build', 'sample'] as const;

/** @throws DataDirectoryInUseError, EmbeddedPostgresError, MigrationError */
export async function createContainer(config: Config, overrides: Overrides = {}): Promise<Container> {
	const log = overrides.log ?? createLog(config.logLevel);
	const now = overrides.now ?? Date.now;
	const random = overrides.random ?? systemRandom;
	const started: { close(): Promise<unknown> }[] = [];
	try {
		const packs = overrides.packs ?? (await installedPacks(config, log));
		const url = config.databaseUrl ?? (await startEmbedded(config, log, started));
		await applyMigrations(config, url, log);
		const db = keep(started, openDatabase(url, log));
		const live = keep(started, await createLive({ db, now, log }));
		const supervises = config.role !== 'web';
		const queue = keep(started, await createJobQueue({ url, queues: QUEUES, supervises, log }));
		let closing: Promise<void> | null = null;
		return {
			...{ config, log, db, now, random, live, queue, packs },
			newId: random.id,
			newSeed: random.seed,
			events: live.events,
			sessions: createSessions(db.prisma),
			sandbox: probeSandbox,
			close: () => (closing ??= closeAll(started)),
		};
	} catch (error) {
		await closeAll(started).catch(() => undefined);
		throw error;
	}
}

function keep<T extends { close(): Promise<unknown> }>(started: { close(): Promise<unknown> }[], part: T): T {
	started.push(part);
	return part;
}

async function closeAll(started: { close(): Promise<unknown> }[]): Promise<void> {
	for (const part of started.splice(0).reverse()) await part.close();
}

const openDatabase = (url: string, log: Log): Database =>
	createDatabase(url, { onConnectionError: (error) => log.warn('database connection lost', { error }) });

async function startEmbedded(
	{ rootDir, dataDir }: Config,
	log: Log,
	started: { close(): Promise<unknown> }[],
): Promise<string> {
	const embedded = await startEmbeddedPostgres({ rootDir, dataDir });
	started.push({ close: embedded.stop });
	if (embedded.adopted) log.info('took over the database of a killed process', { dataDir });
	return embedded.url;
}

async function applyMigrations({ rootDir }: Config, url: string, log: Log): Promise<void> {
	const migrations = await migrate(url, join(rootDir, 'prisma', 'migrations'));
	if (migrations.length > 0) log.info('migrations applied', { migrations });
}

/** A broken pack is left out and logged: it must not keep the others from being played. */
async function installedPacks({ rootDir }: Config, log: Log): Promise<PackLibrary> {
	const { packs, broken } = await listPacks(join(rootDir, 'challenges'));
	for (const { dir, problems } of broken) log.warn('challenge pack left out', { dir, problems });
	const bySlug = new Map(packs.map((loaded) => [loaded.pack.slug, loaded]));
	return { list: () => [...bySlug.values()], find: (slug) => bySlug.get(slug) ?? null };
}

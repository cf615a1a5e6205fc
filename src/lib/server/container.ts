// Builds everything from plain config, for the web server, a bare worker, a script and a test alike. Use cases are
// plain functions `(deps, input)`; the container is what they take their deps from.
import { join } from 'node:path';
import { createDatabase, type Database } from './db/client.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './db/embedded-postgres.ts';
import { migrate } from './db/migrate.ts';
import { createLog, type Log, type LogLevel } from './log.ts';
import { systemRandom, type Random } from './random.ts';

export type Role = 'web' | 'worker' | 'all';

export interface Config {
	/** Project root: node_modules, prisma/migrations and challenges lie here. */
	rootDir: string;
	/** Everything this installation keeps on disk. */
	dataDir: string;
	/** An external PostgreSQL; null starts the embedded one in `dataDir`. */
	databaseUrl: string | null;
	role: Role;
	logLevel: LogLevel;
}

export interface Container {
	config: Config;
	db: Database;
	clock: () => Date;
	random: Random;
	log: Log;
	/** Stops everything this container started, in reverse order. Idempotent. */
	close(): Promise<void>;
}

/** Parts a test may bring instead of the real ones. */
export interface Overrides {
	clock?: () => Date;
	random?: Random;
	log?: Log;
}

/** @throws DataDirectoryInUseError, EmbeddedPostgresError, MigrationError */
export async function createContainer(config: Config, overrides: Overrides = {}): Promise<Container> {
	const log = overrides.log ?? createLog(config.logLevel);
	const embedded = config.databaseUrl === null ? await startEmbedded(config, log) : null;
	const url = config.databaseUrl ?? embedded!.url;
	const applied = await migrate(url, join(config.rootDir, 'prisma', 'migrations'));
	if (applied.length > 0) log.info('migrations applied', { migrations: applied });
	const db = createDatabase(url, {
		onConnectionError: (error) => log.warn('database connection lost', { error }),
	});
	let closing: Promise<void> | null = null;
	return {
		config,
		db,
		clock: overrides.clock ?? (() => new Date()),
		random: overrides.random ?? systemRandom,
		log,
		close: () => (closing ??= db.close().then(() => embedded?.stop())),
	};
}

async function startEmbedded({ rootDir, dataDir }: Config, log: Log): Promise<EmbeddedPostgres> {
	const embedded = await startEmbeddedPostgres({ rootDir, dataDir });
	if (embedded.adopted) log.info('took over the database of a killed process', { dataDir });
	return embedded;
}

// Applies prisma/migrations at start with no command line and no engine. Writes the rows the official tool writes
// (same table, same checksum), so that `prisma migrate status` and `deploy` agree afterwards.
import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** The database and the migrations folder disagree; nothing was changed. */
export class MigrationError extends Error {
	override name = 'MigrationError';
}

interface Migration {
	name: string;
	sql: string;
	checksum: string;
}
interface AppliedRow {
	migration_name: string;
	checksum: string;
	finished_at: Date | null;
}

const LOCK = 72_707_369; // the official tool's own advisory lock
const TABLE = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id" VARCHAR(36) PRIMARY KEY NOT NULL,
    "checksum" VARCHAR(64) NOT NULL,
    "finished_at" TIMESTAMPTZ,
    "migration_name" VARCHAR(255) NOT NULL,
    "logs" TEXT,
    "rolled_back_at" TIMESTAMPTZ,
    "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
    "applied_steps_count" INTEGER NOT NULL DEFAULT 0
)`;

/**
 * Brings the database to the newest migration, all in one transaction; several instances may start at once.
 * @returns names of the migrations applied now, in order
 * @throws MigrationError when an applied migration was edited, failed earlier, or is unknown to this version
 */
export async function migrate(url: string, migrationsDir: string): Promise<string[]> {
	const migrations = await readMigrations(migrationsDir);
	const client = new pg.Client({ connectionString: url, application_name: 'forkpoint migrate' });
	await client.connect();
	try {
		await client.query('BEGIN');
		await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
		await client.query(TABLE);
		const pending = await pendingMigrations(client, migrations);
		for (const migration of pending) await apply(client, migration);
		await client.query('COMMIT');
		return pending.map((migration) => migration.name);
	} catch (error) {
		await client.query('ROLLBACK').catch(() => undefined);
		throw error;
	} finally {
		await client.end();
	}
}

async function readMigrations(dir: string): Promise<Migration[]> {
	const entries = await readdir(dir, { withFileTypes: true });
	const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
	return Promise.all(
		names.sort().map(async (name) => {
			const sql = await readFile(join(dir, name, 'migration.sql'), 'utf8');
			return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
		}),
	);
}

async function pendingMigrations(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
	const { rows } = await client.query<AppliedRow>(
		'SELECT migration_name, checksum, finished_at FROM "_prisma_migrations" WHERE rolled_back_at IS NULL',
	);
	const applied = new Map(rows.map((row) => [row.migration_name, row]));
	const known = new Set(migrations.map((migration) => migration.name));
	for (const row of rows)
		if (!known.has(row.migration_name))
			throw new MigrationError(
				`The database has migration ${row.migration_name}, which this version does not know. Update Forkpoint.`,
			);
	return migrations.filter((migration) => {
		const row = applied.get(migration.name);
		if (!row) return true;
		if (row.finished_at === null) throw new MigrationError(`Migration ${migration.name} failed earlier.`);
		if (row.checksum !== migration.checksum)
			throw new MigrationError(`Migration ${migration.name} was edited after it was applied.`);
		return false;
	});
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
	try {
		await client.query(migration.sql);
	} catch (error) {
		throw new MigrationError(`Migration ${migration.name} failed: ${(error as Error).message}`, {
			cause: error,
		});
	}
	await client.query(
		`INSERT INTO "_prisma_migrations" (id, checksum, finished_at, migration_name, applied_steps_count)
		 VALUES ($1, $2, clock_timestamp(), $3, 1)`,
		[randomUUID(), migration.checksum, migration.name],
	);
}

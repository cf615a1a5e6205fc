// One real PostgreSQL per test run with a migrated template database; every test file copies the template.
import { mkdirSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/lib/server/db/embedded-postgres.ts';
import { migrate } from '../src/lib/server/db/migrate.ts';
import { isAlive } from '../src/lib/server/db/postgres-cluster.ts';

declare module 'vitest' {
	export interface ProvidedContext {
		/** Connection string of the run's server, database `postgres`. */
		postgresUrl: string;
	}
}

const PREFIX = 'forkpoint-test-';
const ROOT = resolve(import.meta.dirname, '..');
export const TEMPLATE = 'forkpoint';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	await sweepKilledRuns();
	const dataDir = join(tmpdir(), `${PREFIX}${process.pid}`);
	mkdirSync(dataDir, { mode: 0o711 });
	const server = await startTestServer(dataDir);
	await migrate(server.url, join(ROOT, 'prisma', 'migrations'));
	await seal(server.url);
	project.provide('postgresUrl', withDatabase(server.url, 'postgres'));
	return async () => {
		await server.stop();
		await rm(dataDir, { recursive: true, force: true });
	};
}

const startTestServer = (dataDir: string) =>
	startEmbeddedPostgres({
		rootDir: ROOT,
		dataDir,
		settings: { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '300' },
	});

/** A template can only be copied while nobody is connected to it. */
async function seal(url: string): Promise<void> {
	const client = new pg.Client({ connectionString: withDatabase(url, 'postgres') });
	await client.connect();
	await client.query(`ALTER DATABASE "${TEMPLATE}" WITH ALLOW_CONNECTIONS false IS_TEMPLATE true`);
	await client.end();
}

/** A run killed with SIGKILL leaves its server behind: take it over, stop it, remove it. */
async function sweepKilledRuns(): Promise<void> {
	for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
		const pid = Number(name.slice(PREFIX.length));
		if (!Number.isInteger(pid) || isAlive(pid)) continue;
		const dataDir = join(tmpdir(), name);
		const server = await startTestServer(dataDir).catch(() => null);
		await server?.stop();
		await rm(dataDir, { recursive: true, force: true });
	}
}

export function withDatabase(url: string, database: string): string {
	const changed = new URL(url);
	changed.pathname = `/${database}`;
	return changed.toString();
}

// A private copy of the migrated template for one test file.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { createDatabase, type Database } from '../src/lib/server/db/client.ts';
import { TEMPLATE, withDatabase } from './postgres.ts';

export interface TestDatabase extends Database {
	drop(): Promise<void>;
}

/** Copies the template. Call `drop()` at the end, or let `useTestDatabase` do both. */
export async function createTestDatabase(): Promise<TestDatabase> {
	const serverUrl = inject('postgresUrl');
	const name = `t_${randomBytes(6).toString('hex')}`;
	await onServer(serverUrl, `CREATE DATABASE "${name}" TEMPLATE "${TEMPLATE}" STRATEGY file_copy`);
	const db = createDatabase(withDatabase(serverUrl, name), { onConnectionError: () => undefined });
	return {
		...db,
		async drop() {
			await db.close();
			await onServer(serverUrl, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
		},
	};
}

/** Registers creation and removal around the tests of a file; read `.current` inside tests and hooks. */
export function useTestDatabase(): { readonly current: TestDatabase } {
	let db: TestDatabase | null = null;
	beforeAll(async () => {
		db = await createTestDatabase();
	});
	afterAll(() => db?.drop());
	return {
		get current() {
			if (!db) throw new Error('The test database exists only while tests run.');
			return db;
		},
	};
}

async function onServer(url: string, sql: string): Promise<void> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	try {
		await client.query(sql);
	} finally {
		await client.end();
	}
}

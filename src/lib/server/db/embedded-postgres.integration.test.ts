// The embedded server across kills, double starts and closed folders. Other processes play the Forkpoint that dies.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import pg from 'pg';
import { afterEach, expect, it, vi } from 'vitest';
import {
	DataDirectoryInUseError,
	startEmbeddedPostgres,
	type EmbeddedPostgres,
} from './embedded-postgres.ts';
import { SHARED_STATE_DIR } from './postgres-binaries.ts';

vi.setConfig({ testTimeout: 120_000 });

const ROOT = resolve(import.meta.dirname, '../../../..');
const isRoot = process.getuid?.() === 0;
const folders: string[] = [];
const servers: EmbeddedPostgres[] = [];

function newFolder(mode: number): string {
	const folder = mkdtempSync(join(tmpdir(), 'forkpoint-embedded-'));
	chmodSync(folder, mode);
	folders.push(folder);
	return folder;
}
async function start(dataDir: string): Promise<EmbeddedPostgres> {
	const server = await startEmbeddedPostgres({ rootDir: ROOT, dataDir, settings: { fsync: 'off' } });
	servers.push(server);
	return server;
}
async function query(url: string, sql: string): Promise<unknown[]> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	try {
		return (await client.query<Record<string, unknown>>(sql)).rows;
	} finally {
		await client.end();
	}
}

/** A process that starts the server, writes a row, says so, and waits to be killed. */
async function startElsewhere(dataDir: string): Promise<ChildProcess> {
	const source = `
		import pg from 'pg';
		import { startEmbeddedPostgres } from ${JSON.stringify(join(import.meta.dirname, 'embedded-postgres.ts'))};
		const { url } = await startEmbeddedPostgres({ rootDir: ${JSON.stringify(ROOT)}, dataDir: ${JSON.stringify(dataDir)} });
		const client = new pg.Client({ connectionString: url });
		await client.connect();
		await client.query('CREATE TABLE kept AS SELECT 42 AS answer');
		console.log('ready');
		setInterval(() => {}, 1000);`;
	const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
		cwd: ROOT,
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	await once(child.stdout, 'data');
	return child;
}

afterEach(async () => {
	for (const server of servers.splice(0)) await server.stop();
	for (const folder of folders.splice(0)) {
		const place = join(folder, 'data', 'postgres.json');
		if (existsSync(place))
			rmSync((JSON.parse(readFileSync(place, 'utf8')) as { cluster: string }).cluster, { recursive: true });
		rmSync(folder, { recursive: true });
	}
});

it('takes over the server of a killed process with its data, and refuses a second owner meanwhile', async () => {
	const dataDir = join(newFolder(0o711), 'data');
	const other = await startElsewhere(dataDir);
	const refused = start(dataDir);
	await expect(refused).rejects.toBeInstanceOf(DataDirectoryInUseError);
	await expect(refused).rejects.toMatchObject({ pid: other.pid });
	other.kill('SIGKILL');
	await once(other, 'exit');
	const server = await start(dataDir);
	expect(server.adopted).toBe(true);
	expect(await query(server.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
	await server.stop();
	await expect(query(server.url, 'SELECT 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
	const again = await start(dataDir);
	expect(again.adopted).toBe(false);
	expect(await query(again.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
});

it('gives one of two simultaneous first starts the data directory', async () => {
	const dataDir = join(newFolder(0o711), 'data');
	const outcomes = await Promise.allSettled([start(dataDir), start(dataDir)]);
	expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected']);
	const failed = outcomes.find((outcome) => outcome.status === 'rejected');
	expect(failed?.reason).toBeInstanceOf(DataDirectoryInUseError);
});

it('keeps its password to itself and refuses to be entered without', async () => {
	const dataDir = join(newFolder(0o711), 'data');
	const server = await start(dataDir);
	expect(statSync(join(dataDir, 'postgres', 'password')).mode & 0o777).toBe(0o600);
	const wrong = new URL(server.url);
	wrong.password = 'guess';
	await expect(query(wrong.toString(), 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
});

it.runIf(isRoot)("lies elsewhere when root's folder is closed to the database account", async () => {
	const closed = newFolder(0o700);
	const dataDir = join(closed, 'data');
	const server = await start(dataDir);
	const { cluster } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as { cluster: string };
	expect(dirname(cluster)).toBe(SHARED_STATE_DIR);
	await query(server.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
	await server.stop();
	expect(await query((await start(dataDir)).url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
});

it('recovers from a pid file whose process number was given to somebody else', async () => {
	const dataDir = join(newFolder(0o711), 'data');
	await (await start(dataDir)).stop();
	writeFileSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'), `${process.pid}\n/x\n0\n5432\n`);
	expect((await start(dataDir)).adopted).toBe(false);
});

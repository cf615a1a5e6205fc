// Starts `up` once for all browser tests, on a fresh data directory and a free port, and hands out where it is.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, type FullConfig } from '@playwright/test';
import { createAccount, OWNER } from './fixtures.ts';

const ROOT = resolve(import.meta.dirname, '../..');

interface Ready {
	url: string;
	firstLogin: string | null;
}

export default async function start(config: FullConfig): Promise<() => Promise<void>> {
	const dataDir = mkdtempSync(join(tmpdir(), 'forkpoint-e2e-'));
	const server = spawn(
		process.execPath,
		[join(ROOT, 'src/cli/main.ts'), 'up', '--json', '--port', await freePort()],
		{
			cwd: ROOT,
			env: {
				...process.env,
				FORKPOINT_DATA: dataDir,
				FORKPOINT_ROOT: ROOT,
				DATABASE_URL: '',
				FORKPOINT_LOG: 'warn',
				FORKPOINT_SAMPLE: '0',
			},
			stdio: ['ignore', 'pipe', 'inherit'],
		},
	);
	const stop = async (): Promise<void> => {
		if (server.exitCode === null) {
			server.kill('SIGTERM');
			await once(server, 'exit');
		}
		removeData(dataDir);
	};
	try {
		const { url, firstLogin } = await ready(server);
		process.env['FORKPOINT_E2E_URL'] = url;
		if (firstLogin === null) throw new Error('A fresh server printed no first-login link.');
		await createOwner(config, url, firstLogin);
	} catch (problem) {
		await stop();
		throw problem;
	}
	return stop;
}

async function ready(server: ChildProcess): Promise<Ready> {
	const lines = createInterface({ input: server.stdout! });
	const first = once(lines, 'line') as Promise<[string]>;
	const died = once(server, 'exit').then(([code]) => {
		throw new Error(`The server under test ended with ${code} before it was ready.`);
	});
	const [line] = await Promise.race([first, died]);
	return JSON.parse(line) as Ready;
}

/** The first account, through the printed link, as a facilitator would. */
async function createOwner(config: FullConfig, baseURL: string, link: string): Promise<void> {
	const browser = await chromium.launch(config.projects[0]?.use.launchOptions);
	const page = await browser.newPage({ baseURL });
	await createAccount(page, link, OWNER);
	await browser.close();
}

/** As root the database may lie outside the data directory. */
function removeData(dataDir: string): void {
	const place = join(dataDir, 'postgres.json');
	if (existsSync(place))
		rmSync((JSON.parse(readFileSync(place, 'utf8')) as { cluster: string }).cluster, { recursive: true });
	rmSync(dataDir, { recursive: true });
}

async function freePort(): Promise<string> {
	const probe = createServer().listen(0, '127.0.0.1');
	await once(probe, 'listening');
	const address = probe.address();
	probe.close();
	await once(probe, 'close');
	if (address === null || typeof address === 'string') throw new Error('No free port.');
	return String(address.port);
}

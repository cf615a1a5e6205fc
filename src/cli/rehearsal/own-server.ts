// A server of the rehearsal's own: `up` on a fresh data directory and a free port, ended and removed afterwards.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { EnvironmentError } from '../command.ts';

export interface OwnServer {
	url: string;
	/** Path of the first-login link. */
	firstLogin: string;
	stop(): Promise<void>;
}

export async function startOwnServer(root: string): Promise<OwnServer> {
	const dataDir = mkdtempSync(join(tmpdir(), 'forkpoint-rehearsal-'));
	const server = spawn(process.execPath, [join(root, 'src/cli/main.ts'), 'up', '--json'], {
		cwd: root,
		env: {
			...process.env,
			FORKPOINT_DATA: dataDir,
			FORKPOINT_ROOT: root,
			DATABASE_URL: '',
			FORKPOINT_LOG: 'warn',
			FORKPOINT_SAMPLE: '0',
		},
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const stop = async () => {
		if (server.exitCode === null && server.signalCode === null) {
			server.kill('SIGTERM');
			await once(server, 'exit');
		}
		removeData(dataDir);
	};
	try {
		const { url, firstLogin } = await ready(server);
		return { url, firstLogin: new URL(firstLogin).pathname, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}

async function ready(server: ChildProcess): Promise<{ url: string; firstLogin: string }> {
	const lines = createInterface({ input: server.stdout! });
	const died = once(server, 'exit').then(([code]) => {
		throw new EnvironmentError(`The server ended with ${String(code)} before it was ready.`);
	});
	const [line] = (await Promise.race([once(lines, 'line'), died])) as [string];
	return JSON.parse(line) as { url: string; firstLogin: string };
}

/** As root the database lies outside the data directory; `postgres.json` says where. */
function removeData(dataDir: string): void {
	const place = join(dataDir, 'postgres.json');
	if (existsSync(place)) {
		const { cluster } = JSON.parse(readFileSync(place, 'utf8')) as { cluster: string };
		rmSync(cluster, { recursive: true, force: true });
	}
	rmSync(dataDir, { recursive: true, force: true });
}

// Whether this process can do its work, in a form a load balancer and an operator can read. No secrets, no counts of people.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Container, Role } from './container.ts';
import type { SandboxLevel } from './sandbox/sandbox.ts';

export interface Health {
	/** Can this process serve? False: take it out of rotation. */
	ok: boolean;
	version: string;
	role: Role;
	database: { ok: boolean; embedded: boolean; ms: number | null };
	/** False while the connection that hears other instances is being re-established. */
	events: { ok: boolean };
	queue: { ok: boolean };
	sandbox: { level: SandboxLevel; why: string };
}

export async function readHealth(container: Container): Promise<Health> {
	const { config, db, live, queue } = container;
	const started = performance.now();
	const answered = await db.pool.query('SELECT 1').then(
		() => true,
		() => false,
	);
	const ms = answered ? Math.round((performance.now() - started) * 10) / 10 : null;
	const { level, why } = await container.sandbox();
	const events = { ok: live.isListening() };
	return {
		ok: answered && queue.isRunning(),
		version: versionOf(config.rootDir),
		role: config.role,
		database: { ok: answered, embedded: config.databaseUrl === null, ms },
		events,
		queue: { ok: queue.isRunning() },
		sandbox: { level, why },
	};
}

let version: string | null = null;

function versionOf(rootDir: string): string {
	version ??= (JSON.parse(readFileSync(join(rootDir, 'package.json'), 'utf8')) as { version: string })
		.version;
	return version;
}

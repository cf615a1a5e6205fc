// The one composition root that reads the environment.
import { resolve } from 'node:path';
import { z } from 'zod';
import { createContainer, ROLES, type Config } from './container.ts';
import { LOG_LEVELS } from './log.ts';
import { startWorker } from './pipeline/worker.ts';
import { holdApp, type App, type WebSettings } from './running-app.ts';
import { createWork } from './work.ts';

/** A variable of the environment does not make sense; the message names it. */
export class SettingsError extends Error {
	override name = 'SettingsError';
}

const flag = z.stringbool({ truthy: ['1', 'true', 'yes'], falsy: ['0', 'false', 'no', ''] });
const bytes = z
	.string()
	.regex(/^\d+[KM]?$/i, 'must be bytes, optionally with K or M')
	.transform(
		(text) => Number.parseInt(text, 10) * ({ K: 1024, M: 1024 ** 2 }[text.at(-1)!.toUpperCase()] ?? 1),
	);

const environmentSchema = z.object({
	FORKPOINT_ROOT: z.string().min(1).optional(),
	FORKPOINT_DATA: z.string().min(1).default('.forkpoint'),
	FORKPOINT_ROLE: z.enum(ROLES).default('all'),
	FORKPOINT_LOG: z.enum(LOG_LEVELS).default('info'),
	FORKPOINT_BUILDS: z.coerce.number().int().min(1).max(64).default(2),
	FORKPOINT_ALLOW_WEAK_SANDBOX: flag.default(false),
	FORKPOINT_SAMPLE: flag.default(false),
	FORKPOINT_HOSTS: z.string().default(''),
	DATABASE_URL: z
		.string()
		.regex(/^postgres(ql)?:\/\//, 'must begin with postgresql://')
		.optional(),
	HOST: z.string().min(1).default('127.0.0.1'),
	PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
	TRUST_PROXY: flag.default(false),
	BODY_SIZE_LIMIT: bytes.default(512 * 1024),
});

/** @throws SettingsError naming every variable that is wrong */
export function readSettings(env: NodeJS.ProcessEnv): { config: Config; web: WebSettings } {
	const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
	const parsed = environmentSchema.safeParse(present);
	if (!parsed.success) {
		const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
		throw new SettingsError(`The environment is not right.\n${problems.join('\n')}`);
	}
	const settings = parsed.data;
	const rootDir = resolve(settings.FORKPOINT_ROOT ?? process.cwd());
	return {
		config: {
			rootDir,
			dataDir: resolve(rootDir, settings.FORKPOINT_DATA),
			databaseUrl: settings.DATABASE_URL ?? null,
			role: settings.FORKPOINT_ROLE,
			buildConcurrency: settings.FORKPOINT_BUILDS,
			allowWeakSandbox: settings.FORKPOINT_ALLOW_WEAK_SANDBOX,
			sample: settings.FORKPOINT_SAMPLE,
			logLevel: settings.FORKPOINT_LOG,
		},
		web: {
			host: settings.HOST,
			port: settings.PORT,
			trustProxy: settings.TRUST_PROXY,
			allowedHosts: settings.FORKPOINT_HOSTS.split(',').filter((name) => name !== ''),
			bodyLimitBytes: settings.BODY_SIZE_LIMIT,
		},
	};
}

/** This process's application, started at the first call. */
export function startApp(env: NodeJS.ProcessEnv = process.env): Promise<App> {
	return holdApp(async () => {
		const { config, web } = readSettings(env);
		const container = await createContainer(config);
		const worker = config.role === 'web' ? null : await startWorker(container, createWork(container));
		let closing: Promise<void> | null = null;
		const close = async () => {
			await worker?.close();
			await container.close();
		};
		return { container, worker, settings: web, close: () => (closing ??= close()) };
	});
}

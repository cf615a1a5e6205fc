// The process's one application. The built server carries its own copy of these modules, so the one instance is kept
// where both copies find it.
import type { Container } from './container.ts';
import type { Worker } from './pipeline/worker.ts';

export interface App {
	container: Container;
	worker: Worker | null;
	settings: WebSettings;
	/** Stops the worker, ends streams, closes the database. Idempotent. */
	close(): Promise<void>;
}

/** What the web server reads besides the container's config. */
export interface WebSettings {
	host: string;
	port: number;
	/** Believe `X-Forwarded-*` of the proxy in front. */
	trustProxy: boolean;
	/** Host names this server answers to; empty: decided by where it listens. */
	allowedHosts: readonly string[];
	bodyLimitBytes: number;
}

const KEY = Symbol.for('forkpoint.app');
type Holder = { [KEY]?: Promise<App> };

export const heldApp = (): Promise<App> | undefined => (globalThis as Holder)[KEY];

/** Starts with `start` unless this process has an application already. A failed start is forgotten. */
export function holdApp(start: () => Promise<App>): Promise<App> {
	const holder = globalThis as Holder;
	holder[KEY] ??= start().catch((error: unknown) => {
		holder[KEY] = undefined;
		throw error;
	});
	return holder[KEY];
}

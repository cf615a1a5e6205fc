// Starts the built application and its web server in this process, and ends both in order.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { heldApp, type App } from '../lib/server/running-app.ts';
import { FORWARDED, LOOPBACK_HOSTS } from '../lib/server/web/forwarding.ts';
import { listen, type Handler } from '../lib/server/web/http-server.ts';

/** The project was not built. */
export class NotBuiltError extends Error {
	override name = 'NotBuiltError';
}

export interface RunningWeb {
	app: App;
	port: number;
	close(): Promise<void>;
}

const isLoopback = (host: string): boolean =>
	host === 'localhost' || host === '::1' || host.startsWith('127.');

/** `alternatives`: how many further ports to try when the wanted one is taken. */
export async function startWeb(rootDir: string, alternatives: number): Promise<RunningWeb> {
	const built = join(rootDir, 'build', 'handler.js');
	if (!existsSync(built)) throw new NotBuiltError('The application is not built. Run: npm run build');
	process.env['PROTOCOL_HEADER'] = FORWARDED.protocol;
	process.env['HOST_HEADER'] = FORWARDED.host;
	process.env['ADDRESS_HEADER'] = FORWARDED.address;
	// Loading it runs the init hook, which starts the one application of this process.
	const { handler } = (await import(pathToFileURL(built).href)) as { handler: Handler };
	const app = await heldApp();
	if (!app) throw new Error('The built application did not start.');
	const { host, port, trustProxy, allowedHosts } = app.settings;
	// A page of another site must not reach a server on this machine by pointing its own name here.
	const onlyLocal = allowedHosts.length === 0 && isLoopback(host) && !trustProxy;
	const rules = { trustProxy, allowedHosts: onlyLocal ? LOOPBACK_HOSTS : allowedHosts };
	try {
		const server = await listen(handler, { host, port, alternatives, ...rules });
		return {
			app,
			port: server.port,
			async close() {
				// Streams never end by themselves; without them the open requests do.
				await app.container.live.close();
				await server.close();
				await app.close();
			},
		};
	} catch (error) {
		await app.close();
		throw error;
	}
}

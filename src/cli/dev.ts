// The development server. Vite loads the application; this ends it in order, so that the database stops with it.
import { createServer } from 'vite';
import { heldApp } from '../lib/server/running-app.ts';
import { closeOnSignal } from './signals.ts';

const server = await createServer();
await server.listen();
server.printUrls();
await closeOnSignal(async () => {
	const app = await heldApp()?.catch(() => undefined);
	await app?.container.live.close();
	await server.close();
	await app?.close();
});
process.exit(0);

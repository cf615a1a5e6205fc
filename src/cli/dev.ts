// The development server. Vite loads the application; this ends it in order, so that the database stops with it.
import { createServer } from 'vite';
import { heldApp } from '../lib/server/running-app.ts';
import { runUntilSignal } from './signals.ts';

await runUntilSignal(
	async () => {
		const server = await createServer();
		await server.listen();
		return {
			server,
			async close() {
				const app = await heldApp()?.catch(() => undefined);
				await app?.container.live.close();
				await server.close();
				await app?.close();
			},
		};
	},
	({ server }) => server.printUrls(),
);
process.exit(0);

// `forkpoint serve` (`npm start`): the service as the environment configures it; logs only, no greeting.
import { defineCommand } from 'citty';
import { readSettings, startApp } from '../../lib/server/app.ts';
import { asCommand } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { closeOnSignal } from '../signals.ts';
import { startWeb } from '../web.ts';

export const serve = asCommand(
	defineCommand({
		meta: {
			description:
				'Start Forkpoint as a service. Reads DATABASE_URL, FORKPOINT_ROLE (web, worker, all), HOST, PORT and more; see docs/operating.md.',
		},
		async run() {
			const { config } = readSettings(process.env);
			if (config.role === 'worker') {
				const app = await startApp();
				app.container.log.info('worker started');
				await closeOnSignal(app.close);
				return EXIT.ok;
			}
			const web = await startWeb(config.rootDir, 0);
			const { log } = web.app.container;
			log.info('listening', { host: web.app.settings.host, port: web.port, role: config.role });
			await closeOnSignal(web.close, () => log.info('stopping'));
			return EXIT.ok;
		},
	}),
);

// `forkpoint serve` (`npm start`): the service as the environment configures it; logs only, no greeting.
import { defineCommand } from 'citty';
import { readSettings, startApp } from '../../lib/server/app.ts';
import { asCommand } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { runUntilSignal } from '../signals.ts';
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
				await runUntilSignal(
					startApp,
					(app) => app.container.log.info('worker started'),
					(app) => app?.container.log.info('stopping'),
				);
				return EXIT.ok;
			}
			await runUntilSignal(
				() => startWeb(config.rootDir, 0),
				({ app, port }) =>
					app.container.log.info('listening', { host: app.settings.host, port, role: config.role }),
				(web) => web?.app.container.log.info('stopping'),
			);
			return EXIT.ok;
		},
	}),
);

// A worker process: the same container without a web server. `FORKPOINT_ROLE=worker` is implied.
import { startApp } from '../src/lib/server/app.ts';
import { runUntilSignal } from '../src/cli/signals.ts';

await runUntilSignal(
	() => startApp({ ...process.env, FORKPOINT_ROLE: 'worker' }),
	(app) => app.container.log.info('worker started'),
	(app) => app?.container.log.info('stopping'),
);

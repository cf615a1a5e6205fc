// A worker process: the same container without a web server. `FORKPOINT_ROLE=worker` is implied.
import { startApp } from '../src/lib/server/app.ts';
import { closeOnSignal } from '../src/cli/signals.ts';

const app = await startApp({ ...process.env, FORKPOINT_ROLE: 'worker' });
app.container.log.info('worker started');
await closeOnSignal(app.close, () => app.container.log.info('stopping'));

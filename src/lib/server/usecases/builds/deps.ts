// What use cases of builds need besides the usual.
import type { JobQueue } from '../../pipeline/queue.ts';
import type { SandboxProbe } from '../../sandbox/sandbox.ts';
import type { Deps } from '../deps.ts';

export interface BuildDeps extends Deps {
	queue: Pick<JobQueue, 'send' | 'cancel'>;
	sandbox(): Promise<SandboxProbe>;
}

/** The queue every build's job goes through. */
export const BUILD_QUEUE = 'build';

// What a worker does, independent of which process it runs in: the clock and the job queues.
import type { Log } from '../log.ts';
import type { Database } from '../db/client.ts';
import type { JobContext, JobQueue } from './queue.ts';
import { startTick } from './tick.ts';

export interface Work {
	/** A competition's clock has something to do. */
	onDue(competitionId: string): Promise<void>;
	jobs: readonly JobKind[];
	/** What a start has to see to before the clock runs: builds without a job, the sample competition. */
	prepare?(): Promise<void>;
}
export interface JobKind {
	queue: string;
	/** Jobs of this kind at a time in this process. */
	concurrency: number;
	handle(data: object, context: JobContext): Promise<void>;
}
export interface Worker {
	/** Stops the clock; running jobs end when the queue closes. */
	close(): Promise<void>;
}
export interface WorkerDeps {
	db: Database;
	queue: JobQueue;
	/** Epoch milliseconds. */
	now(): number;
	log: Log;
}

export async function startWorker(deps: WorkerDeps, work: Work): Promise<Worker> {
	for (const { queue, concurrency, handle } of work.jobs) await deps.queue.work(queue, concurrency, handle);
	await work.prepare?.().catch((error: unknown) => deps.log.error('preparation failed', { error }));
	return startTick(deps, work.onDue);
}

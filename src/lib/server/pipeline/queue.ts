// Jobs on the same PostgreSQL. Claimed by one worker at a time, kept alive by heartbeats, retried when a worker dies.
import { createHash } from 'node:crypto';
import { fromPrisma, PgBoss } from 'pg-boss';
import type { Transaction } from '../db/client.ts';
import type { Log } from '../log.ts';

export interface JobContext {
	/** Aborted when this process stops or the job was cancelled: stop soon, the job is tried again elsewhere. */
	signal: AbortSignal;
	/** 0 for the first try. */
	retry: number;
}
export interface SendOptions {
	/** Same key, same queue: one job, however often it is sent, also after it is done. */
	key: string;
	/** Send with this transaction's commit. */
	tx?: Transaction;
}
export interface JobQueue {
	send(queue: string, data: object, options: SendOptions): Promise<void>;
	/** Starts `concurrency` workers. A handler that throws has its job retried, with growing delay. */
	work<T extends object>(
		queue: string,
		concurrency: number,
		handler: (data: T, context: JobContext) => Promise<void>,
	): Promise<void>;
	/** Takes a job back that has not finished; a running handler's signal is aborted. */
	cancel(queue: string, key: string): Promise<void>;
	isRunning(): boolean;
	/** Stops taking jobs, aborts running ones and waits for their handlers to return. */
	close(): Promise<void>;
}
export interface QueueOptions {
	url: string;
	/** Names of all queues; created when missing. */
	queues: readonly string[];
	/** Only a process that works supervises: retries, deletes, watches heartbeats. */
	supervises: boolean;
	log: Log;
}

const HEARTBEAT_SECONDS = 10;
const RETRIES = 3;
const JOB_SECONDS = 2 * 60 * 60;
const STOP_TIMEOUT_MS = 20_000;

export async function createJobQueue({ url, queues, supervises, log }: QueueOptions): Promise<JobQueue> {
	const boss = new PgBoss({
		connectionString: url,
		application_name: 'forkpoint jobs',
		max: 4,
		supervise: supervises,
		superviseIntervalSeconds: 5,
		monitorIntervalSeconds: 5,
		schedule: false,
		useListenNotify: supervises,
	});
	boss.on('error', (error) => log.warn('job queue', { error }));
	await boss.start();
	for (const queue of queues) await ensureQueue(boss, queue);
	const stopping = new AbortController();
	const running = new Set<Promise<void>>();
	let isRunning = true;

	return {
		async send(queue, data, { key, tx }) {
			await boss.send(queue, data, { id: jobId(queue, key), ...(tx && { db: fromPrisma(tx) }) });
		},
		async work(queue, concurrency, handler) {
			await boss.work<Parameters<typeof handler>[0]>(
				queue,
				{ localConcurrency: concurrency, pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 2 },
				async ([job]) => {
					if (!job) return;
					const signal = AbortSignal.any([job.signal, stopping.signal]);
					const run = handler(job.data, { signal, retry: job.retryCount });
					const settled = run.catch(() => undefined);
					running.add(settled);
					await run
						.catch((error: unknown) => {
							log.warn('job failed', { queue, job: job.id, retry: job.retryCount, error });
							throw error;
						})
						.finally(() => running.delete(settled));
				},
			);
		},
		async cancel(queue, key) {
			await boss.cancel(queue, jobId(queue, key));
		},
		isRunning: () => isRunning,
		async close() {
			if (!isRunning) return;
			isRunning = false;
			stopping.abort();
			await Promise.all(running);
			await boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS });
		},
	};
}

async function ensureQueue(boss: PgBoss, name: string): Promise<void> {
	const settings = {
		retryLimit: RETRIES,
		retryDelay: 1,
		retryBackoff: true,
		retryDelayMax: 30,
		expireInSeconds: JOB_SECONDS,
		heartbeatSeconds: HEARTBEAT_SECONDS,
		notify: true,
	};
	if (await boss.getQueue(name)) await boss.updateQueue(name, settings);
	else await boss.createQueue(name, settings);
}

/** The key as a job's UUID: inserting it a second time does nothing. */
function jobId(queue: string, key: string): string {
	const hex = createHash('sha256').update(`${queue}\0${key}`).digest('hex');
	const variant = ((Number.parseInt(hex[16]!, 16) & 0x3) | 0x8).toString(16);
	return [
		hex.slice(0, 8),
		hex.slice(8, 12),
		`8${hex.slice(13, 16)}`,
		`${variant}${hex.slice(17, 20)}`,
		hex.slice(20, 32),
	].join('-');
}

import { afterEach, expect, it, vi } from 'vitest';
import { useTestDatabase } from '../../../../tests/test-database.ts';
import { inTransaction } from '../db/client.ts';
import { createLog } from '../log.ts';
import { createJobQueue, type JobQueue } from './queue.ts';

const db = useTestDatabase();
const opened: JobQueue[] = [];
const SOON = { timeout: 15_000 };

async function open(): Promise<JobQueue> {
	const log = createLog('silent');
	const queue = await createJobQueue({ url: db.current.url, queues: ['build'], supervises: true, log });
	opened.push(queue);
	return queue;
}
afterEach(async () => {
	await Promise.all(opened.splice(0).map((queue) => queue.close()));
});

it('runs a job once per key, however often it is sent', async () => {
	const queue = await open();
	const done: string[] = [];
	await queue.work<{ n: string }>('build', 2, async ({ n }) => void done.push(n));
	await Promise.all(['a', 'a', 'b', 'a'].map((n) => queue.send('build', { n }, { key: `once-${n}` })));
	await vi.waitFor(() => expect(done.sort()).toEqual(['a', 'b']), SOON);
	await queue.send('build', { n: 'a' }, { key: 'once-a' });
	await queue.send('build', { n: 'c' }, { key: 'once-c' });
	await vi.waitFor(() => expect(done).toContain('c'), SOON);
	expect(done.sort()).toEqual(['a', 'b', 'c']);
});

it('sends with the commit of a transaction, or not at all', async () => {
	const queue = await open();
	const done: string[] = [];
	const boom = new Error('boom');
	const rolledBack = inTransaction(db.current, async (tx) => {
		await queue.send('build', { n: 'lost' }, { key: 'tx-lost', tx });
		throw boom;
	});
	await expect(rolledBack).rejects.toBe(boom);
	await inTransaction(db.current, (tx) => queue.send('build', { n: 'kept' }, { key: 'tx-kept', tx }));
	await queue.work<{ n: string }>('build', 1, async ({ n }) => void done.push(n));
	await vi.waitFor(() => expect(done).toEqual(['kept']), SOON);
});

it('retries a job that threw', async () => {
	const queue = await open();
	const retries: number[] = [];
	await queue.work('build', 1, async (_data, { retry }) => {
		retries.push(retry);
		if (retry === 0) throw new Error('first try fails');
	});
	await queue.send('build', {}, { key: 'retry' });
	await vi.waitFor(() => expect(retries).toEqual([0, 1]), SOON);
});

it('aborts running jobs when it closes, and another instance goes on with them', async () => {
	const first = await open();
	const started = vi.fn();
	await first.work('build', 1, (_data, { signal }) => {
		started();
		return new Promise((_resolve, reject) =>
			signal.addEventListener('abort', () => reject(new Error('stopped'))),
		);
	});
	await first.send('build', {}, { key: 'handover' });
	await vi.waitFor(() => expect(started).toHaveBeenCalled(), SOON);
	await first.close();
	const second = await open();
	const finished = vi.fn();
	await second.work('build', 1, async () => finished());
	await vi.waitFor(() => expect(finished).toHaveBeenCalledTimes(1), SOON);
});

it('takes back a job that waits', async () => {
	const queue = await open();
	const done: string[] = [];
	await queue.send('build', { n: 'x' }, { key: 'cancelled' });
	await queue.cancel('build', 'cancelled');
	await queue.send('build', { n: 'y' }, { key: 'next' });
	await queue.work<{ n: string }>('build', 1, async ({ n }) => void done.push(n));
	await vi.waitFor(() => expect(done).toEqual(['y']), SOON);
});

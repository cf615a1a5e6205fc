import { afterEach, describe, expect, it, vi } from 'vitest';
import { createCompetitionRow } from '../../../../tests/rows.ts';
import { useTestDatabase } from '../../../../tests/test-database.ts';
import { createLog } from '../log.ts';
import { runOnce, startTick } from './tick.ts';

const db = useTestDatabase();
let now = Date.now();
const deps = () => ({ db: db.current, now: () => now, log: createLog('silent') });
const finish = async (id: string) => {
	await db.current.pool.query('UPDATE "Competition" SET "dueAt" = NULL WHERE id = $1', [id]);
};
const competition = (id: string, dueInMs: number | null) =>
	createCompetitionRow(db.current, {
		id,
		code: id,
		dueAt: dueInMs === null ? null : new Date(now + dueInMs),
	});

afterEach(async () => {
	await db.current.pool.query('DELETE FROM "Competition"');
});

describe('the tick', () => {
	it('hands over what is due and nothing else', async () => {
		await competition('past', -1);
		await competition('just', 0);
		await competition('future', 1_000);
		await competition('never', null);
		const onDue = vi.fn(finish);
		await runOnce(deps(), onDue);
		expect(onDue.mock.calls.flat().sort()).toEqual(['just', 'past']);
	});

	it('hands each competition to one of several instances', async () => {
		for (let i = 0; i < 60; i++) await competition(`c${i}`, -1);
		const onDue = vi.fn(finish);
		await Promise.all([1, 2, 3, 4].map(() => runOnce(deps(), onDue)));
		expect(new Set(onDue.mock.calls.flat()).size).toBe(60);
		expect(onDue).toHaveBeenCalledTimes(60);
	});

	it('tries again after the lease when a handler failed, and goes on with the others', async () => {
		await competition('bad', -2);
		await competition('good', -1);
		const onDue = vi.fn(async (id: string) => {
			if (id === 'bad') throw new Error('cannot');
			await finish(id);
		});
		await runOnce(deps(), onDue);
		await runOnce(deps(), onDue);
		expect(onDue.mock.calls.flat().sort()).toEqual(['bad', 'good']);
		now += 5_001;
		await runOnce(deps(), onDue);
		expect(onDue.mock.calls.flat().filter((id) => id === 'bad')).toHaveLength(2);
	});

	it('runs by itself until closed', async () => {
		await competition('due', -1);
		const onDue = vi.fn(finish);
		const tick = startTick(deps(), onDue);
		await vi.waitFor(() => expect(onDue).toHaveBeenCalledWith('due'), 5_000);
		await tick.close();
	});
});

// The clock that works when no browser is open: hands due competitions to their handler, on any number of instances.
import { setTimeout as delay } from 'node:timers/promises';
import { LIMITS } from '../../domain/limits.ts';
import type { Database } from '../db/client.ts';
import { claimDue } from '../db/due-repository.ts';
import { deleteEndedWindows } from '../db/rate-limit-repository.ts';
import { deleteExpired } from '../db/session-repository.ts';
import type { Log } from '../log.ts';

export interface TickDeps {
	db: Database;
	/** Epoch milliseconds. */
	now(): number;
	log: Log;
}
export interface Tick {
	close(): Promise<void>;
}

const LEASE_MS = 5_000;
const BATCH = 20;
const HOUSEKEEPING_MS = 10 * 60 * 1000;

/** `onDue` loads the competition, closes what is due and saves; throwing means it is tried again after the lease. */
export function startTick(deps: TickDeps, onDue: (competitionId: string) => Promise<void>): Tick {
	const stop = new AbortController();
	const loop = run();

	async function run(): Promise<void> {
		let cleanAt = deps.now();
		while (!stop.signal.aborted) {
			try {
				await runOnce(deps, onDue);
				if (deps.now() >= cleanAt) {
					cleanAt = deps.now() + HOUSEKEEPING_MS;
					await cleanUp(deps);
				}
			} catch (error) {
				if (!stop.signal.aborted) deps.log.warn('tick failed', { error });
			}
			await delay(LIMITS.round.tickMs, undefined, { signal: stop.signal, ref: false }).catch(() => undefined);
		}
	}
	return {
		async close() {
			stop.abort();
			await loop;
		},
	};
}

/** One pass: everything that is due now. One competition's failure does not hold up the others. */
export async function runOnce(
	deps: TickDeps,
	onDue: (competitionId: string) => Promise<void>,
): Promise<void> {
	for (;;) {
		const due = await claimDue(deps.db, new Date(deps.now()), LEASE_MS, BATCH);
		await Promise.all(
			due.map((competitionId) =>
				onDue(competitionId).catch((error: unknown) =>
					deps.log.error('due competition failed', { competitionId, error }),
				),
			),
		);
		if (due.length < BATCH) return;
	}
}

async function cleanUp({ db, now }: TickDeps): Promise<void> {
	const at = new Date(now());
	await deleteEndedWindows(db, at);
	await deleteExpired(db.prisma, at);
}

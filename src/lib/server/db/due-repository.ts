// Competitions whose clock has something to do, handed out to one instance at a time.
import type { Database } from './client.ts';

/**
 * Takes up to `limit` due competitions for `leaseMs`: other instances skip them, and they become due again when the
 * taker died. Whoever handles one saves the round, which sets the real next time.
 */
export async function claimDue(db: Database, now: Date, leaseMs: number, limit: number): Promise<string[]> {
	const { rows } = await db.pool.query<{ id: string }>(
		`UPDATE "Competition" SET "dueAt" = $2
		 WHERE id IN (
		   SELECT id FROM "Competition" WHERE "dueAt" <= $1 ORDER BY "dueAt" LIMIT $3 FOR UPDATE SKIP LOCKED
		 )
		 RETURNING id`,
		[now, new Date(now.getTime() + leaseMs), limit],
	);
	return rows.map((row) => row.id);
}

/** Sets the next time, unless the round was saved since `version`. */
export async function setDueAt(db: Database, id: string, version: number, dueAt: Date | null): Promise<void> {
	await db.pool.query('UPDATE "Competition" SET "dueAt" = $3 WHERE id = $1 AND version = $2', [
		id,
		version,
		dueAt,
	]);
}

// Counters in fixed windows, shared by every instance. One atomic statement per try.
import type { Database } from './client.ts';

export interface Hits {
	hits: number;
	windowEndAt: Date;
}

/** Counts one try and returns the count in the current window, including this one. */
export async function countHit(db: Database, key: string, now: Date, windowMs: number): Promise<Hits> {
	const { rows } = await db.pool.query<Hits>(
		`INSERT INTO "RateLimit" AS r (key, hits, "windowEndAt") VALUES ($1, 1, $2)
		 ON CONFLICT (key) DO UPDATE SET
		   hits = CASE WHEN r."windowEndAt" <= $3 THEN 1 ELSE r.hits + 1 END,
		   "windowEndAt" = CASE WHEN r."windowEndAt" <= $3 THEN EXCLUDED."windowEndAt" ELSE r."windowEndAt" END
		 RETURNING hits, "windowEndAt"`,
		[key, new Date(now.getTime() + windowMs), now],
	);
	return rows[0]!;
}

export async function forgetHits(db: Database, key: string): Promise<void> {
	await db.pool.query('DELETE FROM "RateLimit" WHERE key = $1', [key]);
}

export async function deleteEndedWindows(db: Database, now: Date): Promise<void> {
	await db.pool.query('DELETE FROM "RateLimit" WHERE "windowEndAt" <= $1', [now]);
}

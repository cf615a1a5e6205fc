// Allowed tries per key in a window. Keys are stored hashed: an address or e-mail is nobody's business in a backup.
import { countHit, forgetHits } from '../db/rate-limit-repository.ts';
import type { Database } from '../db/client.ts';
import { ok, refuse, type Result } from '../../domain/result.ts';
import { sha256 } from '../random.ts';

export interface Rate {
	tries: number;
	windowMs: number;
}
export interface RateLimitDeps {
	db: Database;
	/** Epoch milliseconds. */
	now(): number;
}

const keyOf = (action: string, subject: string): string => `${action}:${sha256(subject).slice(0, 32)}`;

/** Counts one try of `action` by `subject`; refuses with `retryAfterSeconds` once the window's tries are used up. */
export async function takeTry(
	deps: RateLimitDeps,
	action: string,
	subject: string,
	rate: Rate,
): Promise<Result<void, 'rate-limited'>> {
	const now = new Date(deps.now());
	const { hits, windowEndAt } = await countHit(deps.db, keyOf(action, subject), now, rate.windowMs);
	if (hits <= rate.tries) return ok(undefined);
	return refuse('rate-limited', {
		retryAfterSeconds: Math.ceil((windowEndAt.getTime() - now.getTime()) / 1000),
	});
}

/** After a success the earlier failures of the same subject no longer count. */
export const forgetTries = (deps: RateLimitDeps, action: string, subject: string): Promise<void> =>
	forgetHits(deps.db, keyOf(action, subject));

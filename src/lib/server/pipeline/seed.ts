// The seed of an entry's checks: secret per lock until the reveal, and the same for every attempt and every retry.
import { createHash } from 'node:crypto';

/** A positive 31-bit integer from the competition's secret seed and the lock's hash. */
export function checkSeed(secret: number, lockHash: string): number {
	const digest = createHash('sha256').update(`forkpoint checks\0${secret}\0${lockHash}`).digest();
	return digest.readUInt32BE(0) >>> 1 || 1;
}

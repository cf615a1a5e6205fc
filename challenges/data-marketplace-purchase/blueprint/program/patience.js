// Repeating calls that are safe to repeat: reads, overwrites, and effects that carry a ref.
import { call, sleep } from './rpc.js';

const ATTEMPTS = 12;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/** The service may answer differently later; whether the call was done is open after a timeout. */
export const mayWorkLater = (error) => error.kind === 'unavailable' || error.kind === 'timeout';

/** Calls until the service answers; throws what it refuses, or its last outage. */
export async function insist(method, params) {
	for (let attempt = 1; ; attempt++) {
		try {
			return await call(method, params);
		} catch (error) {
			if (!mayWorkLater(error) || attempt === ATTEMPTS) throw error;
			await sleep(Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_WAIT_MS));
		}
	}
}

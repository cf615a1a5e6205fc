// Publishes a compensating event when the owner cannot be credited, and closes the purchase as failed.
import { insist } from './patience.js';

export const RETRIES = 0;
export const WAIT_MS = 30_000;

/** The status the purchase is closed with, once whoever refunds has been asked to. */
export async function handleUnpaidOwner({ transactionId, amount }) {
	const ref = transactionId + '/compensation';
	await insist('events.publish', { type: 'purchase.compensation-required', transactionId, amount, ref });
	return 'failed';
}

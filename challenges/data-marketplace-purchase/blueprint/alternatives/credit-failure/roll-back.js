// Gives the debit back to the buyer when the owner cannot be credited.
import { refundBuyer } from './wallet.js';

export const RETRIES = 0;
export const WAIT_MS = 30_000;

/** The status the purchase is closed with, once the money is back. */
export async function handleUnpaidOwner(p) {
	await refundBuyer(p);
	return 'failed';
}

// The money moves first; one record says how it ended. A purchase that moved none leaves no record.
import { insist } from './patience.js';

export async function openRecord() {}

export async function closeRecord({ transactionId, buyerId, listingId, amount }, status, { paid }) {
	if (!paid) return;
	const record = { transactionId, buyerId, listingId, amount, status };
	await insist('transactions.record', { ...record, ref: transactionId + '/record' });
}

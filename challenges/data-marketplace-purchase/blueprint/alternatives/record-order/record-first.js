// The transaction is recorded as pending before any money moves, and updated when it is over.
import { insist } from './patience.js';

export async function openRecord({ transactionId, buyerId, listingId, amount }) {
	const record = { transactionId, buyerId, listingId, amount, status: 'pending' };
	await insist('transactions.record', { ...record, ref: transactionId + '/record' });
}

export async function closeRecord({ transactionId }, status) {
	await insist('transactions.update', { transactionId, status, ref: transactionId + '/' + status });
}

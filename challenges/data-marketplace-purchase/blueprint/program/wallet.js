// Money moves under a ref of its own per step, so a repeated call never moves it twice.
import { call, sleep } from './rpc.js';
import { insist, mayWorkLater } from './patience.js';

const DEBIT_RETRIES = 0;
const DEBIT_WAIT_MS = 1000;

export const debitRef = (transactionId) => transactionId + '/debit';
const creditRef = (p) => p.transactionId + '/credit';

/** Takes the price from the buyer. Resolves with null when it was taken, otherwise with the reason why not. */
export async function takePayment(p) {
	const params = { accountId: p.buyerId, amount: p.amount, transactionId: p.transactionId };
	return attempt('wallet.debit', { ...params, ref: debitRef(p.transactionId) }, DEBIT_RETRIES, DEBIT_WAIT_MS);
}

/** Credits the owner, `retries` times again while the service is down. Resolves with null or the reason why not. */
export async function payOwner(p, retries, waitMs) {
	const params = { accountId: p.ownerId, amount: p.amount, transactionId: p.transactionId };
	return attempt('wallet.credit', { ...params, ref: creditRef(p) }, retries, waitMs);
}

export async function refundBuyer(p) {
	const params = { accountId: p.buyerId, amount: p.amount, transactionId: p.transactionId };
	await insist('wallet.credit', { ...params, ref: p.transactionId + '/refund' });
}

/** Takes the money back from the owner. Resolves with false when the owner's wallet refuses. */
export async function takeBackFromOwner(p) {
	const params = { accountId: p.ownerId, amount: p.amount, transactionId: p.transactionId };
	try {
		await insist('wallet.debit', { ...params, ref: p.transactionId + '/take-back' });
		return true;
	} catch (error) {
		if (mayWorkLater(error)) throw error;
		return false;
	}
}

async function attempt(method, params, retries, waitMs) {
	for (let tried = 0; ; tried++) {
		try {
			await call(method, params);
			return null;
		} catch (error) {
			if (!mayWorkLater(error)) return error.message;
			if (tried >= retries) break;
			await sleep(waitMs);
		}
	}
	// Some attempt may have been carried out without our hearing of it.
	const { entry } = await insist('wallet.find', { ref: params.ref });
	return entry ? null : 'the wallet service does not answer';
}

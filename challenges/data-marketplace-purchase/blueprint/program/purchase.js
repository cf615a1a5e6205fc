// One purchase from request to answer. Every stage is written down before it is entered and can be entered again.
import { insist, mayWorkLater } from './patience.js';
import { advance, all, load } from './journal.js';
import { handleUnpaidOwner, RETRIES, WAIT_MS } from './credit-failure.js';
import { finished } from './extras.js';
import { holdMoney, inTurn, releaseMoney } from './funds.js';
import { isStillOnSale, wasWithdrawnMeanwhile } from './listing.js';
import { resumeTelling, tell, TELLS_FIRST } from './notifications.js';
import { closeRecord, openRecord } from './record.js';
import { keyOf, mayTryAgain } from './same-request.js';
import { payOwner, refundBuyer, takeBackFromOwner, takePayment } from './wallet.js';

const running = new Map();

/** Answers one request; two requests for the same purchase share one answer. */
export function purchase(params, deliveryId) {
	if (
		![params.buyerId, params.listingId, params.requestId].every((id) => typeof id === 'string' && id !== '')
	)
		return { status: 'rejected', reason: 'buyerId, listingId and requestId must be strings' };
	const key = keyOf(params, deliveryId);
	return once(key, () => inTurn(params.buyerId, () => begin(key, params, deliveryId)));
}

/** Takes up every purchase that a crash interrupted. */
export async function recover() {
	const purchases = await all();
	const open = purchases.filter((p) => !p.answer);
	await Promise.all(open.map((p) => once(p.key, () => inTurn(p.buyerId, () => carryOut(p)))));
	for (const p of purchases.filter((p) => p.answer)) resumeTelling(p);
	return null;
}

function once(key, work) {
	const under = running.get(key);
	if (under) return under;
	const started = work().finally(() => running.delete(key));
	running.set(key, started);
	return started;
}

async function begin(key, { buyerId, listingId }, deliveryId) {
	const known = await load(key);
	// The same message delivered again after a crash is never another attempt.
	if (known?.answer && (known.deliveryId === deliveryId || !mayTryAgain(known.answer))) return known.answer;
	if (known && !known.answer) return carryOut(known);
	const attempt = (known?.attempt ?? 0) + 1;
	let listing;
	try {
		listing = await insist('listing.get', { listingId });
	} catch (error) {
		return { status: 'rejected', reason: error.message };
	}
	if (listing.status !== 'published') return { status: 'rejected', reason: 'the listing is not published' };
	const transactionId = key + '/' + attempt;
	const { ownerId, price: amount } = listing;
	const p = {
		key,
		deliveryId,
		attempt,
		transactionId,
		buyerId,
		listingId,
		ownerId,
		amount,
		answer: null,
	};
	await advance(p, 'approved');
	return carryOut(p);
}

async function carryOut(p) {
	if (p.stage === 'approved') {
		const refusal = await holdMoney(p);
		if (refusal) return end(p, 'rejected', refusal);
		await openRecord(p);
		if (!(await isStillOnSale(p))) await advance(p, 'withdrawn');
		else await advance(p, 'paying');
	}
	if (p.stage === 'paying') {
		const refusal = await takePayment(p);
		p.reason = refusal;
		await advance(p, refusal ? 'refused' : 'paid');
	}
	if (p.stage === 'withdrawn' || p.stage === 'refused') return closeUnpaid(p);
	if (p.stage === 'paid') {
		await releaseMoney(p);
		await advance(p, (await wasWithdrawnMeanwhile(p)) ? 'refunding' : 'paying-owner');
	}
	if (p.stage === 'paying-owner') {
		const refusal = await payOwner(p, RETRIES, WAIT_MS);
		if (refusal === null) return complete(p);
		await advance(p, 'owner-unpaid');
	}
	if (p.stage === 'owner-unpaid') return close(p, await handleUnpaidOwner(p), 'the owner could not be paid');
	if (p.stage === 'taking-back') return takeBack(p);
	return refund(p, 'the listing was withdrawn');
}

async function closeUnpaid(p) {
	await releaseMoney(p);
	await closeRecord(p, 'failed', { paid: false });
	return end(p, 'rejected', p.reason ?? 'the listing was withdrawn');
}

async function complete(p) {
	if (TELLS_FIRST && !(await tell(p, 'purchase.completed'))) {
		await advance(p, 'taking-back');
		return takeBack(p);
	}
	await closeRecord(p, 'completed', { paid: true });
	if (!TELLS_FIRST) await tell(p, 'purchase.completed');
	return end(p, 'completed');
}

async function takeBack(p) {
	if (await takeBackFromOwner(p)) return refund(p, 'the people concerned could not be told');
	await closeRecord(p, 'completed', { paid: true });
	return end(p, 'completed', 'the owner could not be debited again');
}

async function refund(p, reason) {
	await refundBuyer(p);
	return close(p, 'failed', reason);
}

/** A purchase that took money and did not complete: the record says where it is, the people are told. */
async function close(p, status, reason) {
	await closeRecord(p, status, { paid: true });
	await tell(p, 'purchase.' + status);
	return end(p, status, reason);
}

async function end(p, status, reason) {
	p.answer = { status, transactionId: p.transactionId, ...(reason && { reason }) };
	await finished(p).catch((error) => {
		if (!mayWorkLater(error)) throw error;
	});
	await advance(p, 'done');
	return p.answer;
}

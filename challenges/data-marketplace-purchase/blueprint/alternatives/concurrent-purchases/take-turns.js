// One purchase per buyer at a time: the next one starts when the one before is over.
import { insist, mayWorkLater } from './patience.js';

const queues = new Map();

export function inTurn(buyerId, work) {
	const before = queues.get(buyerId) ?? Promise.resolve();
	const turn = before.then(work);
	queues.set(
		buyerId,
		turn.catch(() => {}),
	);
	return turn;
}

/** Resolves with null when the balance is enough, otherwise with the reason why not. */
export async function holdMoney(p) {
	try {
		const { balance } = await insist('wallet.balance', { accountId: p.buyerId });
		return balance < p.amount ? 'there is not enough money' : null;
	} catch (error) {
		if (mayWorkLater(error)) throw error;
		return error.message;
	}
}

export async function releaseMoney() {}

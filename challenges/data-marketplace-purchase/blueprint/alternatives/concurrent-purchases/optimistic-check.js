// The balance is checked, nothing is reserved; when two purchases meet, the wallet refuses the later debit.
import { insist, mayWorkLater } from './patience.js';

/** Resolves with null when the balance is enough at this moment, otherwise with the reason why not. */
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

export const inTurn = (buyerId, work) => work();

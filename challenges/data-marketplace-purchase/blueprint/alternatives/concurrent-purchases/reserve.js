// The first purchase reserves its money in the store; a later one sees only what is left.
import { insist, mayWorkLater } from './patience.js';
import { debitRef } from './wallet.js';

const holdsKey = (buyerId) => 'hold/' + buyerId;

/** Resolves with null once the money is reserved, otherwise with the reason why not. */
export async function holdMoney(p) {
	return change(p.buyerId, async (holds) => {
		if (p.transactionId in holds) return null;
		let free = (await insist('wallet.balance', { accountId: p.buyerId })).balance;
		for (const [transactionId, amount] of Object.entries(holds)) {
			// A reservation whose debit was carried out is already gone from the balance.
			const { entry } = await insist('wallet.find', { ref: debitRef(transactionId) });
			if (!entry) free -= amount;
		}
		if (free < p.amount) return 'there is not enough money';
		holds[p.transactionId] = p.amount;
		return null;
	}).catch((error) => {
		if (mayWorkLater(error)) throw error;
		return error.message;
	});
}

export async function releaseMoney(p) {
	await change(p.buyerId, async (holds) => {
		delete holds[p.transactionId];
		return null;
	});
}

/** Changes a buyer's reservations; starts again when another purchase changed them meanwhile. */
async function change(buyerId, edit) {
	for (;;) {
		const { value, version } = await insist('store.get', { key: holdsKey(buyerId) });
		const holds = { ...value };
		const refusal = await edit(holds);
		if (refusal || JSON.stringify(holds) === JSON.stringify(value ?? {})) return refusal;
		try {
			await insist('store.put', { key: holdsKey(buyerId), value: holds, ifVersion: version });
			return null;
		} catch (error) {
			if (error.kind !== 'conflict') throw error;
		}
	}
}

export const inTurn = (buyerId, work) => work();

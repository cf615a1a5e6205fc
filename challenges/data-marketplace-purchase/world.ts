// The world of the dataset purchase: listings, wallets, transaction records, events and notifications.
import { opaque, Refuse, rng, type Method, type Params, type World } from '#lib/server/verify/world/kit.ts';

export const STATUSES = ['pending', 'completed', 'failed', 'parked'] as const;
export const KINDS = ['purchase.completed', 'purchase.failed', 'purchase.parked'] as const;

export interface Listing {
	listingId: string;
	ownerId: string;
	price: number;
	status: 'published' | 'withdrawn';
}
/** `amount` is signed: what the account gained. */
export interface Entry {
	ref: unknown;
	accountId: string;
	amount: number;
	transactionId: string;
}
export interface Transaction {
	transactionId: string;
	buyerId: string;
	listingId: string;
	amount: number;
	status: string;
}
/** A notification with what was true at that moment. */
export interface Notice {
	to: string;
	kind: string;
	transactionId: string;
	status: string | null;
	entries: number;
}
export interface PublishedEvent {
	type: string;
	transactionId: string;
	amount: number;
}
export interface Names {
	buyer: string;
	owner: string;
	otherOwner: string;
	listing: string;
	other: string;
	withdrawn: string;
	nowhere: string;
	nobody: string;
	price: number;
	otherPrice: number;
}
export interface Market {
	names: Names;
	/** The buyer's money at the start. */
	money: number;
	wallets: Map<string, number>;
	listings: Map<string, Listing>;
	entries: Entry[];
	transactions: Map<string, Transaction>;
	notices: Notice[];
	events: PublishedEvent[];
	/** What was false at some moment, noted when it happened. */
	broken: Set<string>;
	ownerClosed: boolean;
	/** The first listing is withdrawn right after it was read this often. */
	withdrawAfterReads: number;
	listingReads: number;
}

/** Ids and amounts come from the seed alone, and no id tells what it stands for. */
export function names(seed: number): Names {
	const next = rng(seed);
	const price = 100 + Math.floor(next() * 900);
	const id = (what: string): string => opaque(seed, what);
	return {
		buyer: id('buyer'),
		owner: id('owner'),
		otherOwner: id('other owner'),
		listing: id('listing'),
		other: id('other listing'),
		withdrawn: id('withdrawn listing'),
		nowhere: id('no listing'),
		nobody: id('no account'),
		price,
		otherPrice: price + 1 + Math.floor(next() * 20),
	};
}

function create(seed: number, setup: Params = {}): Market {
	const n = names(seed);
	const purchases = typeof setup.purchases === 'number' ? setup.purchases : 5.5;
	const money = Math.floor(n.otherPrice * purchases);
	const listing = (
		listingId: string,
		ownerId: string,
		price: number,
		status: Listing['status'],
	): [string, Listing] => [listingId, { listingId, ownerId, price, status }];
	return {
		names: n,
		money,
		wallets: new Map([
			[n.buyer, money],
			[n.owner, 0],
			[n.otherOwner, 0],
		]),
		listings: new Map([
			listing(n.listing, n.owner, n.price, 'published'),
			listing(n.other, n.otherOwner, n.otherPrice, 'published'),
			listing(n.withdrawn, n.owner, n.price, 'withdrawn'),
		]),
		entries: [],
		transactions: new Map(),
		notices: [],
		events: [],
		broken: new Set(),
		ownerClosed: setup.ownerClosed === true,
		withdrawAfterReads: typeof setup.withdrawAfterReads === 'number' ? setup.withdrawAfterReads : Infinity,
		listingReads: 0,
	};
}

function text(params: Params, key: string): string {
	const value = params[key];
	if (typeof value !== 'string' || value === '') throw new Refuse('bad_request', `${key} must be a string`);
	return value;
}

function amountOf(params: Params): number {
	const value = params.amount;
	if (typeof value !== 'number' || !Number.isSafeInteger(value) || value <= 0)
		throw new Refuse('bad_request', 'amount must be a positive integer');
	return value;
}

function oneOf(params: Params, key: string, allowed: readonly string[]): string {
	const value = text(params, key);
	if (!allowed.includes(value))
		throw new Refuse('bad_request', `${key} must be one of ${allowed.join(', ')}`);
	return value;
}

function found<T>(value: T | undefined, what: string): T {
	if (value === undefined) throw new Refuse('not_found', `no such ${what}`);
	return value;
}

function move(state: Market, params: Params, sign: 1 | -1): { balance: number } {
	const accountId = text(params, 'accountId');
	const amount = amountOf(params);
	const transactionId = text(params, 'transactionId');
	const before = found(state.wallets.get(accountId), 'account');
	if (sign < 0 && before < amount) throw new Refuse('rejected', 'the balance is too low');
	if (sign > 0 && state.ownerClosed && accountId === state.names.owner)
		throw new Refuse('rejected', 'the account is closed');
	const balance = before + sign * amount;
	state.wallets.set(accountId, balance);
	state.entries.push({ ref: params.ref ?? null, accountId, amount: sign * amount, transactionId });
	return { balance };
}

const listingGet: Method<Market> = (state, params) => {
	const listing = found(state.listings.get(text(params, 'listingId')), 'listing');
	const seen = { ...listing };
	if (listing.listingId === state.names.listing && ++state.listingReads >= state.withdrawAfterReads)
		listing.status = 'withdrawn';
	return seen;
};

const walletFind: Method<Market> = (state, params) => {
	if (params.ref === undefined || params.ref === null) throw new Refuse('bad_request', 'ref is missing');
	const entry = state.entries.findLast((e) => e.ref === params.ref);
	if (!entry) return { entry: null };
	const { amount, ...rest } = entry;
	return { entry: { ...rest, amount: Math.abs(amount), kind: amount < 0 ? 'debit' : 'credit' } };
};

const record: Method<Market> = (state, params) => {
	const transaction: Transaction = {
		transactionId: text(params, 'transactionId'),
		buyerId: text(params, 'buyerId'),
		listingId: text(params, 'listingId'),
		amount: amountOf(params),
		status: oneOf(params, 'status', STATUSES),
	};
	if (state.transactions.has(transaction.transactionId)) throw new Refuse('conflict', 'recorded before');
	state.transactions.set(transaction.transactionId, transaction);
	return {};
};

const update: Method<Market> = (state, params) => {
	const transaction = found(state.transactions.get(text(params, 'transactionId')), 'transaction');
	transaction.status = oneOf(params, 'status', STATUSES);
	return {};
};

const publish: Method<Market> = (state, params) => {
	const event = {
		type: text(params, 'type'),
		transactionId: text(params, 'transactionId'),
		amount: amountOf(params),
	};
	state.events.push(event);
	return {};
};

const notify: Method<Market> = (state, params) => {
	const transactionId = text(params, 'transactionId');
	state.notices.push({
		to: text(params, 'to'),
		kind: oneOf(params, 'kind', KINDS),
		transactionId,
		status: state.transactions.get(transactionId)?.status ?? null,
		entries: state.entries.length,
	});
	return {};
};

/** Money that was taken and is in no wallet; never below zero. */
export const held = (state: Market): number => -state.entries.reduce((sum, e) => sum + e.amount, 0);

export const market: World<Market> = {
	create,
	reads: {
		'listing.get': listingGet,
		'wallet.balance': (state, params) => ({
			balance: found(state.wallets.get(text(params, 'accountId')), 'account'),
		}),
		'wallet.find': walletFind,
		'transactions.get': (state, params) => ({
			...found(state.transactions.get(text(params, 'transactionId')), 'transaction'),
		}),
	},
	effects: {
		'wallet.debit': (state, params) => move(state, params, -1),
		'wallet.credit': (state, params) => move(state, params, 1),
		'transactions.record': record,
		'transactions.update': update,
		'events.publish': publish,
		notify,
	},
	observe(state) {
		if (held(state) < 0) state.broken.add('more money was paid out than had been taken in');
	},
};

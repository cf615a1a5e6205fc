// Which alternative does a program implement? Each probe returns a value with parameters; alternatives are predicates on it.
import type { Fingerprint, Measured, ProbeContext } from '#lib/server/verify/runtime.ts';
import { RESTART, type Run, type Send } from '#lib/server/verify/world/kit.ts';
import {
	always,
	buy,
	buyerDebits,
	callsOf,
	compensations,
	ownerCredit,
	spent,
	statusOf,
	type SeenCall,
} from './scenarios.ts';
import { names, type Market } from './world.ts';

type Context = ProbeContext<Market>;
/** Attempts after which a program is taken to try for ever. */
const ENDLESS = 40;

/** Milliseconds between attempts, from the answer to one to the next being asked for. */
const waitsOf = (tries: readonly SeenCall[]): number[] =>
	tries.slice(1).map((call, i) => call.asked - (tries[i]?.t ?? 0));
/** The mean wait in whole seconds: what a call costs and how a program rounds do not count, growing does. */
const seconds = (waits: readonly number[]): number =>
	Math.round(waits.reduce((sum, wait) => sum + wait, 0) / Math.max(1, waits.length) / 1000);
const growing = (waits: readonly number[]): boolean =>
	waits.length > 1 && (waits.at(-1) ?? 0) > (waits[0] ?? 0) * 1.5 + 100;
const rhythm = (waits: readonly number[]): string =>
	waits.length === 0
		? ''
		: ` (${growing(waits) ? 'growing waits from' : 'every'} ${(waits[0] ?? 0) / 1000} s)`;
const times = (n: number | 'endless'): string =>
	n === 'endless' ? 'endlessly' : n === 1 ? 'once' : `${n} times`;
const ended = (run: Run<Market>): string =>
	run.outcome === 'quiet' ? 'ended quietly' : `${run.outcome}: ${run.detail}`;

export interface CreditFailure {
	retries: number | 'endless';
	/** Milliseconds. */
	waits: number[];
	then:
		'park' | 'roll-back' | 'compensating-event' | 'close-failed' | 'claims-completed' | 'abandon' | 'go-on';
}

async function measureCredit({ seed, run }: Context): Promise<Measured<CreditFailure>> {
	const r = await run({ sends: [buy(seed, 'a')], faults: [ownerCredit(seed, 'unavailable', ENDLESS)] });
	const n = names(seed);
	const tries = callsOf(r, 'wallet.credit').filter((call) => call.params.accountId === n.owner);
	if (tries.length === 0)
		return { unknown: `it never tried to credit the owner; the run ${ended(r)}`, trace: r.trace };
	const endless = tries.length >= ENDLESS;
	const retries = endless ? 'endless' : tries.length - 1;
	return {
		value: { retries, waits: waitsOf(tries.slice(0, ENDLESS)), then: endless ? 'go-on' : creditEnd(r) },
		trace: r.trace,
	};
}

function creditEnd(r: Run<Market>): CreditFailure['then'] {
	const t = [...r.state.transactions.values()][0];
	if (buyerDebits(r) > 0 && spent(r) === 0) return 'roll-back';
	if (t?.status === 'parked') return 'park';
	if (t?.status === 'failed') return compensations(r).length > 0 ? 'compensating-event' : 'close-failed';
	return t?.status === 'completed' ? 'claims-completed' : 'abandon';
}

const finite = (retries: number | 'endless'): Record<string, number> =>
	retries === 'endless' ? {} : { retries };

const THEN: Record<CreditFailure['then'], string> = {
	park: 'parks the money',
	'roll-back': 'gives the money back to the buyer',
	'compensating-event': 'publishes an event and closes the purchase as failed',
	'close-failed': 'closes the purchase as failed; the money stays away',
	'claims-completed': 'claims that the purchase completed',
	abandon: 'leaves the purchase unfinished',
	'go-on': 'never gives up',
};

const creditFailure: Fingerprint<Market, CreditFailure> = {
	choicePointId: 'credit-failure',
	measure: measureCredit,
	alternatives: {
		'retry-then-park': {
			matches: (v) => v.then === 'park' && v.retries !== 0,
			parameters: (v) => ({ ...finite(v.retries), wait: seconds(v.waits) }),
		},
		'roll-back': { matches: (v) => v.then === 'roll-back', parameters: (v) => finite(v.retries) },
		'compensate-and-close': {
			matches: (v) => v.then === 'compensating-event',
			parameters: (v) => finite(v.retries),
		},
	},
	summary: (v) =>
		v.retries === 0
			? `When the owner cannot be credited it does not retry and ${THEN[v.then]}.`
			: `When the owner cannot be credited it retries ${times(v.retries)}${rhythm(v.waits)} and ${THEN[v.then]}.`,
};

export interface SameRequest {
	same: 'request-id' | 'buyer-and-listing' | 'always-new';
	/** The reading also holds for two requests at once, and after a restart; null where there is nothing to hold. */
	atOnce: boolean | null;
	afterRestart: boolean | null;
}

async function measureSame({ seed, run }: Context): Promise<Measured<SameRequest>> {
	const debits = async (...more: Send[]): Promise<Run<Market>> => run({ sends: [buy(seed, 'a'), ...more] });
	const restart = { id: 'r', method: RESTART, params: {}, after: 'a' };
	const otherId = await debits(buy(seed, 'b', { after: 'a', at: 5000 }));
	const sameId = await debits(buy(seed, 'b', { request: 'a', after: 'a', at: 5000 }));
	for (const r of [otherId, sameId])
		if (r.outcome !== 'quiet' || buyerDebits(r) === 0)
			return { unknown: `two purchases could not be carried out; the run ${ended(r)}`, trace: r.trace };
	// A repeated id is also a repeated pair: the pair decides first.
	const same =
		buyerDebits(otherId) === 1
			? 'buyer-and-listing'
			: buyerDebits(sameId) === 1
				? 'request-id'
				: 'always-new';
	if (same === 'always-new')
		return { value: { same, atOnce: null, afterRestart: null }, trace: sameId.trace };
	const request = same === 'request-id' ? { request: 'a' } : {};
	const atOnce = await debits(buy(seed, 'b', request));
	const later = await debits(restart, buy(seed, 'b', { ...request, after: 'r' }));
	const value = { same, atOnce: buyerDebits(atOnce) === 1, afterRestart: buyerDebits(later) === 1 } as const;
	return { value, trace: (same === 'request-id' ? sameId : otherId).trace };
}

const SAME: Record<SameRequest['same'], string> = {
	'request-id': 'Two requests with the same request id are one purchase',
	'buyer-and-listing': 'One buyer buys one listing once, whatever the request id',
	'always-new': 'Every request is a new purchase',
};
const gaps = (v: SameRequest): string => {
	const missing = [
		v.atOnce === false ? 'when they come at once' : '',
		v.afterRestart === false ? 'after a restart' : '',
	];
	const said = missing.filter((part) => part !== '').join(' or ');
	return said ? `, but not ${said}` : '';
};

const sameRequest: Fingerprint<Market, SameRequest> = {
	choicePointId: 'same-request',
	measure: measureSame,
	alternatives: {
		'request-id': { matches: (v) => v.same === 'request-id' },
		'buyer-and-listing': { matches: (v) => v.same === 'buyer-and-listing' },
		'always-new': { matches: (v) => v.same === 'always-new' },
	},
	summary: (v) => `${SAME[v.same]}${gaps(v)}.`,
};

export interface RecordOrder {
	first: 'record' | 'money' | 'together' | 'never-recorded';
	recordedAs: string;
	/** Status changes after the first record. */
	updates: number;
}

async function measureOrder({ seed, run }: Context): Promise<Measured<RecordOrder>> {
	const r = await run({ sends: [buy(seed, 'a')] });
	const debit = callsOf(r, 'wallet.debit').find((call) => call.done);
	const record = callsOf(r, 'transactions.record').find((call) => call.done);
	if (!debit) return { unknown: `it never debited the buyer; the run ${ended(r)}`, trace: r.trace };
	const updates = callsOf(r, 'transactions.update').length;
	if (!record) return { value: { first: 'never-recorded', recordedAs: '', updates }, trace: r.trace };
	const first = record.t <= debit.asked ? 'record' : debit.t <= record.asked ? 'money' : 'together';
	return { value: { first, recordedAs: String(record.params.status), updates }, trace: r.trace };
}

const ORDER: Record<RecordOrder['first'], string> = {
	record: 'It records the transaction before it debits the buyer',
	money: 'It debits the buyer before it records the transaction',
	together: 'It asks for the record and the debit at the same time',
	'never-recorded': 'It never records the transaction',
};

const recordOrder: Fingerprint<Market, RecordOrder> = {
	choicePointId: 'record-order',
	measure: measureOrder,
	alternatives: {
		'record-first': { matches: (v) => v.first === 'record' && v.recordedAs === 'pending' },
		'money-first': { matches: (v) => v.first === 'money' },
	},
	summary: (v) => `${ORDER[v.first]}${v.recordedAs ? `, first as ${v.recordedAs}` : ''}.`,
};

export interface NotificationFailure {
	retries: number | 'endless';
	waits: number[];
	purchase: 'stands' | 'fails' | 'unfinished';
	/** Whether the client had its answer before the last attempt. */
	answeredFirst: boolean;
}

async function measureNotification({ seed, run }: Context): Promise<Measured<NotificationFailure>> {
	const n = names(seed);
	const down = [n.buyer, n.owner].map((to) => ({
		...always('notify', 'unavailable', { to }),
		times: ENDLESS,
	}));
	const r = await run({ sends: [buy(seed, 'a')], faults: down });
	const tries = [n.buyer, n.owner]
		.map((to) =>
			callsOf(r, 'notify').filter((c) => c.params.to === to && c.params.kind === 'purchase.completed'),
		)
		.sort((a, b) => b.length - a.length)[0];
	if (!tries || tries.length === 0)
		return { unknown: `it told nobody that the purchase completed; the run ${ended(r)}`, trace: r.trace };
	const t = [...r.state.transactions.values()][0];
	const answered = r.trace.find((line) => line.what === 'reply')?.t ?? Infinity;
	const value: NotificationFailure = {
		retries: tries.length >= ENDLESS ? 'endless' : tries.length - 1,
		waits: waitsOf(tries.slice(0, ENDLESS)),
		purchase: t?.status === 'completed' ? 'stands' : t?.status === 'failed' ? 'fails' : 'unfinished',
		answeredFirst: answered < (tries.at(-1)?.asked ?? 0),
	};
	return { value, trace: r.trace };
}

const notificationFailure: Fingerprint<Market, NotificationFailure> = {
	choicePointId: 'notification-failure',
	measure: measureNotification,
	alternatives: {
		'never-blocks': { matches: (v) => v.purchase === 'stands' && v.retries === 0 },
		'retry-later': {
			matches: (v) => v.purchase === 'stands' && v.retries !== 0,
			parameters: (v) => ({ ...finite(v.retries), wait: seconds(v.waits) }),
		},
		'fails-purchase': { matches: (v) => v.purchase === 'fails' },
	},
	summary: (v) =>
		`When nobody can be told it ${v.retries === 0 ? 'does not retry' : `retries ${times(v.retries)}${rhythm(v.waits)}`}; the purchase ${v.purchase === 'unfinished' ? 'stays unfinished' : v.purchase}.`,
};

export interface Concurrency {
	second: 'refused-early' | 'waited' | 'raced';
	/** The balance was read before a debit was tried. */
	balanceRead: boolean;
	winner: 'first' | 'second' | 'both' | 'none';
}

/** The debit of the first purchase takes five seconds; what does the second one do meanwhile? */
async function measureConcurrency({ seed, run }: Context): Promise<Measured<Concurrency>> {
	const n = names(seed);
	const sends = [buy(seed, 'a'), buy(seed, 'b', { listing: n.other, at: 500 })];
	const faults = [{ method: 'wallet.debit', nth: 1, kind: 'slow' as const, ms: 5000 }];
	const r = await run({ setup: { purchases: 1.5 }, sends, faults });
	const debits = callsOf(r, 'wallet.debit').filter((call) => call.params.accountId === n.buyer);
	const slow = debits.find((call) => call.faulty);
	if (!slow) return { unknown: `it never debited the buyer; the run ${ended(r)}`, trace: r.trace };
	const raced = debits.some((call) => !call.faulty && call.asked < slow.t);
	const answered =
		r.trace.find((line) => line.what === 'reply' && isFor(line.params, n.other))?.t ?? Infinity;
	const won = (id: string): boolean => statusOf(r, id) === 'completed';
	const value: Concurrency = {
		second: raced ? 'raced' : answered < slow.t ? 'refused-early' : 'waited',
		balanceRead: callsOf(r, 'wallet.balance').some((call) => call.asked <= slow.asked),
		winner: won('a') ? (won('b') ? 'both' : 'first') : won('b') ? 'second' : 'none',
	};
	return { value, trace: r.trace };
}

const isFor = (params: unknown, listingId: string): boolean =>
	typeof params === 'object' && params !== null && 'listingId' in params && params.listingId === listingId;

const SECOND: Record<Concurrency['second'], string> = {
	'refused-early': 'the second is refused before it tries a debit',
	waited: 'the second waits until the first is through',
	raced: 'the second tries its debit at once and the wallet decides',
};

const concurrent: Fingerprint<Market, Concurrency> = {
	choicePointId: 'concurrent-purchases',
	measure: measureConcurrency,
	alternatives: {
		reserve: { matches: (v) => v.second === 'refused-early' },
		'optimistic-check': { matches: (v) => v.second === 'raced' },
		'take-turns': { matches: (v) => v.second === 'waited' },
	},
	summary: (v) =>
		`With money for one of two purchases ${SECOND[v.second]}${v.balanceRead ? '; it reads the balance first' : ''}.`,
};

export interface Withdrawal {
	then: 'sold' | 'refused-before-debit' | 'refunded' | 'unfinished';
}

async function measureWithdrawal({ seed, run }: Context): Promise<Measured<Withdrawal>> {
	const r = await run({ setup: { withdrawAfterReads: 1 }, sends: [buy(seed, 'a')] });
	if (callsOf(r, 'listing.get').length === 0)
		return { unknown: `it never read the listing; the run ${ended(r)}`, trace: r.trace };
	if (r.outcome !== 'quiet') return { unknown: `the run ${ended(r)}`, trace: r.trace };
	const status = statusOf(r, 'a');
	if (status === 'completed') return { value: { then: 'sold' }, trace: r.trace };
	if (buyerDebits(r) === 0) return { value: { then: 'refused-before-debit' }, trace: r.trace };
	return { value: { then: spent(r) === 0 ? 'refunded' : 'unfinished' }, trace: r.trace };
}

const WITHDRAWAL: Record<Withdrawal['then'], string> = {
	sold: 'A listing withdrawn after it was first read is still sold',
	'refused-before-debit': 'A listing withdrawn after it was first read is refused before the debit',
	refunded: 'A listing withdrawn after it was first read is paid for and refunded',
	unfinished: 'A listing withdrawn after it was first read leaves the money away',
};

const withdrawn: Fingerprint<Market, Withdrawal> = {
	choicePointId: 'listing-withdrawn',
	measure: measureWithdrawal,
	alternatives: {
		'recheck-before-payment': { matches: (v) => v.then === 'refused-before-debit' },
		'honour-request': { matches: (v) => v.then === 'sold' },
		'refund-after-payment': { matches: (v) => v.then === 'refunded' },
	},
	summary: (v) => `${WITHDRAWAL[v.then]}.`,
};

export const fingerprints: readonly Fingerprint<Market>[] = [
	creditFailure,
	sameRequest,
	recordOrder,
	notificationFailure,
	concurrent,
	withdrawn,
] as readonly Fingerprint<Market>[];

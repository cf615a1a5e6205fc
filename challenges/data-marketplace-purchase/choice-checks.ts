// Checks that hold only for authors who chose the reading they test.
import type { Check, Chosens } from '#lib/server/verify/runtime.ts';
import { RESTART, type Run, type Send } from '#lib/server/verify/world/kit.ts';
import {
	always,
	buy,
	buyerDebits,
	callsOf,
	compensations,
	completed,
	expect,
	ownerCredit,
	spent,
	statusOf,
	transactionOf,
} from './scenarios.ts';
import { names, type Market } from './world.ts';

const only = (
	choicePointId: string,
	alternativeIds: readonly string[],
	check: Omit<Check<Market>, 'when' | 'cites'>,
): Check<Market> => ({
	...check,
	cites: alternativeIds.map((alternativeId) => ({ kind: 'alternative', choicePointId, alternativeId })),
	when: { choicePointId, alternativeIds },
});
const parameter = (chosen: Chosens, point: string, id: string): number => chosen[point]?.parameters[id] ?? 0;

const creditFailure = [
	only('credit-failure', ['retry-then-park'], {
		id: 'parks',
		title: 'When the owner cannot be paid, the money ends parked',
		async play({ seed, run }) {
			const r = await run({ sends: [buy(seed, 'a')], faults: [ownerCredit(seed, 'unavailable')] });
			const parked = [...r.state.transactions.values()].filter((t) => t.status === 'parked').length;
			return [
				...expect(parked === 1, 'no transaction is parked'),
				...expect(spent(r) === names(seed).price, 'the money is not held'),
			];
		},
	}),
	only('credit-failure', ['roll-back'], {
		id: 'rolls-back',
		title: 'When the owner cannot be paid, the buyer has the money back',
		async play({ seed, run }) {
			const r = await run({ sends: [buy(seed, 'a')], faults: [ownerCredit(seed, 'unavailable')] });
			return [
				...expect(completed(r) === 0, 'completed without paying the owner'),
				...expect(buyerDebits(r) > 0 && spent(r) === 0, `the buyer is still short of ${spent(r)}`),
			];
		},
	}),
	only('credit-failure', ['compensate-and-close'], {
		id: 'compensates',
		title:
			'When the owner cannot be paid, a compensating event is published once and the purchase is closed as failed',
		async play({ seed, run }) {
			const r = await run({ sends: [buy(seed, 'a')], faults: [ownerCredit(seed, 'unavailable')] });
			const { price } = names(seed);
			const announced = compensations(r).filter((event) => event.params.amount === price).length;
			const failed = [...r.state.transactions.values()].some((t) => t.status === 'failed');
			return [
				...expect(announced === 1, `${announced} events announce the amount`),
				...expect(failed, 'the transaction is not closed as failed'),
				...expect(spent(r) === price, 'the money was moved as well'),
			];
		},
	}),
	only('credit-failure', ['retry-then-park', 'roll-back', 'compensate-and-close'], {
		id: 'retries-as-often-as-decided',
		title: 'A credit that works at the last decided attempt completes the purchase',
		async play({ seed, run, chosen }) {
			const retries = parameter(chosen, 'credit-failure', 'retries');
			const faults = retries > 0 ? [ownerCredit(seed, 'unavailable', retries)] : [];
			const r = await run({ sends: [buy(seed, 'a')], faults });
			return expect(completed(r) === 1, `gave up before ${retries} retries`);
		},
	}),
];

const sameAnswer = (r: Run<Market>): string[] => {
	const [first, second] = [transactionOf(r, 'a'), transactionOf(r, 'b')];
	return [
		...expect(statusOf(r, 'a') === statusOf(r, 'b'), 'the repetition was answered with another status'),
		...expect(
			first === undefined || second === undefined || first === second,
			'it was answered with another transaction',
		),
	];
};

const sameRequest = [
	only('same-request', ['request-id'], {
		id: 'same-id-later',
		title: 'The same request id a minute later is answered as before and moves no money',
		async play({ seed, run }) {
			const again = buy(seed, 'b', { request: 'a', after: 'a', at: 60_000 });
			const r = await run({ sends: [buy(seed, 'a'), again] });
			return [...expect(buyerDebits(r) === 1, `debited ${buyerDebits(r)} times`), ...sameAnswer(r)];
		},
	}),
	only('same-request', ['request-id'], {
		id: 'same-id-at-once',
		title: 'The same request id twice at once moves money once',
		async play({ seed, run }) {
			const again = buy(seed, 'b', { request: 'a' });
			const r = await run({ sends: [buy(seed, 'a'), again] });
			return [...expect(buyerDebits(r) === 1, `debited ${buyerDebits(r)} times`), ...sameAnswer(r)];
		},
	}),
	only('same-request', ['request-id'], {
		id: 'same-id-after-restart',
		title: 'The same request id after a restart moves no money',
		async play({ seed, run }) {
			const again = buy(seed, 'b', { request: 'a', after: 'r' });
			const r = await run({
				sends: [buy(seed, 'a'), { id: 'r', method: RESTART, params: {}, after: 'a' }, again],
			});
			return [...expect(buyerDebits(r) === 1, `debited ${buyerDebits(r)} times`), ...sameAnswer(r)];
		},
	}),
	only('same-request', ['request-id', 'always-new'], {
		id: 'other-id-is-another-purchase',
		title: 'Another request id for the same dataset is another purchase',
		async play({ seed, run }) {
			const r = await run({ sends: [buy(seed, 'a'), buy(seed, 'b', { after: 'a', at: 5000 })] });
			return expect(completed(r) === 2, `${completed(r)} of 2 completed`);
		},
	}),
	only('same-request', ['buyer-and-listing'], {
		id: 'same-pair-once',
		title: 'The same buyer and listing move money once: later, at once and after a restart',
		play({ seed, run, each }) {
			const restart = { id: 'r', method: RESTART, params: {}, after: 'a' };
			const repeats: Send[][] = [
				[buy(seed, 'b', { after: 'a', at: 60_000 })],
				[buy(seed, 'b')],
				[restart, buy(seed, 'b', { after: 'r' })],
			];
			return each(repeats, async (sends) => {
				const r = await run({ sends: [buy(seed, 'a'), ...sends] });
				return expect(buyerDebits(r) === 1, `debited ${buyerDebits(r)} times`);
			});
		},
	}),
	only('same-request', ['always-new'], {
		id: 'every-request-counts',
		title: 'The same request sent twice is two purchases',
		async play({ seed, run }) {
			const r = await run({
				sends: [buy(seed, 'a'), buy(seed, 'b', { request: 'a', after: 'a', at: 5000 })],
			});
			return expect(completed(r) === 2, `${completed(r)} of 2 completed`);
		},
	}),
];

/** The first carried-out call of `method`, as a place in the run; Infinity when there is none. */
const placeOf = (r: Run<Market>, method: string): number => {
	const place = callsOf(r).findIndex((call) => call.method === method && call.done);
	return place < 0 ? Infinity : place;
};

const recordOrder = [
	only('record-order', ['record-first'], {
		id: 'recorded-before-money',
		title: 'A pending record exists before the debit is asked for',
		async play({ seed, run }) {
			const r = await run({ sends: [buy(seed, 'a')] });
			const record = callsOf(r, 'transactions.record')[0];
			return [
				...expect(placeOf(r, 'transactions.record') < placeOf(r, 'wallet.debit'), 'the money moved first'),
				...expect(record?.params.status === 'pending', 'the first record is not pending'),
			];
		},
	}),
	only('record-order', ['money-first'], {
		id: 'money-before-record',
		title: 'The debit is done before anything is recorded',
		async play({ seed, run }) {
			const r = await run({ sends: [buy(seed, 'a')] });
			return expect(placeOf(r, 'wallet.debit') < placeOf(r, 'transactions.record'), 'the record came first');
		},
	}),
];

const notificationFailure = [
	only('notification-failure', ['never-blocks', 'retry-later'], {
		id: 'purchase-stands-untold',
		title: 'A purchase about which nobody can be told stands',
		async play({ seed, run }) {
			const r = await run({ sends: [buy(seed, 'a')], faults: [always('notify', 'unavailable')] });
			return [
				...expect(completed(r) === 1, 'the purchase was undone'),
				...expect(statusOf(r, 'a') === 'completed', `answered ${String(statusOf(r, 'a'))}`),
			];
		},
	}),
	only('notification-failure', ['retry-later'], {
		id: 'told-when-back',
		title: 'People are told once the notification service is back, also after a restart',
		play({ seed, run, each, chosen }) {
			const n = names(seed);
			const retries = parameter(chosen, 'notification-failure', 'retries');
			const down = [n.buyer, n.owner].map((to) => ({
				...always('notify', 'unavailable', { to }),
				times: retries,
			}));
			return each([false, true], async (restart) => {
				const crash = { id: 'r', method: RESTART, params: {}, after: 'a', at: 10 };
				const sends = restart ? [buy(seed, 'a'), crash] : [buy(seed, 'a')];
				const r = await run({ sends, faults: restart ? down.map((f) => ({ ...f, times: 1 })) : down });
				const told = r.state.notices.filter((x) => x.kind === 'purchase.completed').map((x) => x.to);
				return expect(told.includes(n.buyer) && told.includes(n.owner), 'somebody was never told');
			});
		},
	}),
	only('notification-failure', ['fails-purchase'], {
		id: 'untold-purchase-fails',
		title: 'A purchase about which nobody can be told is taken back',
		async play({ seed, run }) {
			const r = await run({ sends: [buy(seed, 'a')], faults: [always('notify', 'unavailable')] });
			return [
				...expect(completed(r) === 0, 'the purchase stands'),
				...expect(spent(r) === 0, 'the buyer paid'),
			];
		},
	}),
];

const concurrency = [
	only('concurrent-purchases', ['reserve'], {
		id: 'second-is-refused-early',
		title: 'While the first debit is under way, the second purchase is refused without a debit of its own',
		async play({ seed, run }) {
			const n = names(seed);
			const sends = [buy(seed, 'a'), buy(seed, 'b', { listing: n.other, at: 100 })];
			const faults = [{ method: 'wallet.debit', nth: 1, kind: 'slow' as const, ms: 5000 }];
			const r = await run({ setup: { purchases: 1.5 }, sends, faults });
			return [
				...expect(statusOf(r, 'a') === 'completed', 'the first purchase did not go through'),
				...expect(callsOf(r, 'wallet.debit').length === 1, 'the second purchase tried a debit'),
			];
		},
	}),
	only('concurrent-purchases', ['take-turns'], {
		id: 'first-come-first-served',
		title: 'While the first debit is under way, the second purchase waits',
		async play({ seed, run }) {
			const n = names(seed);
			const sends = [buy(seed, 'a'), buy(seed, 'b', { listing: n.other, at: 100 })];
			const faults = [{ method: 'wallet.debit', nth: 1, kind: 'slow' as const, ms: 5000 }];
			const r = await run({ setup: { purchases: 1.5 }, sends, faults });
			return expect(statusOf(r, 'a') === 'completed', 'the first purchase was overtaken');
		},
	}),
];

const withdrawal = [
	only('listing-withdrawn', ['honour-request'], {
		id: 'withdrawal-ignored',
		title: 'A listing withdrawn after it was first read is still sold',
		async play({ seed, run }) {
			const r = await run({ setup: { withdrawAfterReads: 1 }, sends: [buy(seed, 'a')] });
			return expect(completed(r) === 1, `answered ${String(statusOf(r, 'a'))}`);
		},
	}),
	only('listing-withdrawn', ['recheck-before-payment'], {
		id: 'withdrawal-refused',
		title: 'A listing withdrawn after it was first read is refused before any debit',
		async play({ seed, run }) {
			const r = await run({ setup: { withdrawAfterReads: 1 }, sends: [buy(seed, 'a')] });
			return [
				...expect(completed(r) === 0, 'it was sold'),
				...expect(buyerDebits(r) === 0, 'the buyer was debited'),
			];
		},
	}),
	only('listing-withdrawn', ['refund-after-payment'], {
		id: 'withdrawal-refunded',
		title: 'A listing withdrawn while it is paid for is refunded',
		async play({ seed, run }) {
			const r = await run({ setup: { withdrawAfterReads: 1 }, sends: [buy(seed, 'a')] });
			return [...expect(completed(r) === 0, 'it was sold'), ...expect(spent(r) === 0, 'the buyer paid')];
		},
	}),
];

export const choiceChecks: readonly Check<Market>[] = [
	...creditFailure,
	...sameRequest,
	...recordOrder,
	...notificationFailure,
	...concurrency,
	...withdrawal,
];

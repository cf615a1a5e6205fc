// The named checks of the dataset purchase. Each cites what it belongs to; none compares wording.
import type { Citation } from '#lib/domain/build/verification.ts';
import type { Check, CheckContext } from '#lib/server/verify/runtime.ts';
import { RESTART, type Fault, type FaultKind } from '#lib/server/verify/world/kit.ts';
import { choiceChecks } from './choice-checks.ts';
import {
	always,
	balance,
	buy,
	callsOf,
	completed,
	expect,
	isEffect,
	once,
	ownerCredit,
	spent,
	statusOf,
} from './scenarios.ts';
import { names, type Market } from './world.ts';

type Context = CheckContext<Market>;
const says = (quote: string): Citation => ({ kind: 'requirement', quote });
const owes = (obligationId: string): Citation => ({ kind: 'obligation', obligationId });

/** How a call can fail. A read that is carried out and not confirmed is no other failure than one that timed out. */
const EFFECT_FAILURES: readonly FaultKind[] = ['unavailable', 'lost-answer', 'timeout'];
const READ_FAILURES: readonly FaultKind[] = ['unavailable', 'timeout'];
const STORE_FAILURES: readonly FaultKind[] = ['unavailable', 'lost-answer'];
const FALLIBLE = [
	'wallet.debit',
	'wallet.credit',
	'transactions.record',
	'transactions.update',
	'events.publish',
];
const ALSO_FALLIBLE = [
	'notify',
	'store.put',
	'store.get',
	'store.list',
	'listing.get',
	'wallet.balance',
	'wallet.find',
];

const straightOn: Check<Market>[] = [
	{
		id: 'happy-path',
		title: 'An undisturbed purchase completes and the money arrives',
		cites: [says("take the payment from the buyer's wallet"), owes('pay-owner')],
		async play({ seed, run }) {
			const r = await run({ sends: [buy(seed, 'a')] });
			const n = names(seed);
			return [
				...expect(statusOf(r, 'a') === 'completed', `answered ${String(statusOf(r, 'a'))}`),
				...expect(
					balance(r, n.owner) === n.price,
					`the owner has ${balance(r, n.owner)} instead of ${n.price}`,
				),
				...expect(spent(r) === n.price, `the buyer is short of ${spent(r)} instead of ${n.price}`),
			];
		},
	},
	{
		id: 'record-matches',
		title: 'The transaction record names buyer, listing and price',
		cites: [says('write a transaction record')],
		async play({ seed, run }) {
			const r = await run({ sends: [buy(seed, 'a')] });
			const n = names(seed);
			const [t, ...more] = [...r.state.transactions.values()];
			if (!t) return ['there is no transaction record'];
			const right = t.buyerId === n.buyer && t.listingId === n.listing && t.amount === n.price;
			return [
				...expect(right, 'the record is about something else'),
				...expect(more.length === 0, 'there is more than one'),
			];
		},
	},
	{
		id: 'people-told',
		title: 'Buyer and owner are told once that the purchase completed',
		cites: [says('tell the people concerned')],
		async play({ seed, run }) {
			const r = await run({ sends: [buy(seed, 'a')] });
			const n = names(seed);
			const told = (who: string): number =>
				r.state.notices.filter((x) => x.to === who && x.kind === 'purchase.completed').length;
			return [
				...expect(told(n.buyer) === 1, `the buyer was told ${told(n.buyer)} times`),
				...expect(told(n.owner) === 1, `the owner was told ${told(n.owner)} times`),
				...expect(
					r.state.notices.length === told(n.buyer) + told(n.owner),
					'something else was told as well',
				),
			];
		},
	},
	{
		id: 'two-purchases',
		title: 'Two different datasets bought one after the other',
		cites: [says('bring both wallets up to date')],
		async play({ seed, run }) {
			const n = names(seed);
			const sends = [buy(seed, 'a'), buy(seed, 'b', { listing: n.other, after: 'a', at: 1000 })];
			const r = await run({ setup: { purchases: 2.1 }, sends });
			return [
				...expect(completed(r) === 2, `${completed(r)} of 2 completed`),
				...expect(balance(r, n.otherOwner) === n.otherPrice, 'the second owner was not paid the price'),
				...expect(spent(r) === n.price + n.otherPrice, 'the buyer did not pay both prices'),
			];
		},
	},
	{
		id: 'two-at-once',
		title: 'Two different datasets bought at once with money for both',
		cites: [owes('concurrent-purchases')],
		async play({ seed, run }) {
			const n = names(seed);
			const sends = [buy(seed, 'a'), buy(seed, 'b', { listing: n.other })];
			const r = await run({ setup: { purchases: 2.1 }, sends });
			return expect(completed(r) === 2, `${completed(r)} of 2 completed`);
		},
	},
	{
		id: 'money-for-one',
		title: 'Two purchases at once with money for one: exactly one completes',
		cites: [owes('concurrent-purchases')],
		async play({ seed, run }) {
			const n = names(seed);
			const sends = [buy(seed, 'a'), buy(seed, 'b', { listing: n.other })];
			const r = await run({ setup: { purchases: 1.5 }, sends });
			return expect(completed(r) === 1, `${completed(r)} completed`);
		},
	},
];

/** A purchase that must come to nothing: not completed, and no money gone. */
const refusal = (
	id: string,
	title: string,
	obligation: string,
	scenario: (seed: number) => Parameters<Context['run']>[0],
): Check<Market> => ({
	id,
	title,
	cites: [owes(obligation)],
	async play({ seed, run }) {
		const r = await run(scenario(seed));
		const status = statusOf(r, 'a');
		return [
			...expect(status === 'failed' || status === 'rejected', `answered ${String(status)}`),
			...expect(spent(r) === 0, 'the buyer paid'),
		];
	},
});

const refusals: Check<Market>[] = [
	refusal('no-money', 'A buyer without enough money is refused', 'insufficient-funds', (seed) => ({
		setup: { purchases: 0.5 },
		sends: [buy(seed, 'a')],
	})),
	refusal('unknown-listing', 'An unknown listing is refused', 'only-published', (seed) => ({
		sends: [buy(seed, 'a', { listing: names(seed).nowhere })],
	})),
	refusal(
		'withdrawn-listing',
		'A listing that was withdrawn before is refused',
		'only-published',
		(seed) => ({
			sends: [buy(seed, 'a', { listing: names(seed).withdrawn })],
		}),
	),
	refusal('unknown-buyer', 'An unknown buyer is refused', 'insufficient-funds', (seed) => ({
		sends: [buy(seed, 'a', { buyer: names(seed).nobody })],
	})),
	refusal(
		'debit-down',
		'The wallet service refuses every debit for lack of service',
		'compensation',
		(seed) => ({
			sends: [buy(seed, 'a')],
			faults: [always('wallet.debit', 'unavailable')],
		}),
	),
	refusal('listing-down', 'The listing service is down', 'only-published', (seed) => ({
		sends: [buy(seed, 'a')],
		faults: [always('listing.get', 'unavailable')],
	})),
	{
		id: 'bad-input',
		title: 'Malformed requests are refused as results, without effect, and the next one is served',
		cites: [owes('bad-input')],
		play: (context) => context.each(malformed(context), (params) => refusesInput(context, params)),
	},
];

/** A request id matters only to authors who go by it. */
function malformed({ seed, chosen }: Context): Record<string, unknown>[] {
	const { params } = buy(seed, 'a');
	return [
		{},
		{ ...params, buyerId: 7 },
		{ ...params, listingId: null },
		{ ...params, listingId: ['x'] },
		...(chosen['same-request']?.alternativeId === 'request-id' ? [{ ...params, requestId: {} }] : []),
		{ buyerId: '', listingId: '', requestId: '' },
	];
}

async function refusesInput({ seed, run }: Context, params: Record<string, unknown>): Promise<string[]> {
	const bad = { id: 'bad', method: 'purchase.requested', params };
	const r = await run({ sends: [bad, buy(seed, 'b', { after: 'bad', at: 5000 })] });
	const status = statusOf(r, 'bad');
	return [
		...expect(status === 'failed' || status === 'rejected', `bad input was answered ${String(status)}`),
		...expect(statusOf(r, 'b') === 'completed', 'the next request was not served'),
		...expect(r.state.transactions.size <= 1, 'bad input was recorded'),
	];
}

/** Every call of `method` in an undisturbed purchase fails once, each in a run of its own. */
const failsOnce = (method: string): Check<Market> => ({
	id: `fails-once-${method.replace('.', '-')}`,
	title: `${method} fails once, at each of its calls`,
	cites: [says('Any of the services involved can fail halfway'), owes('doubt')],
	runs: 4,
	async play(context) {
		const { seed, run, look } = context;
		const n = callsOf(await look({ sends: [buy(seed, 'a')] }), method).length;
		const kinds =
			method === 'store.put' ? STORE_FAILURES : isEffect(method) ? EFFECT_FAILURES : READ_FAILURES;
		const faults = Array.from({ length: Math.max(1, n) }, (_, i) =>
			kinds.map((kind) => once(method, i + 1, kind)),
		);
		return context.each(faults.flat(), async (fault) => {
			await run({ sends: [buy(seed, 'a')], faults: [fault] });
			return [];
		});
	},
});

/** Outages that do not end: the money must still be accounted for. */
const outages: Check<Market>[] = [
	outage('credit-down', 'The owner can never be credited', (seed) => [ownerCredit(seed, 'unavailable')]),
	outage('credit-in-doubt', 'Every credit of the owner is carried out, and never confirmed', (seed) => [
		ownerCredit(seed, 'lost-answer'),
	]),
	outage('credit-unheard', 'No credit of the owner is ever answered in time, or carried out', (seed) => [
		ownerCredit(seed, 'timeout'),
	]),
	outage('debit-in-doubt', 'Every debit is carried out, and never confirmed', () => [
		always('wallet.debit', 'lost-answer'),
	]),
	outage('debit-unheard', 'No debit is ever answered in time, or carried out', () => [
		always('wallet.debit', 'timeout'),
	]),
	outage('notify-down', 'Nobody can ever be told', () => [always('notify', 'unavailable')]),
	outage('notify-in-doubt', 'Every notification is delivered, and never confirmed', () => [
		always('notify', 'lost-answer'),
	]),
	outage('all-slow', 'Every effect takes three seconds', () => [{ ...always('*', 'slow'), ms: 3000 }]),
	outage('double-answers', 'Every answer comes twice', () => [always('*', 'double-answer')]),
	{
		id: 'owner-closed',
		title: "The owner's account is closed: the credit is refused for good",
		cites: [owes('compensation')],
		async play({ seed, run }) {
			const r = await run({ setup: { ownerClosed: true }, sends: [buy(seed, 'a')] });
			return expect(completed(r) === 0, 'completed without paying the owner');
		},
	},
];

function outage(id: string, title: string, faults: (seed: number) => Fault[]): Check<Market> {
	return {
		id,
		title,
		cites: [owes('compensation'), owes('no-loss')],
		async play({ seed, run }) {
			await run({ sends: [buy(seed, 'a')], faults: faults(seed) });
			return [];
		},
	};
}

const crashes: Check<Market>[] = [
	crashAnywhere('crash-redelivered', 'Killed between any two effects; the request comes again', true),
	crashAnywhere('crash-lost', 'Killed between any two effects; the request is lost', false),
	{
		id: 'crash-while-paying-owner',
		title: 'Killed while the owner cannot be paid; the service is back after the restart',
		cites: [owes('restart'), owes('compensation')],
		runs: 12,
		async play(context) {
			const { seed, run, look } = context;
			const base = callsOf(
				await look({ sends: [buy(seed, 'a')], faults: [ownerCredit(seed, 'unavailable')] }),
			);
			const effects = base.filter((call) => isEffect(call.method));
			const tries = effects.filter((call) => call.faulty).length;
			const first = effects.findIndex((call) => call.faulty);
			const places = effects.map((_, i) => i + 1).filter((k) => k > first && k <= first + 20);
			return context.each(places, async (nth) => {
				const crash: Fault = { method: '*', nth, kind: 'crash-after' };
				await run({ sends: [buy(seed, 'a')], faults: [crash, ownerCredit(seed, 'unavailable', tries)] });
				return [];
			});
		},
	},
	{
		id: 'crash-twice',
		title: 'Killed again while it recovers',
		cites: [owes('restart')],
		async play(context) {
			const { seed, run } = context;
			return context.each([2, 4, 6, 8], async (nth) => {
				const faults = [nth, nth + 1, nth + 2].map((k) => once('*', k, 'crash-after'));
				await run({ sends: [buy(seed, 'a')], faults });
				return [];
			});
		},
	},
	{
		id: 'restart-between',
		title: 'A restart between two purchases changes nothing',
		cites: [owes('restart')],
		async play({ seed, run }) {
			const n = names(seed);
			const restart = { id: 'r', method: RESTART, params: {}, after: 'a' };
			const r = await run({
				sends: [buy(seed, 'a'), restart, buy(seed, 'b', { listing: n.other, after: 'r' })],
			});
			return expect(completed(r) === 2, `${completed(r)} of 2 completed`);
		},
	},
];

function crashAnywhere(id: string, title: string, redeliver: boolean): Check<Market> {
	return {
		id,
		title,
		cites: [says('Any of the services involved can fail halfway'), owes('restart')],
		runs: 25,
		async play(context) {
			const { seed, run, look } = context;
			const effects = callsOf(await look({ sends: [buy(seed, 'a')] })).filter((call) =>
				isEffect(call.method),
			);
			// What survives before the nth effect is what survives after the one before it.
			const faults = [
				once('*', 1, 'crash-before'),
				...effects.map((_, i) => once('*', i + 1, 'crash-after')),
			];
			return context.each(faults, async (fault) => {
				await run({ sends: [buy(seed, 'a')], faults: [fault], redeliver });
				return [];
			});
		},
	};
}

/** Quick ones first: a defect is mostly found by one of them. */
export const checks: readonly Check<Market>[] = [
	...straightOn,
	...refusals,
	...choiceChecks,
	...outages,
	...[...FALLIBLE, ...ALSO_FALLIBLE].map(failsOnce),
	...crashes,
];

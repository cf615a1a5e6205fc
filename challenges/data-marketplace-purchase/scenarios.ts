// Building blocks of the scenarios: purchases of the seed's buyer, outages, and what a run can be asked.
import type { Fault, FaultKind, Params, Run, Send } from '#lib/server/verify/world/kit.ts';
import { opaque } from '#lib/server/verify/world/kit.ts';
import { market, names, type Market } from './world.ts';

export interface BuyOptions {
	listing?: string;
	buyer?: string;
	/** Two purchases with the same label carry the same request id. */
	request?: string;
	at?: number;
	after?: string;
}

export function buy(seed: number, id: string, options: BuyOptions = {}): Send {
	const n = names(seed);
	return {
		id,
		method: 'purchase.requested',
		params: {
			buyerId: options.buyer ?? n.buyer,
			listingId: options.listing ?? n.listing,
			requestId: opaque(seed, `request ${options.request ?? id}`),
		},
		...(options.at !== undefined && { at: options.at }),
		...(options.after !== undefined && { after: options.after }),
	};
}

export const once = (method: string, nth: number, kind: FaultKind): Fault => ({ method, nth, kind });
export const always = (method: string, kind: FaultKind, where?: Params): Fault => ({
	method,
	nth: 1,
	times: Infinity,
	kind,
	...(where && { where }),
});
export const ownerCredit = (seed: number, kind: FaultKind, times = Infinity): Fault => ({
	...always('wallet.credit', kind, { accountId: names(seed).owner }),
	times,
});

export const isEffect = (method: string | undefined): boolean =>
	method === 'store.put' || (method !== undefined && Object.hasOwn(market.effects, method));

export interface SeenCall {
	method: string;
	params: Params;
	t: number;
	asked: number;
	faulty: boolean;
	/** It was carried out: not refused, not struck before it was done. */
	done: boolean;
}
/** The calls of a run in the order in which the world carried them out. */
export const callsOf = (run: Run<Market>, method?: string): SeenCall[] =>
	run.trace
		.filter((line) => line.what === 'call' && (method === undefined || line.method === method))
		.map((line) => ({
			method: line.method ?? '',
			params: (line.params ?? {}) as Params,
			t: line.t,
			asked: line.asked ?? line.t,
			faulty: line.fault !== undefined,
			done: typeof line.out === 'object' && line.out !== null && 'result' in line.out,
		}));

/** Events published after the owner could not be credited for the first time: others announce something else. */
export function compensations(run: Run<Market>): SeenCall[] {
	const { owner } = run.state.names;
	const refused = callsOf(run, 'wallet.credit').find((c) => c.params.accountId === owner && !c.done);
	return refused ? callsOf(run, 'events.publish').filter((event) => event.done && event.t > refused.t) : [];
}

export const statusOf = (run: Run<Market>, id: string): unknown =>
	((run.replies[id]?.result ?? {}) as { status?: unknown }).status;
export const transactionOf = (run: Run<Market>, id: string): unknown =>
	((run.replies[id]?.result ?? {}) as { transactionId?: unknown }).transactionId;
export const completed = (run: Run<Market>): number =>
	[...run.state.transactions.values()].filter((t) => t.status === 'completed').length;
export const balance = (run: Run<Market>, account: string): number => run.state.wallets.get(account) ?? 0;
/** What the buyer is short of, compared with the start. */
export const spent = (run: Run<Market>): number => run.state.money - balance(run, run.state.names.buyer);
export const buyerDebits = (run: Run<Market>): number =>
	run.state.entries.filter((e) => e.amount < 0 && e.accountId === run.state.names.buyer).length;

/** `what` unless `ok`. */
export const expect = (ok: boolean, what: string): string[] => (ok ? [] : [what]);

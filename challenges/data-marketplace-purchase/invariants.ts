// What must hold at the end of every run, whatever the author chose: money, transactions, notices and answers agree.
import type { Chosens } from '#lib/server/verify/runtime.ts';
import type { Run, Scenario } from '#lib/server/verify/world/kit.ts';
import { type Entry, type Market, type Notice, type Transaction } from './world.ts';

const TERMINAL = ['completed', 'failed', 'parked'];
const ANSWERS = ['completed', 'failed', 'parked', 'rejected'];

const gained = (entries: readonly Entry[], transactionId: string, accountId: string): number =>
	entries
		.filter((e) => e.transactionId === transactionId && e.accountId === accountId)
		.reduce((sum, e) => sum + e.amount, 0);

/** Sentences about what is wrong; empty when all is well. */
export function invariants(run: Run<Market>, scenario: Scenario, chosen: Chosens): string[] {
	const wrong = new Set<string>(run.state.broken);
	if (run.outcome !== 'quiet') wrong.add(`the run ended ${run.outcome}: ${run.detail}`);
	if (run.failedStarts > 0) wrong.add('start was answered with an error');
	for (const transaction of run.state.transactions.values())
		for (const what of transactionFaults(run.state, transaction)) wrong.add(what);
	for (const what of moneyFaults(run.state)) wrong.add(what);
	for (const notice of run.state.notices) {
		const what = noticeFault(run, notice);
		if (what) wrong.add(what);
	}
	for (const what of answerFaults(run, scenario)) wrong.add(what);
	for (const what of repeatFaults(run, scenario, chosen)) wrong.add(what);
	return [...wrong];
}

function* transactionFaults(state: Market, t: Transaction): Generator<string> {
	const listing = state.listings.get(t.listingId);
	const owner = listing ? gained(state.entries, t.transactionId, listing.ownerId) : 0;
	const buyer = gained(state.entries, t.transactionId, t.buyerId);
	const debits = state.entries.filter(
		(e) => e.transactionId === t.transactionId && e.accountId === t.buyerId && e.amount < 0,
	);
	if (debits.length > 1) yield 'the buyer was debited more than once for one transaction';
	if (!TERMINAL.includes(t.status)) yield `a transaction was left ${t.status}`;
	if (t.status === 'completed' && (buyer !== -t.amount || owner !== t.amount))
		yield `completed for ${t.amount}, but the buyer gained ${buyer} and the owner ${owner}`;
	if (t.status === 'completed' && listing && listing.price !== t.amount)
		yield 'another amount than the price was taken';
	if (t.status === 'failed') yield* failedFaults(state, t, buyer, owner);
	if (t.status === 'parked' && (owner !== 0 || buyer !== -t.amount))
		yield `parked, but the buyer gained ${buyer} and the owner ${owner}`;
}

function* failedFaults(state: Market, t: Transaction, buyer: number, owner: number): Generator<string> {
	if (owner !== 0) yield 'failed, but the owner was paid';
	const announced = state.events.filter((e) => e.transactionId === t.transactionId);
	if (buyer > 0) yield 'failed, and the buyer got back more than was taken';
	if (buyer < 0 && !announced.some((e) => e.amount === -buyer))
		yield 'failed, and the money is neither back nor announced for compensation';
	const types = announced.map((e) => e.type);
	if (new Set(types).size < types.length) yield 'the same event was published twice for one transaction';
}

function* moneyFaults(state: Market): Generator<string> {
	const concerned = new Map<string, string[]>();
	for (const t of state.transactions.values())
		concerned.set(t.transactionId, [t.buyerId, state.listings.get(t.listingId)?.ownerId ?? '']);
	// An unrecorded transaction may have been refused and undone without a trace.
	if (
		state.entries.some(
			(e) => !concerned.has(e.transactionId) && gained(state.entries, e.transactionId, e.accountId),
		)
	)
		yield 'money moved for a transaction that was never recorded';
	if (state.entries.some((e) => concerned.get(e.transactionId)?.includes(e.accountId) === false))
		yield 'money moved in a wallet that is not concerned';
}

function noticeFault(run: Run<Market>, notice: Notice): string | null {
	const { state } = run;
	const same = state.notices.filter(
		(n) => n.to === notice.to && n.kind === notice.kind && n.transactionId === notice.transactionId,
	);
	if (same.length > 1) return `${notice.kind} was told twice to the same person`;
	const t = state.transactions.get(notice.transactionId);
	if (!t)
		return notice.kind === 'purchase.failed'
			? null
			: `${notice.kind} was told about an unrecorded transaction`;
	const owner = state.listings.get(t.listingId)?.ownerId;
	if (notice.to !== t.buyerId && notice.to !== owner)
		return `${notice.kind} was told to somebody who is not concerned`;
	const says = notice.kind.slice('purchase.'.length);
	if (!wasTrue(state, notice, t, owner ?? '', says)) return `${notice.kind} was told before it was true`;
	if (t.status !== says && !corrected(run, notice, t))
		return `${notice.kind} was told, but the transaction ended ${t.status}`;
	return null;
}

/** The record said so, or the money already lay where the notice claims. */
function wasTrue(state: Market, notice: Notice, t: Transaction, owner: string, says: string): boolean {
	if (notice.status === says) return true;
	const then = state.entries.slice(0, notice.entries);
	const [buyerGained, ownerGained] = [
		gained(then, t.transactionId, t.buyerId),
		gained(then, t.transactionId, owner),
	];
	if (says === 'completed') return buyerGained < 0 && ownerGained === -buyerGained;
	if (says === 'parked') return buyerGained < 0 && ownerGained === 0;
	return buyerGained === 0 && ownerGained === 0;
}

/** A notice that stopped being true was followed by the true one, or at least by an attempt at it. */
const corrected = (run: Run<Market>, notice: Notice, t: Transaction): boolean =>
	run.trace.some((line) => {
		const p = (line.params ?? {}) as Record<string, unknown>;
		const truth = `purchase.${t.status}`;
		return (
			line.method === 'notify' &&
			p.to === notice.to &&
			p.transactionId === t.transactionId &&
			p.kind === truth
		);
	});

/** A program's own words, short and told apart from ours. */
const quoted = (value: unknown): string => (JSON.stringify(value) ?? 'undefined').slice(0, 160);

const purchases = (scenario: Scenario): Scenario['sends'] =>
	scenario.sends.filter((send) => send.method === 'purchase.requested');
const pairOf = (send: Scenario['sends'][number]): string =>
	JSON.stringify([send.params.buyerId, send.params.listingId]);

function* answerFaults(run: Run<Market>, scenario: Scenario): Generator<string> {
	for (const send of purchases(scenario)) {
		const reply = run.replies[send.id];
		if (!reply) {
			if (run.outcome === 'quiet' && !run.lost.includes(send.id)) yield 'a request was not answered';
			continue;
		}
		if (reply.error) {
			yield `a request was answered with an error: ${quoted(reply.error.message)}`;
			continue;
		}
		const { status, transactionId } = (reply.result ?? {}) as { status?: unknown; transactionId?: unknown };
		if (typeof status !== 'string' || !ANSWERS.includes(status)) {
			yield `a request was answered with the status ${quoted(status)}`;
			continue;
		}
		const candidates = [...run.state.transactions.values()].filter((t) =>
			typeof transactionId === 'string'
				? t.transactionId === transactionId
				: t.buyerId === send.params.buyerId && t.listingId === send.params.listingId,
		);
		const alone = purchases(scenario).filter((other) => pairOf(other) === pairOf(send)).length === 1;
		yield* answerFault(status, candidates, alone);
	}
}

/** A refusal says nothing about a transaction when another request for the same thing may have made it. */
function* answerFault(status: string, candidates: readonly Transaction[], alone: boolean): Generator<string> {
	const ended = status === 'rejected' ? 'failed' : status;
	if (candidates.some((t) => t.status === ended)) return;
	const [only] = candidates;
	if (status === 'completed' || status === 'parked')
		yield `a request was answered ${status} without such a transaction`;
	else if (alone && only) yield `a request was answered ${status}, but the transaction ended ${only.status}`;
}

/** Purchases that cost the buyer something against requests that were different, by the reading the author chose. */
function* repeatFaults(run: Run<Market>, scenario: Scenario, chosen: Chosens): Generator<string> {
	const reading = chosen['same-request']?.alternativeId;
	const asked = purchases(scenario);
	let different = asked.length;
	if (reading === 'request-id') different = new Set(asked.map((send) => send.params.requestId)).size;
	else if (reading === 'buyer-and-listing') different = new Set(asked.map(pairOf)).size;
	else if (run.boots > 1) return; // a request that is delivered again may be taken as a new one
	const { entries, transactions, names } = run.state;
	const ids = new Set([...transactions.keys(), ...entries.map((e) => e.transactionId)]);
	const paid = [...ids].filter((id) => gained(entries, id, names.buyer) < 0).length;
	if (paid > different) yield `the buyer paid ${paid} times for ${different} different purchases`;
}

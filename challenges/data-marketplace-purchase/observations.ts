// What a run shows that the contract did not ask for: events, state kept in the store, repeated attempts, waiting.
import type { Observation } from '#lib/domain/build/verification.ts';
import type { Run, Scenario } from '#lib/server/verify/world/kit.ts';
import { callsOf, type SeenCall } from './scenarios.ts';
import type { Market } from './world.ts';

const show = (call: SeenCall): string =>
	`${call.t} ms ${call.method} ${JSON.stringify(call.params).slice(0, 160)}`;
const undisturbed = (scenario: Scenario): boolean =>
	!scenario.faults?.length && !scenario.setup && scenario.sends.length === 1;

export function observe(run: Run<Market>, scenario: Scenario): Observation[] {
	return [
		...(undisturbed(scenario) ? [...events(run), ...timers(run), ...otherNotices(run)] : []),
		...storedState(run),
		...retries(run, scenario),
	];
}

/** More kinds of the same finding tell a reader nothing more. */
const KINDS_SHOWN = 5;

function* events(run: Run<Market>): Generator<Observation> {
	for (const type of [...new Set(run.state.events.map((e) => e.type))].slice(0, KINDS_SHOWN))
		yield {
			key: `event:${type}`,
			kind: 'unasked-effect',
			title: `Publishes the event "${type}"`,
			detail: 'An undisturbed purchase publishes an event. Nothing in the requirement asks for one.',
			lines: callsOf(run, 'events.publish')
				.filter((c) => c.params.type === type)
				.map(show),
			consequence: 2,
		};
}

function* timers(run: Run<Market>): Generator<Observation> {
	const waits = callsOf(run, 'timer.after');
	if (waits.length > 0)
		yield {
			key: 'timer:undisturbed',
			kind: 'timer',
			title: 'Waits although nothing is wrong',
			detail: `An undisturbed purchase sets ${waits.length} timer(s).`,
			lines: waits.map(show),
			consequence: 1,
		};
}

function* otherNotices(run: Run<Market>): Generator<Observation> {
	const { buyer, owner } = run.state.names;
	const others = run.state.notices.filter((n) => n.to !== buyer && n.to !== owner);
	if (others.length > 0)
		yield {
			key: 'notice:somebody-else',
			kind: 'unasked-effect',
			title: 'Tells somebody who is neither buyer nor owner',
			detail: `It told ${[...new Set(others.map((n) => n.to))].join(', ')}.`,
			lines: others.map((n) => `${n.kind} to ${n.to}`),
			consequence: 2,
		};
}

/** The part of a key before the first separator: what is kept, not about which purchase. */
const family = (key: unknown): string => /^[A-Za-z]+/.exec(String(key))?.[0] ?? 'unnamed';

function* storedState(run: Run<Market>): Generator<Observation> {
	const writes = callsOf(run, 'store.put').filter((call) => call.done);
	const families = [...new Set(writes.map((call) => family(call.params.key)))];
	for (const name of families.slice(0, KINDS_SHOWN)) {
		const own = writes.filter((call) => family(call.params.key) === name);
		yield {
			key: `store:${name}`,
			kind: 'stored-state',
			title: `Keeps state of its own under "${name}"`,
			detail: 'It is written to the durable store and outlives the process.',
			lines: own.slice(0, 3).map(show),
			consequence: 1,
		};
	}
}

const COVERED_BY_CHOICE = ['wallet.credit', 'notify'];
const RETRY_RANK: Record<string, 1 | 2 | 3> = { 'wallet.debit': 3 };

/** Attempts at a call that never works, for methods that no choice point measures. */
function* retries(run: Run<Market>, scenario: Scenario): Generator<Observation> {
	for (const fault of scenario.faults ?? []) {
		if (fault.times !== Infinity || fault.method === '*' || COVERED_BY_CHOICE.includes(fault.method))
			continue;
		if (fault.kind !== 'unavailable') continue;
		const tries = callsOf(run, fault.method).filter((call) => call.faulty);
		if (tries.length < 2) continue;
		yield {
			key: `retry:${fault.method}`,
			kind: 'retry',
			title: `Tries ${fault.method} again when it fails`,
			detail: `It made ${tries.length} attempts while the service was down.`,
			lines: tries.slice(0, 5).map(show),
			consequence: RETRY_RANK[fault.method] ?? 1,
		};
	}
}

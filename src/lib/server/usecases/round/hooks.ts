// What else happens when a round changes: one table, run inside the transaction of the change, so that a crash leaves
// either everything or nothing.
import type { RoomEvent } from '../../../contract/events.ts';
import { isBefore, type Phase } from '../../../domain/round/phase.ts';
import type { RoundEvent, RoundState } from '../../../domain/round/state.ts';
import type { Transaction } from '../../db/client.ts';
import type { Audit, Competition } from '../../db/competition-repository.ts';
import type { Deps } from '../deps.ts';
import { buildsHook } from '../builds/builds-hook.ts';
import { ordersHook } from '../judging/orders-hook.ts';
import { specsHook } from './specs-hook.ts';

export interface HookContext {
	deps: Deps;
	tx: Transaction;
	/** As it was loaded, with the round before the change. */
	before: Competition;
	/** The round after the change. */
	round: RoundState;
	by: Pick<Audit, 'actor' | 'actorName' | 'reason'>;
	/** Epoch milliseconds. */
	now: number;
}

type EventOf<T extends RoundEvent['type']> = Extract<RoundEvent, { type: T }>;

/**
 * Handlers run in the transaction of the change and return further events of the room. Edits may still arrive in the
 * grace after a move, and the move may be undone until `round.undo.until`: nothing that cannot be taken back may start
 * here (a build job starts after `buildsStartAt`). A handler of `phase.undone` takes back exactly what the one of
 * `phase.changed` did; `context.before.round.openedAt` is when that was.
 */
export type RoundHook = {
	[T in RoundEvent['type']]?: (context: HookContext, event: EventOf<T>) => Promise<RoomEvent[]>;
};

/** True when a move enters `phase`, or passes it because it is switched off. */
export const reaches = (move: { from: Phase; phase: Phase }, phase: Phase): boolean =>
	isBefore(move.from, phase) && !isBefore(move.phase, phase);

/** A function, not a constant: the modules named here may import the door that runs them. */
const hooks = (): readonly RoundHook[] => [specsHook, buildsHook, ordersHook];

export async function runHooks(
	context: HookContext,
	events: readonly RoundEvent[],
	table: readonly RoundHook[] = hooks(),
): Promise<RoomEvent[]> {
	const more: RoomEvent[] = [];
	for (const event of events)
		for (const hook of table) {
			const handle = hook[event.type] as
				((context: HookContext, event: RoundEvent) => Promise<RoomEvent[]>) | undefined;
			if (handle) more.push(...(await handle(context, event)));
		}
	return more;
}

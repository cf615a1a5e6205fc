// What else happens when the round moves or moves back: one table, run inside the transaction of the move, so that a
// crash leaves either everything or nothing. Colleagues' modules add their hook to `hooks()`.
import type { RoomEvent } from '../../../contract/events.ts';
import { isBefore, type Phase } from '../../../domain/round/phase.ts';
import type { MovedBy, RoundEvent, RoundState } from '../../../domain/round/state.ts';
import type { Transaction } from '../../db/client.ts';
import type { Competition } from '../../db/competition-repository.ts';
import type { Deps } from '../deps.ts';

export interface PhaseMove {
	/** As it was loaded, with the round before the move. */
	competition: Competition;
	/** The round after the move. */
	round: RoundState;
	from: Phase;
	to: Phase;
	/** Null: an undo. */
	by: MovedBy | null;
	/** Epoch milliseconds. */
	now: number;
}

/**
 * Both run in the transaction of the move and return further events of the room. An edit may still arrive in the grace
 * after a move, and a move may be undone until `round.undo.until`: nothing that cannot be taken back may start here
 * (a build job starts after `buildsStartAt`).
 */
export interface PhaseHook {
	name: string;
	/** True when this move concerns the hook. */
	on(move: PhaseMove): boolean;
	moved(deps: Deps, tx: Transaction, move: PhaseMove): Promise<RoomEvent[] | void>;
	/** Takes back exactly what `moved` did for the opposite move; without it there is nothing to take back. */
	undone?(deps: Deps, tx: Transaction, move: PhaseMove): Promise<RoomEvent[] | void>;
}

/** True when the round enters `phase`, or passes it because it is switched off. */
export const reaches = (move: PhaseMove, phase: Phase): boolean =>
	isBefore(move.from, phase) && !isBefore(move.to, phase);

/** A function, not a constant: the modules named here import the door that runs them. */
const hooks = (): readonly PhaseHook[] => [];

/** Runs the hooks of a change, if it is a move, in order; of an undo, in reverse order. */
export async function runPhaseHooks(
	deps: Deps,
	tx: Transaction,
	change: { competition: Competition; round: RoundState; events: readonly RoundEvent[]; now: number },
	table: readonly PhaseHook[] = hooks(),
): Promise<RoomEvent[]> {
	const { competition, round, now } = change;
	const more: RoomEvent[] = [];
	for (const event of change.events) {
		if (event.type === 'phase.changed') {
			const move = { competition, round, from: event.from, to: event.phase, by: event.by, now };
			for (const hook of table) if (hook.on(move)) more.push(...((await hook.moved(deps, tx, move)) ?? []));
		} else if (event.type === 'phase.undone') {
			// `on` is asked about the move that is taken back.
			const undo = { competition, round, from: event.from, to: event.phase, by: null, now };
			const taken = { ...undo, from: event.phase, to: event.from };
			for (const hook of [...table].reverse())
				if (hook.undone && hook.on(taken)) more.push(...((await hook.undone(deps, tx, undo)) ?? []));
		}
	}
	return more;
}

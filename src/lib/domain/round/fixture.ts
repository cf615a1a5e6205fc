// Rounds brought to a phase by the commands people use; for tests only.
import { createRound, decide, dueAt, type RoundConfig, type RoundState } from './machine.ts';
import type { RoundCommand, RoundEvent } from './machine.ts';
import type { Phase } from './phase.ts';

export const START = 1_000_000;
export const MINUTE = 60_000;

/** The state and events of a command that must be accepted. */
export function accepted(state: RoundState, command: RoundCommand, now: number) {
	const decided = decide(state, command, now);
	if (!decided.ok) throw new Error(`${command.type} was refused: ${decided.reason}`);
	return decided;
}

export const after = (state: RoundState, command: RoundCommand, now: number): RoundState =>
	accepted(state, command, now).state;

export const eventsOf = (state: RoundState, command: RoundCommand, now: number): RoundEvent[] =>
	accepted(state, command, now).events;

export function refusal(state: RoundState, command: RoundCommand, now: number): string {
	const decided = decide(state, command, now);
	return decided.ok ? 'accepted' : decided.reason;
}

export function lobby(config: RoundConfig = {}): RoundState {
	const created = createRound(config, START);
	if (!created.ok) throw new Error(created.reason);
	return created.state;
}

/** A round that a facilitator moved on to `phase` at START, without a chance to undo. */
export function roundIn(phase: Phase, config: RoundConfig = {}): RoundState {
	let state = lobby(config);
	while (state.phase !== phase) state = after(state, { type: 'advance', expectedPhase: state.phase }, START);
	return { ...state, undo: null };
}

/** The tick, when it is due. */
export const tick = (state: RoundState, now: number): RoundState => {
	const due = dueAt(state);
	return due !== null && now >= due
		? after(state, { type: 'close', expectedPhase: state.phase }, now)
		: state;
};

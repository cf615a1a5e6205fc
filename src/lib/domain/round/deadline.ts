// When a phase ends for one participant, and whether an edit arriving now still counts. Derived, never stored.
import { LIMITS } from '../limits.ts';
import { isBefore, isTimed, TIMED_PHASES, type Phase, type TimedPhase } from './phase.ts';
import type { IndividualDeadline, RoundState } from './state.ts';

export type Openness = 'open' | 'grace' | 'paused' | 'closed' | 'not-yet';

/** The instant on the round's own time line: it stands still during a pause. */
export const roundNow = (state: RoundState, now: number): number => Math.min(state.pausedAt ?? now, now);

/** What is frozen by the build lock; the rest is frozen when the results open. */
export const isFrozenByBuild = (phase: TimedPhase): boolean => isBefore(phase, 'building');

/** When the phase was frozen for good; null while it can still be reopened. */
export const frozenAt = (state: RoundState, phase: TimedPhase): number | null =>
	isFrozenByBuild(phase) ? state.lockedAt : state.judgedAt;

/** Own property only: a participant id may be any string. */
const individual = (state: RoundState, participantId: string, phase: TimedPhase): number | undefined =>
	Object.hasOwn(state.deadlines, participantId) ? state.deadlines[participantId]?.[phase] : undefined;

const sharedEnd = (state: RoundState, phase: TimedPhase): number | null =>
	phase === state.phase ? state.closesAt : (state.closed[phase]?.sharedEnd ?? null);

/**
 * The deadline of one participant in a phase, epoch ms; null when the phase has none or has not opened. A participant
 * without a deadline of their own, also one who joined late, has the shared one.
 */
export function deadlineFor(
	state: RoundState,
	participantId: string,
	phase: Phase = state.phase,
): number | null {
	if (!isTimed(phase)) return null;
	const end = individual(state, participantId, phase) ?? sharedEnd(state, phase);
	const frozen = frozenAt(state, phase);
	return end !== null && frozen !== null ? Math.min(end, frozen) : end;
}

/** Whether an edit of `participantId` in `phase` that reaches the server at `now` is accepted ('open' or 'grace'). */
export function isOpenFor(state: RoundState, participantId: string, phase: Phase, now: number): Openness {
	if (!state.phases.includes(phase) || !isTimed(phase)) return 'closed';
	if (isBefore(state.phase, phase)) return 'not-yet';
	const deadline = deadlineFor(state, participantId, phase);
	if (deadline === null) return 'closed';
	if (roundNow(state, now) >= deadline) return now < deadline + LIMITS.round.graceMs ? 'grace' : 'closed';
	if (state.pausedAt === null || now < state.pausedAt) return 'open';
	return now < state.pausedAt + LIMITS.round.graceMs ? 'grace' : 'paused';
}

/** True when moving from the current phase to `to` freezes work: into building, or into the results. */
export const freezes = (state: RoundState, to: Phase): TimedPhase[] =>
	TIMED_PHASES.filter((phase) => {
		if (frozenAt(state, phase) !== null) return false;
		return isFrozenByBuild(phase) ? !isBefore(to, 'building') : !isBefore(to, 'results');
	});

/** Deadlines of single participants in the given phases that have not passed at `at` (round time). */
export function openIndividual(
	state: RoundState,
	phases: readonly TimedPhase[],
	at: number,
): IndividualDeadline[] {
	return Object.entries(state.deadlines).flatMap(([participantId, byPhase]) =>
		phases.flatMap((phase) => {
			const deadline = byPhase[phase];
			return deadline !== undefined && deadline > at ? [{ participantId, phase, deadline }] : [];
		}),
	);
}

export const nextPhase = (state: RoundState): Phase | null =>
	state.phases[state.phases.indexOf(state.phase) + 1] ?? null;

/**
 * When the clock closes the current phase, epoch ms: after the last deadline in it (and, before a lock, the last one
 * that the lock would cut short) plus the grace. Null while paused and in phases that people move on.
 */
export function dueAt(state: RoundState): number | null {
	const to = nextPhase(state);
	if (state.pausedAt !== null || state.closesAt === null || to === null || !isTimed(state.phase)) return null;
	const phases = new Set<TimedPhase>([state.phase, ...freezes(state, to)]);
	const open = openIndividual(state, [...phases], -Infinity).map(({ deadline }) => deadline);
	const last = open.reduce((a, b) => Math.max(a, b), state.closesAt);
	return Math.max(last + LIMITS.round.graceMs, state.heldUntil ?? -Infinity);
}

/** When the specs are final and builds may start: after the grace and after the undo has lapsed. Null before the lock. */
export const buildsStartAt = (state: RoundState): number | null =>
	state.lockedAt === null ? null : state.lockedAt + Math.max(LIMITS.round.graceMs, LIMITS.round.undoMs);

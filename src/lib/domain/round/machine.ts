// The phase machine: a pure table from command to decision. It never reads a clock and never changes its input.
import { DEFAULT_MINUTES, LIMITS, MS_PER_MINUTE } from '../limits.ts';
import { dueAt, freezes, frozenAt, nextPhase, openIndividual, roundNow, deadlineFor } from './deadline.ts';
import { isBefore, isOptional, isTimed, PHASES, TIMED_PHASES } from './phase.ts';
import type { OptionalPhase, Phase, TimedPhase } from './phase.ts';
import type {
	Decided,
	MovedBy,
	RefusalReason,
	RoundCommand,
	RoundEvent,
	RoundFacts,
	RoundState,
} from './state.ts';

export type * from './state.ts';
export {
	buildsStartAt,
	deadlineFor,
	dueAt,
	isOpenFor,
	nextPhase,
	roundNow,
	type Openness,
} from './deadline.ts';

const refuse = (reason: RefusalReason): Decided => ({ ok: false, reason });

/** Accepts a change. Anything but a move or an undo ends the chance to undo: an undo must not take back more than the move. */
const accept = (state: RoundState, change: Partial<RoundState>, events: RoundEvent[]): Decided => ({
	ok: true,
	state: { ...state, undo: null, ...change, version: state.version + 1 },
	events,
});

const minutesInRange = (minutes: number, range: { min: number; max: number }): boolean =>
	Number.isInteger(minutes) && minutes >= range.min && minutes <= range.max;

export interface RoundConfig {
	off?: readonly OptionalPhase[];
	minutes?: Partial<Record<TimedPhase, number>>;
}

/** A round in its lobby. Minutes left out take the defaults. */
export function createRound(
	config: RoundConfig,
	now: number,
): { ok: true; state: RoundState } | { ok: false; reason: 'minutes-out-of-range' | 'invalid-time' } {
	if (!Number.isFinite(now)) return { ok: false, reason: 'invalid-time' };
	const minutes = { ...DEFAULT_MINUTES } as Record<TimedPhase, number>;
	for (const phase of TIMED_PHASES) minutes[phase] = config.minutes?.[phase] ?? minutes[phase];
	const valid = TIMED_PHASES.every((p) => minutesInRange(minutes[p], LIMITS.round.minutes));
	if (!valid) return { ok: false, reason: 'minutes-out-of-range' };
	const off = config.off ?? [];
	return {
		ok: true,
		state: {
			version: 0,
			phase: 'lobby',
			phases: PHASES.filter((phase) => !(isOptional(phase) && off.includes(phase))),
			minutes,
			openedAt: now,
			closesAt: null,
			pausedAt: null,
			deadlines: {},
			closed: {},
			lockedAt: null,
			judgedAt: null,
			informedAt: null,
			presenting: 0,
			revealed: 0,
			revealedAt: null,
			undo: null,
			heldUntil: null,
		},
	};
}

/** Decides one command. A refusal changes nothing. */
export function decide(state: RoundState, command: RoundCommand, now: number): Decided {
	if (!Number.isFinite(now)) return refuse('invalid-time');
	const expected = 'expectedPhase' in command ? command.expectedPhase : state.phase;
	if (expected !== state.phase) return refuse('phase-changed');
	switch (command.type) {
		case 'advance':
			return advance(state, command.endOpen ?? false, now);
		case 'close':
			return close(state, now);
		case 'buildsFinished':
			return state.phase !== 'building' ? refuse('not-building') : move(state, 'pipeline', false, now);
		case 'undo':
			return undo(state, now);
		case 'pause':
			return pause(state, command.reason, now);
		case 'resume':
			return resume(state, now);
		case 'extendAll':
			return extendAll(state, command, now);
		case 'extendOne':
			return extendOne(state, command, now);
		case 'reopen':
			return reopen(state, command, now);
		case 'forget':
			return forget(state, command.participantId);
		case 'openInformed':
			return openInformed(state, now);
		case 'presentNext':
			return presentNext(state, command);
		case 'revealNext':
			return revealNext(state, command, now);
	}
}

const advance = (state: RoundState, endOpen: boolean, now: number): Decided =>
	move(state, 'facilitator', endOpen, now);

function close(state: RoundState, now: number): Decided {
	if (!isTimed(state.phase)) return refuse('not-timed');
	if (state.pausedAt !== null) return refuse('paused');
	const due = dueAt(state);
	return due === null || now < due ? refuse('not-due') : move(state, 'clock', false, now);
}

function facts(state: RoundState): RoundFacts {
	const rest: Partial<RoundState> = { ...state };
	delete rest.undo;
	delete rest.version;
	delete rest.heldUntil;
	return rest as RoundFacts;
}

/** What moving on freezes, and the individual deadlines that would be cut short by it. */
function freeze(state: RoundState, to: Phase, now: number) {
	const phases = freezes(state, to);
	const frozen: Partial<RoundState> = {};
	if (state.lockedAt === null && !isBefore(to, 'building')) frozen.lockedAt = now;
	if (state.judgedAt === null && !isBefore(to, 'results')) frozen.judgedAt = now;
	return { frozen, cut: openIndividual(state, phases, now) };
}

function move(state: RoundState, by: MovedBy, endOpen: boolean, now: number): Decided {
	const to = nextPhase(state);
	if (to === null) return refuse('last-phase');
	if (state.pausedAt !== null) return refuse('paused');
	const { frozen, cut } = freeze(state, to, now);
	if (cut.length > 0 && !endOpen) return refuse('participants-still-open');
	const closesAt = isTimed(to) ? now + state.minutes[to] * MS_PER_MINUTE : null;
	const closed = isTimed(state.phase)
		? { ...state.closed, [state.phase]: { sharedEnd: Math.min(state.closesAt ?? now, now), leftAt: now } }
		: state.closed;
	const events: RoundEvent[] = [
		{ type: 'phase.changed', from: state.phase, phase: to, openedAt: now, closesAt, by },
	];
	if (frozen.lockedAt !== undefined) events.push({ type: 'round.locked', at: now });
	if (cut.length > 0) events.push({ type: 'round.deadlinesEnded', ended: cut });
	const change: Partial<RoundState> = {
		...frozen,
		phase: to,
		openedAt: now,
		closesAt,
		closed,
		heldUntil: null,
		revealedAt: to === 'debrief' ? (state.revealedAt ?? now) : state.revealedAt,
		undo:
			by === 'pipeline' ? null : { to: state.phase, until: now + LIMITS.round.undoMs, before: facts(state) },
	};
	return accept(state, change, events);
}

function undo(state: RoundState, now: number): Decided {
	if (state.undo === null) return refuse('nothing-to-undo');
	if (now > state.undo.until) return refuse('undo-expired');
	const { before } = state.undo;
	return accept(state, { ...before, heldUntil: now + LIMITS.round.undoMs }, [
		{ type: 'phase.undone', from: state.phase, phase: before.phase, closesAt: before.closesAt },
	]);
}

function reasonProblem(reason: string): RefusalReason | null {
	const length = reason.trim().length;
	if (length < LIMITS.text.reason.min) return 'reason-missing';
	return length > LIMITS.text.reason.max ? 'reason-too-long' : null;
}

function pause(state: RoundState, reason: string, now: number): Decided {
	const problem = state.pausedAt !== null ? 'paused' : reasonProblem(reason);
	if (problem) return refuse(problem);
	return accept(state, { pausedAt: now }, [{ type: 'round.paused', at: now, reason: reason.trim() }]);
}

/** Every deadline that was still open when the clock stopped moves by the length of the pause; the others stay. */
function resume(state: RoundState, now: number): Decided {
	const { pausedAt } = state;
	if (pausedAt === null) return refuse('not-paused');
	const pausedMs = Math.max(0, now - pausedAt);
	const shift = (deadline: number): number => (deadline > pausedAt ? deadline + pausedMs : deadline);
	const closesAt = state.closesAt === null ? null : shift(state.closesAt);
	const deadlines = mapDeadlines(state, (deadline) => shift(deadline));
	return accept(state, { pausedAt: null, closesAt, deadlines }, [
		{ type: 'round.resumed', at: now, pausedMs, closesAt },
	]);
}

function mapDeadlines(
	state: RoundState,
	change: (deadline: number, phase: TimedPhase) => number,
): RoundState['deadlines'] {
	return Object.fromEntries(
		Object.entries(state.deadlines).map(([participantId, byPhase]) => [
			participantId,
			Object.fromEntries(
				TIMED_PHASES.flatMap((phase) => {
					const deadline = byPhase[phase];
					return deadline === undefined ? [] : [[phase, change(deadline, phase)]];
				}),
			),
		]),
	);
}

function withDeadline(state: RoundState, participantId: string, phase: TimedPhase, deadline: number) {
	const own = Object.hasOwn(state.deadlines, participantId) ? state.deadlines[participantId] : undefined;
	const entries = Object.entries(state.deadlines).filter(([id]) => id !== participantId);
	return Object.fromEntries([...entries, [participantId, { ...own, [phase]: deadline }]]);
}

function extensionProblem(command: { minutes: number; reason: string }): RefusalReason | null {
	return minutesInRange(command.minutes, LIMITS.round.extensionMinutes)
		? reasonProblem(command.reason)
		: 'minutes-out-of-range';
}

/** Everybody gets the minutes, also those with a deadline of their own; a deadline that has passed counts from now. */
function extendAll(state: RoundState, command: { minutes: number; reason: string }, now: number): Decided {
	const { phase, closesAt } = state;
	if (!isTimed(phase) || closesAt === null) return refuse('not-timed');
	const problem = extensionProblem(command);
	if (problem) return refuse(problem);
	const longer = (d: number): number => Math.max(d, roundNow(state, now)) + command.minutes * MS_PER_MINUTE;
	const deadline = longer(closesAt);
	const deadlines = mapDeadlines(state, (d, of) => (of === phase ? longer(d) : d));
	const { minutes } = command;
	return accept(state, { closesAt: deadline, deadlines }, [
		{ type: 'round.extended', participantId: null, phase, minutes, deadline, reason: command.reason.trim() },
	]);
}

function extendOne(
	state: RoundState,
	command: { participantId: string; minutes: number; reason: string },
	now: number,
): Decided {
	const { phase } = state;
	const current = deadlineFor(state, command.participantId);
	if (!isTimed(phase) || current === null) return refuse('not-timed');
	const problem = command.participantId === '' ? 'invalid-participant' : extensionProblem(command);
	if (problem) return refuse(problem);
	const { participantId, minutes } = command;
	const deadline = Math.max(current, roundNow(state, now)) + minutes * MS_PER_MINUTE;
	return accept(state, { deadlines: withDeadline(state, participantId, phase, deadline) }, [
		{ type: 'round.extended', participantId, phase, minutes, deadline, reason: command.reason.trim() },
	]);
}

function reopenProblem(
	state: RoundState,
	command: { participantId: string; phase: TimedPhase; until: number; reason: string },
	now: number,
): RefusalReason | null {
	if (command.participantId === '') return 'invalid-participant';
	if (!isTimed(command.phase) || !state.phases.includes(command.phase)) return 'phase-not-in-round';
	if (!isBefore(command.phase, state.phase)) return 'phase-not-closed';
	if (frozenAt(state, command.phase) !== null) return 'locked';
	if (!(command.until > now)) return 'until-not-in-future';
	if (command.until - now > LIMITS.round.reopenMaxMs) return 'until-too-far';
	return reasonProblem(command.reason);
}

/** `until` is what a wall clock would show if the round ran from now on; during a pause it moves with the others. */
function reopen(
	state: RoundState,
	command: { participantId: string; phase: TimedPhase; until: number; reason: string },
	now: number,
): Decided {
	const problem = reopenProblem(state, command, now);
	if (problem) return refuse(problem);
	const { participantId, phase } = command;
	const granted = command.until - (now - roundNow(state, now));
	const deadline = Math.max(granted, deadlineFor(state, participantId, phase) ?? granted);
	return accept(state, { deadlines: withDeadline(state, participantId, phase, deadline) }, [
		{ type: 'entry.reopened', participantId, phase, deadline, reason: command.reason.trim() },
	]);
}

/**
 * Drops the deadlines of somebody who left, so that the clock does not wait for them. A chance to undo stays, and an
 * undo does not bring them back either.
 */
function forget(state: RoundState, participantId: string): Decided {
	const without = (deadlines: RoundState['deadlines']): RoundState['deadlines'] =>
		Object.fromEntries(Object.entries(deadlines).filter(([id]) => id !== participantId));
	const { undo } = state;
	const before = undo && { ...undo.before, deadlines: without(undo.before.deadlines) };
	const change = { deadlines: without(state.deadlines), undo: undo && before && { ...undo, before } };
	return accept(state, change, []);
}

/** Ends first impressions for everybody at once: from here on check results show and the rubric is scored. */
function openInformed(state: RoundState, now: number): Decided {
	if (state.phase !== 'voting') return refuse('not-voting');
	if (state.informedAt !== null) return refuse('step-changed');
	return accept(state, { informedAt: now }, [{ type: 'voting.informed', at: now }]);
}

function presentNext(state: RoundState, command: { expectedIndex: number; entries: number }): Decided {
	if (state.phase !== 'presenting') return refuse('not-presenting');
	if (command.expectedIndex !== state.presenting) return refuse('step-changed');
	const index = state.presenting + 1;
	if (!(index < command.entries)) return refuse('nothing-left');
	return accept(state, { presenting: index }, [{ type: 'presenting.moved', position: index }]);
}

function revealNext(
	state: RoundState,
	command: { expectedRevealed: number; entries: number },
	now: number,
): Decided {
	if (state.phase !== 'results') return refuse('not-revealing');
	if (command.expectedRevealed !== state.revealed) return refuse('step-changed');
	const revealed = state.revealed + 1;
	if (!(revealed <= command.entries)) return refuse('nothing-left');
	const complete = revealed === command.entries;
	return accept(state, { revealed, revealedAt: complete ? now : null }, [
		{ type: 'results.revealed', revealed, of: command.entries },
	]);
}

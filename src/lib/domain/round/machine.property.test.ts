// What no sequence of commands may break, checked over generated rounds.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { lobby, START } from './fixture.ts';
import {
	decide,
	deadlineFor,
	dueAt,
	isOpenFor,
	roundNow,
	type RoundCommand,
	type RoundState,
} from './machine.ts';
import { isTimed, OPTIONAL_PHASES, PHASES, TIMED_PHASES, type TimedPhase } from './phase.ts';

const PEOPLE = ['ann', 'bob', '__proto__'] as const;
const reason = 'because';
const minutes = fc.integer({ min: 1, max: 120 });

/** Commands relative to the state they meet, so that most are accepted; stale ones are among them. */
type Draft = (state: RoundState, now: number) => RoundCommand;
const draft = (make: (state: RoundState, now: number) => RoundCommand): fc.Arbitrary<Draft> =>
	fc.constant(make);

const drafts: fc.Arbitrary<Draft> = fc.oneof(
	{
		weight: 5,
		arbitrary: fc
			.boolean()
			.map((endOpen): Draft => (s) => ({ type: 'advance', expectedPhase: s.phase, endOpen })),
	},
	{
		weight: 1,
		arbitrary: fc.constantFrom(...PHASES).map((p): Draft => () => ({ type: 'advance', expectedPhase: p })),
	},
	{ weight: 3, arbitrary: draft((s) => ({ type: 'undo', expectedPhase: s.phase })) },
	{ weight: 3, arbitrary: draft(() => ({ type: 'pause', reason })) },
	{ weight: 3, arbitrary: draft(() => ({ type: 'resume' })) },
	{ weight: 3, arbitrary: draft((s) => ({ type: 'close', expectedPhase: s.phase })) },
	{ weight: 1, arbitrary: draft(() => ({ type: 'buildsFinished' })) },
	{
		weight: 2,
		arbitrary: minutes.map((m): Draft => (s) => ({
			type: 'extendAll',
			expectedPhase: s.phase,
			minutes: m,
			reason,
		})),
	},
	{
		weight: 3,
		arbitrary: fc.tuple(fc.constantFrom(...PEOPLE), minutes).map(([participantId, m]): Draft => (s) => ({
			type: 'extendOne',
			expectedPhase: s.phase,
			participantId,
			minutes: m,
			reason,
		})),
	},
	{
		weight: 3,
		arbitrary: fc
			.tuple(fc.constantFrom(...PEOPLE), fc.constantFrom(...TIMED_PHASES), minutes)
			.map(([participantId, phase, m]): Draft => (_s, now) => ({
				type: 'reopen',
				participantId,
				phase,
				until: now + m * 60_000,
				reason,
			})),
	},
	{ weight: 1, arbitrary: draft((s) => ({ type: 'openInformed', expectedPhase: s.phase })) },
	{ weight: 1, arbitrary: draft((s) => ({ type: 'presentNext', expectedIndex: s.presenting, entries: 3 })) },
	{ weight: 1, arbitrary: draft((s) => ({ type: 'revealNext', expectedRevealed: s.revealed, entries: 3 })) },
);

const wait = fc.oneof(fc.integer({ min: 0, max: 4_000 }), fc.integer({ min: 0, max: 30 * 60_000 }));
const script = fc.array(fc.record({ wait, make: drafts }), { maxLength: 40 });
const config = fc.record({ off: fc.subarray([...OPTIONAL_PHASES]) });

interface Step {
	before: RoundState;
	command: RoundCommand;
	now: number;
	result: ReturnType<typeof decide>;
}

function run(steps: { wait: number; make: Draft }[], setup: { off: (typeof OPTIONAL_PHASES)[number][] }) {
	let state = lobby(setup);
	let now = START;
	const history: Step[] = [];
	for (const step of steps) {
		now += step.wait;
		const command = step.make(state, now);
		const result = decide(deepFreeze(state), command, now);
		history.push({ before: state, command, now, result });
		if (result.ok) state = result.state;
	}
	return { state, now, history };
}

function deepFreeze<T>(value: T): T {
	if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze);
	return value;
}

const eachPersonAndPhase = PEOPLE.flatMap((id) => TIMED_PHASES.map((phase) => [id, phase] as const));

/** Everything that an undo must bring back. */
const facts = (state: RoundState) => ({ ...state, version: null, undo: null, heldUntil: null });

/** Time a participant still has, on the round's own clock. */
const remaining = (state: RoundState, id: string, phase: TimedPhase, now: number): number =>
	(deadlineFor(state, id, phase) ?? -Infinity) - roundNow(state, now);

/** A round in any state that commands can reach. */
const reached = fc.tuple(script, config).map(([steps, setup]) => run(steps, setup));

describe('for every sequence of commands', () => {
	it('an accepted command makes one new version and one event at least; a refused one changes nothing', () => {
		fc.assert(
			fc.property(script, config, (steps, setup) => {
				for (const { before, result } of run(steps, setup).history) {
					if (!result.ok) continue;
					expect(result.state.version).toBe(before.version + 1);
					expect(result.events.length).toBeGreaterThan(0);
					expect(JSON.parse(JSON.stringify(result.state))).toEqual(result.state);
				}
			}),
		);
	});

	it('the round moves by one phase at a time, and back only by an undo', () => {
		fc.assert(
			fc.property(script, config, (steps, setup) => {
				for (const { before, result, command } of run(steps, setup).history) {
					if (!result.ok) continue;
					const by = before.phases.indexOf(result.state.phase) - before.phases.indexOf(before.phase);
					const moves =
						command.type === 'advance' || command.type === 'close' || command.type === 'buildsFinished';
					expect(by).toBe(command.type === 'undo' ? -1 : moves ? 1 : 0);
				}
			}),
		);
	});

	it('time granted to one participant is never lost, unless its end was confirmed and recorded', () => {
		fc.assert(
			fc.property(script, config, (steps, setup) => {
				for (const { before, result, now } of run(steps, setup).history) {
					if (!result.ok) continue;
					const ended = result.events.flatMap((e) => (e.type === 'round.deadlinesEnded' ? e.ended : []));
					for (const [id, phase] of eachPersonAndPhase) {
						const own = Object.hasOwn(before.deadlines, id) ? before.deadlines[id]?.[phase] : undefined;
						const left = remaining(before, id, phase, now);
						if (own === undefined || left <= 0) continue;
						const recorded = ended.some((e) => e.participantId === id && e.phase === phase);
						if (!recorded) expect(remaining(result.state, id, phase, now)).toBeGreaterThanOrEqual(left);
					}
				}
			}),
		);
	});

	it('only moving on shortens the time that everybody shares', () => {
		fc.assert(
			fc.property(script, config, (steps, setup) => {
				for (const { before, result, now } of run(steps, setup).history) {
					if (!result.ok || result.state.phase !== before.phase || before.closesAt === null) continue;
					if (!isTimed(before.phase)) continue;
					const left = remaining(before, 'somebody', before.phase, now);
					expect(remaining(result.state, 'somebody', before.phase, now)).toBeGreaterThanOrEqual(left);
				}
			}),
		);
	});

	it('an undo restores everything, deadlines to the millisecond', () => {
		fc.assert(
			fc.property(reached, fc.integer({ min: 0, max: LIMITS.round.undoMs }), ({ state, now }, later) => {
				const moved = decide(state, { type: 'advance', expectedPhase: state.phase, endOpen: true }, now);
				if (!moved.ok) return;
				const back = decide(moved.state, { type: 'undo', expectedPhase: moved.state.phase }, now + later);
				expect(back.ok && facts(back.state)).toEqual(facts(state));
			}),
		);
	});

	it('a pause changes nobody\u2019s remaining time and nothing else', () => {
		fc.assert(
			fc.property(reached, wait, ({ state, now }, length) => {
				const paused = decide(state, { type: 'pause', reason }, now);
				if (!paused.ok) return;
				const resumed = decide(paused.state, { type: 'resume' }, now + length);
				if (!resumed.ok) throw new Error('resume was refused');
				for (const [id, phase] of eachPersonAndPhase) {
					const left = remaining(state, id, phase, now);
					if (left <= 0) continue;
					expect(remaining(paused.state, id, phase, now + length)).toBe(left);
					expect(remaining(resumed.state, id, phase, now + length)).toBe(left);
					expect(isOpenFor(resumed.state, id, phase, now + length)).toBe(isOpenFor(state, id, phase, now));
				}
				const clocks = { closesAt: null, deadlines: null };
				expect({ ...facts(resumed.state), ...clocks }).toEqual({ ...facts(state), ...clocks });
			}),
		);
	});

	it('the tick is accepted at the due time and refused before it, and then nobody was still writing', () => {
		fc.assert(
			fc.property(reached, fc.integer({ min: 1, max: 10_000_000 }), ({ state }, early) => {
				const due = dueAt(state);
				if (due === null) return;
				const close = { type: 'close', expectedPhase: state.phase } as const;
				expect(decide(state, close, due - early)).toEqual({ ok: false, reason: 'not-due' });
				expect(decide(state, close, due).ok).toBe(true);
				for (const id of [...PEOPLE, 'somebody'])
					expect(isOpenFor(state, id, state.phase, due)).toBe('closed');
			}),
		);
	});

	it('of two presses of the same button one counts', () => {
		fc.assert(
			fc.property(reached, ({ state, now }) => {
				const command = { type: 'advance', expectedPhase: state.phase, endOpen: true } as const;
				const first = decide(state, command, now);
				if (first.ok)
					expect(decide(first.state, command, now)).toEqual({ ok: false, reason: 'phase-changed' });
			}),
		);
	});

	it('as time goes by, open turns to grace and grace to closed, never back', () => {
		const order = ['open', 'grace', 'paused', 'closed'];
		fc.assert(
			fc.property(reached, fc.array(wait, { minLength: 2, maxLength: 6 }), ({ state, now }, waits) => {
				for (const [id, phase] of eachPersonAndPhase) {
					let at = now;
					let last = -1;
					for (const by of waits) {
						const openness = isOpenFor(state, id, phase, (at += by));
						if (openness === 'not-yet') continue;
						expect(order.indexOf(openness)).toBeGreaterThanOrEqual(last);
						last = order.indexOf(openness);
					}
				}
			}),
		);
	});

	it('nothing can be edited after its lock and the grace', () => {
		fc.assert(
			fc.property(reached, ({ state, now }) => {
				for (const [id, phase] of eachPersonAndPhase) {
					const frozen = phase === 'reviewing' || phase === 'voting' ? state.judgedAt : state.lockedAt;
					if (frozen === null || now < frozen + LIMITS.round.graceMs) continue;
					expect(isOpenFor(state, id, phase, now)).toBe('closed');
				}
			}),
		);
	});
});

// What each command does to a round, one behaviour per test.
import { describe, expect, it } from 'vitest';
import { DEFAULT_MINUTES, LIMITS } from '../limits.ts';
import { accepted, after, eventsOf, lobby, MINUTE, refusal, roundIn, START, tick } from './fixture.ts';
import {
	buildsStartAt,
	createRound,
	deadlineFor,
	dueAt,
	isOpenFor,
	nextPhase,
	type RoundState,
} from './machine.ts';
import { freezes, openIndividual, roundNow } from './deadline.ts';
import { PHASES, TIMED_PHASES } from './phase.ts';

const { graceMs, undoMs, reopenMaxMs } = LIMITS.round;
const reason = 'fire alarm';
const WRITING_END = START + DEFAULT_MINUTES.writing * MINUTE;

const advance = (state: RoundState, now: number, endOpen?: boolean): RoundState =>
	after(state, { type: 'advance', expectedPhase: state.phase, endOpen }, now);
const extendOne = (state: RoundState, participantId: string, minutes: number, now: number): RoundState =>
	after(state, { type: 'extendOne', expectedPhase: state.phase, participantId, minutes, reason }, now);
const extendAll = (state: RoundState, minutes: number, now: number): RoundState =>
	after(state, { type: 'extendAll', expectedPhase: state.phase, minutes, reason }, now);
const pause = (state: RoundState, now: number): RoundState => after(state, { type: 'pause', reason }, now);
const resume = (state: RoundState, now: number): RoundState => after(state, { type: 'resume' }, now);

describe('a new round', () => {
	it('waits in the lobby with every phase and the default minutes', () => {
		expect(lobby()).toEqual({
			version: 0,
			phase: 'lobby',
			phases: [...PHASES],
			minutes: DEFAULT_MINUTES,
			openedAt: START,
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
		});
	});

	it('leaves out the phases that are switched off and takes the minutes that are given', () => {
		const state = lobby({ off: ['predicting', 'presenting'], minutes: { writing: 25 } });
		expect(state.phases).toEqual(PHASES.filter((p) => p !== 'predicting' && p !== 'presenting'));
		expect(state.minutes).toEqual({ ...DEFAULT_MINUTES, writing: 25 });
	});

	it('keeps a phase that may not be left out', () => {
		expect(lobby({ off: ['writing' as never, 'results' as never] }).phases).toEqual([...PHASES]);
	});

	it.each([0, -1, 241, 1.5, Number.NaN, Infinity])('refuses %s minutes', (minutes) => {
		expect(createRound({ minutes: { voting: minutes } }, START)).toEqual({
			ok: false,
			reason: 'minutes-out-of-range',
		});
	});

	it('accepts the shortest and the longest phase', () => {
		expect(createRound({ minutes: { writing: 1, voting: 240 } }, START).ok).toBe(true);
	});

	it('refuses a time that is none', () => {
		expect(createRound({}, Number.NaN)).toEqual({ ok: false, reason: 'invalid-time' });
		expect(refusal(lobby(), { type: 'advance', expectedPhase: 'lobby' }, Number.NaN)).toBe('invalid-time');
	});
});

describe('moving on', () => {
	it('opens the next phase with its own deadline and says so', () => {
		const { state, events } = accepted(
			roundIn('briefing'),
			{ type: 'advance', expectedPhase: 'briefing' },
			START + 5,
		);
		expect(state).toMatchObject({ phase: 'writing', openedAt: START + 5, closesAt: WRITING_END + 5 });
		expect(events).toEqual([
			{
				type: 'phase.changed',
				from: 'briefing',
				phase: 'writing',
				openedAt: START + 5,
				closesAt: WRITING_END + 5,
				by: 'facilitator',
			},
		]);
	});

	it('has no deadline in a phase that people move on', () => {
		expect(roundIn('presenting').closesAt).toBeNull();
	});

	it('skips phases that are switched off', () => {
		const state = roundIn('writing', { off: ['deciding', 'predicting'] });
		expect(nextPhase(state)).toBe('building');
		expect(advance(state, START).phase).toBe('building');
	});

	it('moves once when two facilitators press at the same time', () => {
		const command = { type: 'advance', expectedPhase: 'writing' } as const;
		expect(refusal(after(roundIn('writing'), command, START), command, START)).toBe('phase-changed');
	});

	it('ends in the debrief', () => {
		expect(nextPhase(roundIn('debrief'))).toBeNull();
		expect(refusal(roundIn('debrief'), { type: 'advance', expectedPhase: 'debrief' }, START)).toBe(
			'last-phase',
		);
	});

	it('is refused while paused', () => {
		expect(
			refusal(pause(roundIn('writing'), START), { type: 'advance', expectedPhase: 'writing' }, START),
		).toBe('paused');
	});

	it('remembers when a phase ended that was cut short', () => {
		expect(advance(roundIn('writing'), START + 10).closed.writing).toEqual({
			sharedEnd: START + 10,
			leftAt: START + 10,
		});
	});

	it('keeps the deadline as the end of a phase that was left after it', () => {
		expect(advance(roundIn('writing'), WRITING_END + 70).closed.writing).toEqual({
			sharedEnd: WRITING_END,
			leftAt: WRITING_END + 70,
		});
	});

	it('does not list phases without a clock as closed', () => {
		expect(roundIn('writing').closed).toEqual({});
	});

	it('locks specs, decisions and predictions when building opens', () => {
		const { state, events } = accepted(
			roundIn('predicting'),
			{ type: 'advance', expectedPhase: 'predicting' },
			START + 1,
		);
		expect(state.lockedAt).toBe(START + 1);
		expect(state.judgedAt).toBeNull();
		expect(events.map((e) => e.type)).toEqual(['phase.changed', 'round.locked']);
		expect(events[1]).toEqual({ type: 'round.locked', at: START + 1 });
	});

	it('locks once and keeps the time of the lock', () => {
		const state = advance({ ...roundIn('building') }, START + 50);
		expect(state.lockedAt).toBe(START);
	});

	it('freezes reviews and ballots when the results open, without a second lock', () => {
		const { state, events } = accepted(
			roundIn('voting'),
			{ type: 'advance', expectedPhase: 'voting' },
			START + 3,
		);
		expect(state.judgedAt).toBe(START + 3);
		expect(events.map((e) => e.type)).toEqual(['phase.changed']);
	});
});

describe('the clock', () => {
	it('closes a phase after the last deadline and the grace, not before', () => {
		const state = roundIn('writing');
		expect(dueAt(state)).toBe(WRITING_END + graceMs);
		expect(refusal(state, { type: 'close', expectedPhase: 'writing' }, WRITING_END + graceMs - 1)).toBe(
			'not-due',
		);
		const { state: next, events } = accepted(
			state,
			{ type: 'close', expectedPhase: 'writing' },
			WRITING_END + graceMs,
		);
		expect(next.phase).toBe('deciding');
		expect(next.closed.writing).toEqual({ sharedEnd: WRITING_END, leftAt: WRITING_END + graceMs });
		expect(events[0]).toMatchObject({ type: 'phase.changed', by: 'clock' });
	});

	it.each(TIMED_PHASES)('moves %s on', (phase) => {
		const state = roundIn(phase);
		expect(tick(state, dueAt(state) ?? 0).phase).toBe(nextPhase(state));
	});

	it.each(PHASES.filter((p) => !(TIMED_PHASES as readonly string[]).includes(p)))(
		'leaves %s alone',
		(phase) => {
			expect(dueAt(roundIn(phase))).toBeNull();
			expect(refusal(roundIn(phase), { type: 'close', expectedPhase: phase }, START * 9)).toBe('not-timed');
		},
	);

	it('stands still while paused', () => {
		const state = pause(roundIn('writing'), START);
		expect(dueAt(state)).toBeNull();
		expect(refusal(state, { type: 'close', expectedPhase: 'writing' }, WRITING_END * 2)).toBe('paused');
	});

	it('waits for the participant with the latest deadline', () => {
		const state = extendOne(roundIn('writing'), 'ann', 7, START);
		expect(dueAt(state)).toBe(WRITING_END + 7 * MINUTE + graceMs);
	});

	it('does not wait in a later phase for somebody still writing, except before the lock', () => {
		const writing = extendOne(roundIn('writing'), 'ann', 60, START);
		const deciding = advance(writing, WRITING_END);
		expect(dueAt(deciding)).toBe(WRITING_END + DEFAULT_MINUTES.deciding * MINUTE + graceMs);
		const predicting = advance(deciding, WRITING_END);
		expect(dueAt(predicting)).toBe(WRITING_END + 60 * MINUTE + graceMs);
	});

	it('does not let a shorter individual deadline close the phase early', () => {
		const state = { ...roundIn('writing'), deadlines: { ann: { writing: START + 1 } } };
		expect(dueAt(state)).toBe(WRITING_END + graceMs);
	});
});

describe('undo', () => {
	const moved = advance(roundIn('writing'), START + MINUTE);

	it('returns to the phase with its deadline as it was, up to the last instant', () => {
		const { state, events } = accepted(
			moved,
			{ type: 'undo', expectedPhase: 'deciding' },
			START + MINUTE + undoMs,
		);
		expect(state).toEqual({
			...roundIn('writing'),
			version: moved.version + 1,
			heldUntil: START + MINUTE + 2 * undoMs,
		});
		expect(events).toEqual([
			{ type: 'phase.undone', from: 'deciding', phase: 'writing', closesAt: WRITING_END },
		]);
	});

	it('lapses', () => {
		expect(refusal(moved, { type: 'undo', expectedPhase: 'deciding' }, START + MINUTE + undoMs + 1)).toBe(
			'undo-expired',
		);
	});

	it('has nothing to take back before a move, after an undo, and after any other command', () => {
		const undo = (state: RoundState): string =>
			refusal(state, { type: 'undo', expectedPhase: state.phase }, START + MINUTE);
		expect(undo(lobby())).toBe('nothing-to-undo');
		expect(undo(after(moved, { type: 'undo', expectedPhase: 'deciding' }, START + MINUTE))).toBe(
			'nothing-to-undo',
		);
		expect(undo(extendOne(moved, 'ann', 1, START + MINUTE))).toBe('nothing-to-undo');
	});

	it('is not taken for an undo of another phase', () => {
		expect(refusal(moved, { type: 'undo', expectedPhase: 'writing' }, START + MINUTE)).toBe('phase-changed');
	});

	it('takes the lock back', () => {
		const state = advance(roundIn('predicting'), START);
		expect(after(state, { type: 'undo', expectedPhase: 'building' }, START).lockedAt).toBeNull();
	});

	it('can follow the clock, and then leaves time to extend before the clock closes again', () => {
		const due = WRITING_END + graceMs;
		const back = after(
			tick(roundIn('writing'), due),
			{ type: 'undo', expectedPhase: 'deciding' },
			due + 1_000,
		);
		expect(back.closesAt).toBe(WRITING_END);
		expect(dueAt(back)).toBe(due + 1_000 + undoMs);
		expect(dueAt(extendAll(back, 2, due + 2_000))).toBe(due + 2_000 + 2 * MINUTE + graceMs);
	});

	it('does not take back what the pipeline did', () => {
		expect(after(roundIn('building'), { type: 'buildsFinished' }, START).undo).toBeNull();
	});
});

describe('pause and resume', () => {
	it('moves every open deadline by the pause and leaves those that had passed', () => {
		const state = {
			...roundIn('writing'),
			deadlines: { ann: { writing: WRITING_END + MINUTE }, bob: { writing: START + 1 } },
		};
		const { state: resumed, events } = accepted(
			pause(state, START + 2),
			{ type: 'resume' },
			START + 2 + 90_000,
		);
		expect(resumed.closesAt).toBe(WRITING_END + 90_000);
		expect(resumed.deadlines).toEqual({
			ann: { writing: WRITING_END + MINUTE + 90_000 },
			bob: { writing: START + 1 },
		});
		expect(resumed.pausedAt).toBeNull();
		expect(events).toEqual([
			{ type: 'round.resumed', at: START + 90_002, pausedMs: 90_000, closesAt: WRITING_END + 90_000 },
		]);
	});

	it('leaves a deadline that is reached in the very moment of the pause', () => {
		expect(resume(pause(roundIn('writing'), WRITING_END), WRITING_END + MINUTE).closesAt).toBe(WRITING_END);
	});

	it('records when and why', () => {
		const events = eventsOf(roundIn('writing'), { type: 'pause', reason: '  fire alarm ' }, START + 9);
		expect(events).toEqual([{ type: 'round.paused', at: START + 9, reason: 'fire alarm' }]);
	});

	it('is refused twice, and resuming what runs too', () => {
		expect(refusal(pause(roundIn('writing'), START), { type: 'pause', reason }, START)).toBe('paused');
		expect(refusal(roundIn('writing'), { type: 'resume' }, START)).toBe('not-paused');
	});

	it.each(['', '  ', 'x ', ' ab'])('wants a reason, not %j', (text) => {
		expect(refusal(roundIn('writing'), { type: 'pause', reason: text }, START)).toBe('reason-missing');
	});

	it('bounds the reason', () => {
		const { max, min } = LIMITS.text.reason;
		expect(refusal(roundIn('writing'), { type: 'pause', reason: 'x'.repeat(max + 1) }, START)).toBe(
			'reason-too-long',
		);
		expect(refusal(roundIn('writing'), { type: 'pause', reason: 'x'.repeat(max) }, START)).toBe('accepted');
		expect(refusal(roundIn('writing'), { type: 'pause', reason: 'x'.repeat(min) }, START)).toBe('accepted');
	});

	it('stops in phases without a deadline as well', () => {
		const state = resume(pause(roundIn('presenting'), START), START + MINUTE);
		expect(state).toMatchObject({ closesAt: null, pausedAt: null });
	});

	it('never counts a clock that went backwards as a negative pause', () => {
		expect(resume(pause(roundIn('writing'), START + 50), START + 20).closesAt).toBe(WRITING_END);
	});

	it('stops the round\u2019s own time', () => {
		const state = pause(roundIn('writing'), START + 10);
		expect([roundNow(state, START + 5), roundNow(state, START + 10), roundNow(state, START + 99)]).toEqual([
			START + 5,
			START + 10,
			START + 10,
		]);
		expect(roundNow(roundIn('writing'), START + 99)).toBe(START + 99);
	});
});

describe('extending', () => {
	it('gives everybody the minutes, also those who have a deadline of their own', () => {
		const state = extendAll(extendOne(roundIn('writing'), 'ann', 5, START), 3, START);
		expect(state.closesAt).toBe(WRITING_END + 3 * MINUTE);
		expect(deadlineFor(state, 'ann')).toBe(WRITING_END + 8 * MINUTE);
	});

	it('does not touch deadlines of other phases', () => {
		const state = advance(extendOne(roundIn('writing'), 'ann', 60, START), START + MINUTE);
		expect(deadlineFor(extendAll(state, 5, START + MINUTE), 'ann', 'writing')).toBe(
			WRITING_END + 60 * MINUTE,
		);
	});

	it('counts from now when the deadline has passed', () => {
		const now = WRITING_END + 3_000;
		expect(extendAll(roundIn('writing'), 2, now).closesAt).toBe(now + 2 * MINUTE);
		expect(deadlineFor(extendOne(roundIn('writing'), 'ann', 2, now), 'ann')).toBe(now + 2 * MINUTE);
	});

	it('gives one participant more and nobody else', () => {
		const { state, events } = accepted(
			roundIn('writing'),
			{
				type: 'extendOne',
				expectedPhase: 'writing',
				participantId: 'ann',
				minutes: 5,
				reason: ' laptop died ',
			},
			START,
		);
		expect(deadlineFor(state, 'ann')).toBe(WRITING_END + 5 * MINUTE);
		expect(deadlineFor(state, 'bob')).toBe(WRITING_END);
		expect(events).toEqual([
			{
				type: 'round.extended',
				participantId: 'ann',
				phase: 'writing',
				minutes: 5,
				deadline: WRITING_END + 5 * MINUTE,
				reason: 'laptop died',
			},
		]);
	});

	it('adds up', () => {
		expect(
			deadlineFor(extendOne(extendOne(roundIn('writing'), 'ann', 5, START), 'ann', 2, START), 'ann'),
		).toBe(WRITING_END + 7 * MINUTE);
	});

	it('says what it did for everybody', () => {
		const events = eventsOf(
			roundIn('writing'),
			{ type: 'extendAll', expectedPhase: 'writing', minutes: 4, reason: ' late start ' },
			START,
		);
		expect(events).toEqual([
			{
				type: 'round.extended',
				participantId: null,
				phase: 'writing',
				minutes: 4,
				deadline: WRITING_END + 4 * MINUTE,
				reason: 'late start',
			},
		]);
	});

	it('works during a pause, on the time that stands still', () => {
		const paused = pause(roundIn('writing'), WRITING_END + 1_000);
		const state = resume(extendAll(paused, 2, WRITING_END + 60_000), WRITING_END + 100_000);
		expect(state.closesAt).toBe(WRITING_END + 100_000 + 2 * MINUTE);
	});

	it.each(['extendAll', 'extendOne'] as const)(
		'%s is refused where no clock runs, and with bad input',
		(type) => {
			const command = { type, participantId: 'ann', minutes: 5, reason };
			const of = (state: RoundState, change: object = {}): string =>
				refusal(state, { ...command, expectedPhase: state.phase, ...change } as never, START);
			expect(of(roundIn('presenting'))).toBe('not-timed');
			expect(of(roundIn('lobby'))).toBe('not-timed');
			expect(of(roundIn('writing'), { minutes: 0 })).toBe('minutes-out-of-range');
			expect(of(roundIn('writing'), { minutes: 121 })).toBe('minutes-out-of-range');
			expect(of(roundIn('writing'), { minutes: 2.5 })).toBe('minutes-out-of-range');
			expect(of(roundIn('writing'), { reason: '' })).toBe('reason-missing');
			expect(of(roundIn('writing'), { expectedPhase: 'deciding' })).toBe('phase-changed');
			expect(of(roundIn('writing'), { minutes: 120 })).toBe('accepted');
			expect(of(roundIn('writing'), { minutes: 1 })).toBe('accepted');
		},
	);

	it('wants a participant', () => {
		const command = {
			type: 'extendOne',
			expectedPhase: 'writing',
			participantId: '',
			minutes: 5,
			reason,
		} as const;
		expect(refusal(roundIn('writing'), command, START)).toBe('invalid-participant');
	});

	it.each(['__proto__', 'constructor', 'toString'])('takes %s for an ordinary id', (id) => {
		expect(deadlineFor(roundIn('writing'), id)).toBe(WRITING_END);
		const state = extendOne(roundIn('writing'), id, 5, START);
		expect(deadlineFor(state, id)).toBe(WRITING_END + 5 * MINUTE);
		expect(deadlineFor(extendAll(JSON.parse(JSON.stringify(state)) as RoundState, 1, START), id)).toBe(
			WRITING_END + 6 * MINUTE,
		);
	});
});

describe('an individual deadline is a promise', () => {
	const extended = extendOne(roundIn('writing'), 'ann', 30, START);

	it('outlives the phase', () => {
		const deciding = advance(extended, START + MINUTE);
		expect(isOpenFor(deciding, 'ann', 'writing', WRITING_END + MINUTE)).toBe('open');
		expect(isOpenFor(deciding, 'bob', 'writing', WRITING_END + MINUTE)).toBe('closed');
	});

	it('stops the lock until a facilitator confirms that it ends, and the audit names it', () => {
		const predicting = advance(advance(extended, START), START);
		const command = { type: 'advance', expectedPhase: 'predicting' } as const;
		expect(refusal(predicting, command, START + 1)).toBe('participants-still-open');
		const { state, events } = accepted(predicting, { ...command, endOpen: true }, START + 1);
		expect(events[2]).toEqual({
			type: 'round.deadlinesEnded',
			ended: [{ participantId: 'ann', phase: 'writing', deadline: WRITING_END + 30 * MINUTE }],
		});
		expect(deadlineFor(state, 'ann', 'writing')).toBe(START + 1);
		expect(isOpenFor(state, 'ann', 'writing', START + graceMs)).toBe('grace');
		expect(isOpenFor(state, 'ann', 'writing', START + 1 + graceMs)).toBe('closed');
	});

	it('no longer stops the lock when it has passed', () => {
		const predicting = advance(advance(extended, START), START);
		const command = { type: 'advance', expectedPhase: 'predicting' } as const;
		expect(refusal(predicting, command, WRITING_END + 30 * MINUTE)).toBe('accepted');
	});

	it('stops the results when somebody may still vote', () => {
		const state = extendOne(roundIn('voting'), 'ann', 5, START);
		expect(refusal(state, { type: 'advance', expectedPhase: 'voting' }, START)).toBe(
			'participants-still-open',
		);
		expect(after(state, { type: 'advance', expectedPhase: 'voting', endOpen: true }, START).phase).toBe(
			'results',
		);
	});

	it('does not stop a move that freezes nothing of it', () => {
		expect(advance(extended, START).phase).toBe('deciding');
		expect(advance(extendOne(roundIn('reviewing'), 'ann', 5, START), START).phase).toBe('presenting');
	});
});

describe('forgetting somebody who left', () => {
	const two = extendOne(extendOne(roundIn('writing'), 'ann', 30, START), 'bob', 5, START);
	const forget = { type: 'forget', participantId: 'ann' } as const;

	it('drops their deadlines and nobody else\u2019s, so that the clock does not wait for them', () => {
		const { state, events } = accepted(two, forget, START);
		expect(state.deadlines).toEqual({ bob: { writing: WRITING_END + 5 * MINUTE } });
		expect(dueAt(state)).toBe(WRITING_END + 5 * MINUTE + graceMs);
		expect(events).toEqual([]);
	});

	it('leaves a move to be undone, which does not bring them back', () => {
		const moved = after(advance(two, START), forget, START);
		const back = after(moved, { type: 'undo', expectedPhase: 'deciding' }, START);
		expect(back.phase).toBe('writing');
		expect(back.deadlines).toEqual({ bob: { writing: WRITING_END + 5 * MINUTE } });
	});

	it('does not make up a chance to undo', () => {
		expect(after(two, forget, START).undo).toBeNull();
	});
});

describe('reopening for one', () => {
	const deciding = roundIn('deciding');
	const until = START + 10 * MINUTE;
	const command = { type: 'reopen', participantId: 'ann', phase: 'writing', until, reason } as const;

	it('lets one participant edit a closed phase until an absolute time', () => {
		const { state, events } = accepted(deciding, command, START + MINUTE);
		expect(isOpenFor(state, 'ann', 'writing', until - 1)).toBe('open');
		expect(isOpenFor(state, 'ann', 'writing', until)).toBe('grace');
		expect(isOpenFor(state, 'ann', 'writing', until + graceMs)).toBe('closed');
		expect(isOpenFor(state, 'bob', 'writing', START + MINUTE)).toBe('closed');
		expect(isOpenFor(state, 'ann', 'deciding', START + MINUTE)).toBe('open');
		expect(events).toEqual([
			{ type: 'entry.reopened', participantId: 'ann', phase: 'writing', deadline: until, reason },
		]);
	});

	it('never shortens what was granted', () => {
		const state = after(after(deciding, { ...command, until: until + MINUTE }, START), command, START);
		expect(deadlineFor(state, 'ann', 'writing')).toBe(until + MINUTE);
	});

	it('trims the reason', () => {
		expect(eventsOf(deciding, { ...command, reason: `  ${reason} ` }, START)).toMatchObject([{ reason }]);
	});

	it('keeps deadlines of the same participant in other phases', () => {
		const state = after(extendOne(deciding, 'ann', 3, START), command, START);
		expect(deadlineFor(state, 'ann')).toBe(START + (DEFAULT_MINUTES.deciding + 3) * MINUTE);
	});

	it('gives the full time when it is granted during a pause', () => {
		const paused = after(pause(deciding, START), command, START + 4 * MINUTE);
		expect(deadlineFor(resume(paused, START + 5 * MINUTE), 'ann', 'writing')).toBe(until + MINUTE);
	});

	it('is refused after the build lock, but reviewing may be reopened until the results', () => {
		expect(refusal(roundIn('reviewing'), command, START)).toBe('locked');
		expect(refusal(roundIn('voting'), { ...command, phase: 'reviewing' }, START)).toBe('accepted');
		expect(refusal(roundIn('results'), { ...command, phase: 'reviewing' }, START)).toBe('locked');
	});

	it.each([
		['the present phase', { phase: 'deciding' }, 'phase-not-closed'],
		['a later phase', { phase: 'predicting' }, 'phase-not-closed'],
		['a phase without a clock', { phase: 'lobby' }, 'phase-not-in-round'],
		['a time that has passed', { until: START }, 'until-not-in-future'],
		['no time at all', { until: Number.NaN }, 'until-not-in-future'],
		['a time too far away', { until: START + reopenMaxMs + 1 }, 'until-too-far'],
		['the farthest time', { until: START + reopenMaxMs }, 'accepted'],
		['no reason', { reason: '' }, 'reason-missing'],
		['nobody', { participantId: '' }, 'invalid-participant'],
	] as const)('answers %s', (_name, change, outcome) => {
		expect(refusal(deciding, { ...command, ...change } as never, START)).toBe(outcome);
	});

	it('is refused for a phase the round does not have', () => {
		const state = roundIn('building', { off: ['deciding'] });
		expect(refusal(state, { ...command, phase: 'deciding' }, START)).toBe('phase-not-in-round');
	});
});

describe('whether an edit counts', () => {
	const state = roundIn('writing');

	it.each([
		[WRITING_END - 1, 'open'],
		[WRITING_END, 'grace'],
		[WRITING_END + graceMs - 1, 'grace'],
		[WRITING_END + graceMs, 'closed'],
	])('at %i: %s', (now, openness) => {
		expect(isOpenFor(state, 'ann', 'writing', now)).toBe(openness);
	});

	it('is not yet so in a later phase and never in one without work', () => {
		expect(isOpenFor(state, 'ann', 'deciding', START)).toBe('not-yet');
		expect(isOpenFor(state, 'ann', 'lobby', START)).toBe('closed');
		expect(isOpenFor(roundIn('writing', { off: ['deciding'] }), 'ann', 'deciding', START)).toBe('closed');
	});

	it('allows the grace after a facilitator moved on early', () => {
		const moved = advance(state, START + MINUTE);
		expect(isOpenFor(moved, 'ann', 'writing', START + MINUTE + graceMs - 1)).toBe('grace');
		expect(isOpenFor(moved, 'ann', 'writing', START + MINUTE + graceMs)).toBe('closed');
	});

	it('takes what was under way when the pause began, then holds', () => {
		const paused = pause(state, START + MINUTE);
		expect(isOpenFor(paused, 'ann', 'writing', START + MINUTE - 1)).toBe('open');
		expect(isOpenFor(paused, 'ann', 'writing', START + MINUTE)).toBe('grace');
		expect(isOpenFor(paused, 'ann', 'writing', START + MINUTE + graceMs - 1)).toBe('grace');
		expect(isOpenFor(paused, 'ann', 'writing', START + MINUTE + graceMs)).toBe('paused');
	});

	it('is over in a pause for whose time was over before it', () => {
		const paused = pause(state, WRITING_END + 1_000);
		expect(isOpenFor(paused, 'ann', 'writing', WRITING_END + 2_000)).toBe('grace');
		expect(isOpenFor(paused, 'ann', 'writing', WRITING_END + graceMs)).toBe('closed');
	});

	it('has no deadline where no clock runs or ran', () => {
		expect(deadlineFor(roundIn('building'), 'ann')).toBeNull();
		expect(deadlineFor(state, 'ann', 'deciding')).toBeNull();
		expect(isOpenFor({ ...state, phase: 'building', closed: {} }, 'ann', 'writing', START)).toBe('closed');
	});
});

describe('building', () => {
	it('is moved on by the pipeline', () => {
		const { state, events } = accepted(roundIn('building'), { type: 'buildsFinished' }, START + 7);
		expect(state.phase).toBe('reviewing');
		expect(events[0]).toMatchObject({
			by: 'pipeline',
			closesAt: START + 7 + DEFAULT_MINUTES.reviewing * MINUTE,
		});
	});

	it('is not left by the pipeline in another phase or during a pause', () => {
		expect(refusal(roundIn('reviewing'), { type: 'buildsFinished' }, START)).toBe('not-building');
		expect(refusal(pause(roundIn('building'), START), { type: 'buildsFinished' }, START)).toBe('paused');
	});

	it('is followed by a review that the clock does not close over somebody who still has time', () => {
		const state = extendOne(roundIn('reviewing', { off: ['presenting', 'voting'] }), 'ann', 30, START);
		const due = dueAt(state) ?? 0;
		expect(due).toBe(START + (DEFAULT_MINUTES.reviewing + 30) * MINUTE + graceMs);
		expect(refusal(state, { type: 'close', expectedPhase: 'reviewing' }, due - 1)).toBe('not-due');
	});

	it('may be left by the facilitator', () => {
		expect(advance(roundIn('building'), START).phase).toBe('reviewing');
	});

	it('starts builds when neither an undo nor a late edit can change a spec any more', () => {
		expect(buildsStartAt(roundIn('predicting'))).toBeNull();
		expect(buildsStartAt(roundIn('building'))).toBe(START + Math.max(undoMs, graceMs));
	});
});

describe('presenting, voting and the reveal', () => {
	it('presents one after the other, once per press, up to the last', () => {
		const state = roundIn('presenting');
		const next = (expectedIndex: number) => ({ type: 'presentNext', expectedIndex, entries: 3 }) as const;
		const second = accepted(state, next(0), START);
		expect(second.events).toEqual([{ type: 'presenting.moved', position: 1 }]);
		expect(refusal(second.state, next(0), START)).toBe('step-changed');
		const third = after(second.state, next(1), START);
		expect(third.presenting).toBe(2);
		expect(refusal(third, next(2), START)).toBe('nothing-left');
		expect(refusal(roundIn('voting'), next(0), START)).toBe('not-presenting');
	});

	it('ends first impressions once, for everybody', () => {
		const { state, events } = accepted(
			roundIn('voting'),
			{ type: 'openInformed', expectedPhase: 'voting' },
			START + 4,
		);
		expect(state.informedAt).toBe(START + 4);
		expect(events).toEqual([{ type: 'voting.informed', at: START + 4 }]);
		expect(refusal(state, { type: 'openInformed', expectedPhase: 'voting' }, START)).toBe('step-changed');
		expect(refusal(roundIn('results'), { type: 'openInformed', expectedPhase: 'results' }, START)).toBe(
			'not-voting',
		);
	});

	it('reveals from the last to the first and notes when all is revealed', () => {
		const next = (expectedRevealed: number) =>
			({ type: 'revealNext', expectedRevealed, entries: 2 }) as const;
		const one = accepted(roundIn('results'), next(0), START + 1);
		expect(one.events).toEqual([{ type: 'results.revealed', revealed: 1, of: 2 }]);
		expect(one.state).toMatchObject({ revealed: 1, revealedAt: null });
		expect(refusal(one.state, next(0), START)).toBe('step-changed');
		const two = after(one.state, next(1), START + 2);
		expect(two).toMatchObject({ revealed: 2, revealedAt: START + 2 });
		expect(refusal(two, next(2), START)).toBe('nothing-left');
		expect(refusal(roundIn('voting'), next(0), START)).toBe('not-revealing');
	});

	it('counts as revealed when the debrief opens', () => {
		expect(advance(roundIn('results'), START + 8).revealedAt).toBe(START + 8);
		const revealed = after(
			roundIn('results'),
			{ type: 'revealNext', expectedRevealed: 0, entries: 1 },
			START + 2,
		);
		expect(advance(revealed, START + 8).revealedAt).toBe(START + 2);
		expect(roundIn('results').revealedAt).toBeNull();
	});
});

describe('what a move freezes', () => {
	it('is the work before building, then reviews and ballots', () => {
		expect(freezes(roundIn('predicting'), 'building')).toEqual(['writing', 'deciding', 'predicting']);
		expect(freezes(roundIn('voting'), 'results')).toEqual(['reviewing', 'voting']);
		expect(freezes(roundIn('writing'), 'deciding')).toEqual([]);
		expect(freezes(roundIn('building'), 'reviewing')).toEqual([]);
		expect(freezes(roundIn('results'), 'debrief')).toEqual([]);
	});

	it('lists individual deadlines that are still to come', () => {
		const state = { ...lobby(), deadlines: { ann: { writing: 5, deciding: 9 }, bob: { writing: 4 } } };
		expect(openIndividual(state, ['writing', 'voting'], 4)).toEqual([
			{ participantId: 'ann', phase: 'writing', deadline: 5 },
		]);
	});
});

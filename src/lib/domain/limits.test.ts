// Limits that only make sense together.
import { describe, expect, it } from 'vitest';
import { DEFAULT_MINUTES, LIMITS } from './limits.ts';
import { TIMED_PHASES } from './round/phase.ts';

describe('limits', () => {
	it('give every timed phase default minutes within the range', () => {
		expect(Object.keys(DEFAULT_MINUTES).sort()).toEqual([...TIMED_PHASES].sort());
		for (const minutes of Object.values(DEFAULT_MINUTES)) {
			expect(minutes).toBeGreaterThanOrEqual(LIMITS.round.minutes.min);
			expect(minutes).toBeLessThanOrEqual(LIMITS.round.minutes.max);
		}
	});

	it('let an autosave that is under way at the deadline arrive within the grace', () => {
		expect(LIMITS.autosave.debounceMs).toBeLessThan(LIMITS.autosave.maxWaitMs);
		expect(LIMITS.autosave.maxWaitMs).toBeLessThan(LIMITS.round.graceMs);
	});

	it('finish the grace before an undo lapses, so that builds start on final specs', () => {
		expect(LIMITS.round.graceMs).toBeLessThanOrEqual(LIMITS.round.undoMs);
	});

	it('let two heartbeats be missed before a browser says that it is disconnected', () => {
		expect(LIMITS.live.silenceMs).toBeGreaterThan(2 * LIMITS.live.heartbeatMs);
	});

	it('let a full room join from one address, twice', () => {
		const room = LIMITS.people.participants + LIMITS.people.observers;
		expect(LIMITS.rates.joinPerAddress.tries).toBeGreaterThanOrEqual(2 * room);
	});

	it('make codes from letters and digits that nobody mistakes, too many to guess at the allowed rate', () => {
		const { alphabet, join, recovery } = LIMITS.codes;
		expect(new Set(alphabet).size).toBe(alphabet.length);
		expect(alphabet).toMatch(/^[2-9A-HJKMNP-Z]+$/);
		expect(alphabet.length ** join).toBeGreaterThan(500_000_000);
		expect(alphabet.length ** recovery).toBeGreaterThan(2 ** 45);
	});

	it('are positive numbers throughout', () => {
		const numbers = (value: unknown): number[] =>
			typeof value === 'number'
				? [value]
				: typeof value === 'object' && value !== null
					? Object.values(value).flatMap(numbers)
					: [];
		const { judging, ...rest } = LIMITS;
		expect(judging.score).toEqual({ min: 0, max: 4 });
		for (const number of numbers(rest)) expect(number).toBeGreaterThan(0);
	});
});

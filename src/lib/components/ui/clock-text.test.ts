import { describe, expect, it } from 'vitest';
import { announcement, clockText, clockWords, pressure } from './clock-text.ts';

const MINUTE = 60_000;

describe('clockText', () => {
	it.each([
		[761_000, '12:41'],
		[760_001, '12:41'],
		[60_000, '1:00'],
		[59_999, '1:00'],
		[1, '0:01'],
		[0, '0:00'],
		[-5_000, '0:00'],
		[3_761_000, '1:02:41'],
		[26 * 3_600_000, '26:00:00'],
	])('writes %i ms as %s', (ms, text) => expect(clockText(ms)).toBe(text));
});

describe('clockWords', () => {
	it.each([
		[761_000, '12 minutes 41 seconds'],
		[60_000, '1 minute'],
		[3_601_000, '1 hour 1 second'],
		[0, 'no time'],
	])('says %i ms as %s', (ms, text) => expect(clockWords(ms)).toBe(text));
});

describe('announcement', () => {
	it('speaks at ten, five and one minute and at the end', () => {
		expect(announcement(10 * MINUTE + 250, 10 * MINUTE)).toBe('10 minutes left.');
		expect(announcement(5 * MINUTE + 100, 5 * MINUTE - 150)).toBe('5 minutes left.');
		expect(announcement(MINUTE + 1, MINUTE)).toBe('1 minute left.');
		expect(announcement(100, 0)).toBe('Time is up.');
	});

	it('is silent in between, at the first reading and when time is added', () => {
		expect(announcement(9 * MINUTE, 8 * MINUTE)).toBeNull();
		expect(announcement(null, 4 * MINUTE)).toBeNull();
		expect(announcement(4 * MINUTE, 9 * MINUTE)).toBeNull();
		expect(announcement(0, 0)).toBeNull();
	});

	it('speaks once for a laptop that slept over several marks', () => {
		expect(announcement(12 * MINUTE, 3 * MINUTE)).toBe('5 minutes left.');
		expect(announcement(12 * MINUTE, 30_000)).toBe('1 minute left.');
		expect(announcement(12 * MINUTE, 0)).toBe('Time is up.');
	});

	it('speaks again at a mark that an extension brought back', () => {
		expect(announcement(5 * MINUTE + 10, 5 * MINUTE)).toBe('5 minutes left.');
		expect(announcement(4 * MINUTE, 6 * MINUTE)).toBeNull();
		expect(announcement(5 * MINUTE + 10, 5 * MINUTE)).toBe('5 minutes left.');
	});
});

it('turns amber at five minutes and red at one', () => {
	expect([300_001, 300_000, 60_001, 60_000, 0].map(pressure)).toEqual([
		'calm',
		'amber',
		'amber',
		'red',
		'red',
	]);
});

// How remaining time is written, and when it is worth saying aloud.

/** Remaining time in ms as "1:02:41" or "12:41"; a started second counts as whole, so 0:00 is the end itself. */
export function clockText(remainingMs: number): string {
	const seconds = Math.max(0, Math.ceil(remainingMs / 1000));
	const s = String(seconds % 60).padStart(2, '0');
	const minutes = Math.floor(seconds / 60);
	if (minutes < 60) return `${minutes}:${s}`;
	return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${s}`;
}

/** Remaining time in ms in words, for readers: "12 minutes 41 seconds". */
export function clockWords(remainingMs: number): string {
	const seconds = Math.max(0, Math.ceil(remainingMs / 1000));
	const parts: string[] = [];
	for (const [size, name] of [
		[3600, 'hour'],
		[60, 'minute'],
		[1, 'second'],
	] as const) {
		const count = Math.floor(seconds / size) % (size === 3600 ? Infinity : 60);
		if (count > 0) parts.push(`${count} ${name}${count === 1 ? '' : 's'}`);
	}
	return parts.length === 0 ? 'no time' : parts.join(' ');
}

const MARKS = [10, 5, 1] as const;

/**
 * The sentence to announce when remaining time went from `before` to `now` (ms): at ten, five and one minute and at
 * the end. An extension or a first reading announces nothing; a jump over several marks announces only the last.
 */
export function announcement(before: number | null, now: number): string | null {
	if (before === null || now >= before) return null;
	if (before > 0 && now <= 0) return 'Time is up.';
	const crossed = MARKS.filter((minutes) => before > minutes * 60_000 && now <= minutes * 60_000).at(-1);
	if (crossed === undefined) return null;
	return `${crossed} minute${crossed === 1 ? '' : 's'} left.`;
}

export type Pressure = 'calm' | 'amber' | 'red';

/** Amber for the last five minutes, red for the last one. */
export function pressure(remainingMs: number): Pressure {
	if (remainingMs <= 60_000) return 'red';
	return remainingMs <= 300_000 ? 'amber' : 'calm';
}

// Runs a challenge pack's cue patterns on units. Packs are trusted content, yet a broken or greedy pattern must not hurt.

const MAX_TEXT = 2000;
const compiled = new Map<string, RegExp | null>();

function compile(source: string): RegExp | null {
	const known = compiled.get(source);
	if (known !== undefined) return known;
	let pattern: RegExp | null;
	try {
		pattern = new RegExp(source, 'iu');
	} catch {
		pattern = looser(source);
	}
	if (compiled.size > 2000) compiled.clear();
	compiled.set(source, pattern);
	return pattern;
}

function looser(source: string): RegExp | null {
	try {
		return new RegExp(source, 'i');
	} catch {
		return null;
	}
}

/** Compiled patterns; sources that are no valid pattern are left out. */
export function compileCues(sources: readonly string[]): RegExp[] {
	return sources.map(compile).filter((pattern) => pattern !== null);
}

/** First match of any pattern in the first 2,000 characters of `text`: where it lies, or null. */
export function firstMatch(patterns: readonly RegExp[], text: string): { start: number; end: number } | null {
	const head = text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text;
	for (const pattern of patterns) {
		const found = pattern.exec(head);
		if (found && found[0] !== '') return { start: found.index, end: found.index + found[0].length };
	}
	return null;
}

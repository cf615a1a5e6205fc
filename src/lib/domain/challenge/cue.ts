// Cues are regular expression sources written by pack authors; everybody compiles them the same way.

/** Compiles a cue: case-insensitive, Unicode, global (so all matches can be walked). Throws SyntaxError on a bad source. */
export const compileCue = (source: string): RegExp => new RegExp(source, 'giu');

/** The first match of any of `sources` in `text`, or null. Offsets are UTF-16 indices, end exclusive. */
export function findCue(sources: readonly string[], text: string): { start: number; end: number } | null {
	let best: { start: number; end: number } | null = null;
	for (const source of sources) {
		const match = compileCue(source).exec(text);
		if (match && match[0] !== '' && (!best || match.index < best.start))
			best = { start: match.index, end: match.index + match[0].length };
	}
	return best;
}

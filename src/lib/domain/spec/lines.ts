// Splits text into physical lines with exact UTF-16 offsets; every scan here is linear in the line's length.

/** One line. `end` excludes the line break; `content` is where text begins after quote marks; `indent` counts columns (tab = 4). */
export type Line = {
	readonly start: number;
	readonly end: number;
	readonly content: number;
	readonly quoted: boolean;
	readonly indent: number;
	readonly blank: boolean;
};

const TAB = 9;
const SPACE = 32;
const QUOTE = 62;

function lineBreakLength(text: string, at: number): number {
	const code = text.charCodeAt(at);
	if (code === 13) return text.charCodeAt(at + 1) === 10 ? 2 : 1;
	return code === 10 ? 1 : 0;
}

function measure(text: string, from: number, end: number): { at: number; columns: number } {
	let at = from;
	let columns = 0;
	for (; at < end; at++) {
		const code = text.charCodeAt(at);
		if (code === TAB) columns += 4 - (columns % 4);
		else if (code === SPACE) columns++;
		else break;
	}
	return { at, columns };
}

function lineAt(text: string, start: number, end: number): Line {
	let base = start;
	let place = measure(text, base, end);
	let quoted = false;
	while (place.columns < 4 && text.charCodeAt(place.at) === QUOTE && place.at < end) {
		quoted = true;
		base = place.at + 1;
		if (base < end && text.charCodeAt(base) === SPACE) base++;
		place = measure(text, base, end);
	}
	const blank = text.slice(place.at, end).trim() === '';
	return { start, end, content: place.at, quoted, indent: place.columns, blank };
}

/** All lines of `text`; LF, CRLF and lone CR end a line; a byte order mark is not part of the first line. */
export function splitLines(text: string): Line[] {
	const lines: Line[] = [];
	let start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
	let at = start;
	while (at < text.length) {
		const width = lineBreakLength(text, at);
		if (width === 0) {
			at++;
			continue;
		}
		lines.push(lineAt(text, start, at));
		at += width;
		start = at;
	}
	if (start < text.length) lines.push(lineAt(text, start, text.length));
	return lines;
}

// Sentence boundaries in a paragraph that may run over several lines; offsets are into the original text.

type Range = readonly [number, number];

const NEVER_FINAL = new Set([
	'e.g',
	'i.e',
	'eg',
	'ie',
	'vs',
	'cf',
	'approx',
	'incl',
	'excl',
	'ca',
	'resp',
	'mr',
	'mrs',
	'dr',
	'prof',
	'fig',
	'z.b',
	'bzw',
	'd.h',
	'w',
]);
const RARELY_FINAL = new Set([
	'max',
	'min',
	'no',
	'nr',
	'sec',
	'hrs',
	'etc',
	'st',
	'para',
	'art',
	'ref',
	'temp',
	'avg',
	'std',
	'inc',
	'ltd',
	'p.m',
	'a.m',
	'pm',
	'am',
]);
const STOP = /[.!?…]+["'”’»)\]*_~]*(?=\s|$)|[。！？]+[」』”’）]*/gu;
const NEXT = /\s*(?:>\s?)*\s*["'“‘«([*_~`]*(.)/uy;

/** Ranges inside code spans of `text[from, to)`, as a sorted list; runs of equal length pair up, each run is seen once. */
function codeSpans(text: string, from: number, to: number): Range[] {
	const runs: Range[] = [];
	for (let at = text.indexOf('`', from); at >= 0 && at < to;) {
		let end = at;
		while (end < to && text[end] === '`') end++;
		runs.push([at, end]);
		at = text.indexOf('`', end);
		if (at >= to) break;
	}
	const waiting = new Map<number, number[]>();
	runs.forEach(([a, b], index) => {
		const same = waiting.get(b - a);
		if (same) same.push(index);
		else waiting.set(b - a, [index]);
	});
	const spans: Range[] = [];
	let covered = from;
	const cursor = new Map<number, number>();
	runs.forEach(([a, b], index) => {
		if (a < covered) return;
		const same = waiting.get(b - a) ?? [];
		let next = cursor.get(b - a) ?? 0;
		while (next < same.length && (same[next] ?? 0) <= index) next++;
		cursor.set(b - a, next);
		const partner = runs[same[next] ?? -1];
		if (!partner) return;
		spans.push([a, partner[1]]);
		covered = partner[1];
	});
	return spans;
}

function wordBefore(text: string, from: number, at: number): string {
	let start = at;
	while (start > from && at - start < 24 && !/[\s([{"'“]/.test(text[start - 1] ?? ' ')) start--;
	return text.slice(start, at);
}

function endsSentence(text: string, from: number, stopAt: number, after: number, to: number): boolean {
	const mark = text[stopAt] ?? '';
	if ('。！？'.includes(mark)) return true;
	if (stopAt === from || /\s/.test(text[stopAt - 1] ?? ' ')) return after >= to;
	NEXT.lastIndex = after;
	const next = NEXT.exec(text)?.[1] ?? '';
	if (after >= to || next === '') return true;
	const lower = /\p{Ll}/u.test(next);
	if (mark !== '.' || text.startsWith('..', stopAt)) return !lower;
	const word = wordBefore(text, from, stopAt).toLowerCase();
	if (NEVER_FINAL.has(word)) return false;
	if (RARELY_FINAL.has(word)) return /\p{Lu}/u.test(next);
	if (/^\p{L}$/u.test(word) && /\p{Lu}/u.test(text[stopAt - 1] ?? '')) return false;
	if (/^[\d.]+$/.test(word) && text.slice(from, stopAt).trim() === word) return false;
	return !lower || /[\p{L}\d)]{3}$|\d$|\)$/u.test(word);
}

/** A short line that ends without a stop, before a line that starts afresh, ends its sentence: people write lists without bullets. */
function lineEndsSentence(text: string, line: Range, next: Range, longest: number): boolean {
	const raw = text.slice(line[0], line[1]);
	if (raw.endsWith('\\') || /\s{2}$/.test(text.slice(line[1], line[1] + 2))) return true;
	if (/[,;(–—/&]$|\b(?:and|or|the|a|an|of|to|with|by|for|in|on)$/i.test(raw.slice(-8))) return false;
	return (
		raw.length < 0.75 * Math.max(longest, 60) &&
		/^["'“([`*]?[\p{Lu}\p{N}]/u.test(text.slice(next[0], next[0] + 3))
	);
}

function trimmed(text: string, from: number, to: number): Range {
	let a = from;
	let b = to;
	while (a < b && /[\s>]/.test(text[a] ?? '')) a++;
	while (b > a && /\s/.test(text[b - 1] ?? '')) b--;
	return [a, b];
}

/** Sentence ranges of a block whose text lies in `lines` (markers and quote signs excluded). Linear time. */
export function sentenceRanges(text: string, lines: readonly Range[]): Range[] {
	const first = lines[0];
	const last = lines[lines.length - 1];
	if (!first || !last) return [];
	const to = last[1];
	const cuts: number[] = [];
	const spans = codeSpans(text, first[0], to);
	let span = 0;
	let from = first[0];
	const longest = lines.reduce((most, [a, b]) => Math.max(most, b - a), 0);
	let line = 0;
	const lineCuts = lines.flatMap((each, i) => {
		const next = lines[i + 1];
		return next && lineEndsSentence(text, each, next, longest) ? [each[1]] : [];
	});
	const passLines = (until: number): void => {
		while (line < lineCuts.length && (lineCuts[line] ?? 0) <= until) {
			from = lineCuts[line] ?? from;
			cuts.push(from);
			line++;
		}
	};
	STOP.lastIndex = first[0];
	for (let found = STOP.exec(text); found && found.index < to; found = STOP.exec(text)) {
		passLines(found.index);
		while (span < spans.length && (spans[span]?.[1] ?? 0) <= found.index) span++;
		const inside = spans[span];
		if (inside && found.index >= inside[0]) continue;
		const after = Math.min(found.index + found[0].length, to);
		const sentenceStart = trimmed(text, from, found.index)[0];
		if (!endsSentence(text, sentenceStart, found.index, after, to)) continue;
		cuts.push(after);
		from = after;
	}
	passLines(to);
	return joinFragments(text, first[0], to, cuts);
}

function joinFragments(text: string, from: number, to: number, cuts: readonly number[]): Range[] {
	const out: Range[] = [];
	let start = from;
	for (const cut of [...cuts, to]) {
		const [a, b] = trimmed(text, start, cut);
		start = Math.max(start, cut);
		if (b <= a) continue;
		const previous = out[out.length - 1];
		if (previous && !/[\p{L}\p{N}]/u.test(text.slice(a, b))) out[out.length - 1] = [previous[0], b];
		else out.push([a, b]);
	}
	return out;
}

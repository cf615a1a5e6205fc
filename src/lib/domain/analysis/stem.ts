// A light English stemmer: inflections fall together, derivations stay apart. Lexicon and text pass through the same one.

const cache = new Map<string, string>();
const CACHE_LIMIT = 20_000;

function undouble(word: string): string {
	return /([bdfgklmnprt])\1$/.test(word) && !/(?:ll|ss|zz)$/.test(word) ? word.slice(0, -1) : word;
}

function stripEnding(word: string, width: number): string {
	const base = word.slice(0, -width);
	if (base.endsWith('i')) return `${base.slice(0, -1)}y`;
	return undouble(base);
}

function stemFresh(word: string): string {
	let base = word.endsWith("'s") ? word.slice(0, -2) : word;
	if (base.length <= 3 || /[^a-z]/.test(base)) return base;
	if (base.endsWith('ies')) base = `${base.slice(0, -3)}y`;
	else if (/(?:ss|sh|ch|x|z)es$/.test(base)) base = base.slice(0, -2);
	else if (/[^sui]s$/.test(base)) base = base.slice(0, -1);
	if (base.length > 5 && base.endsWith('ing') && /[aeiouy]/.test(base.slice(0, -3)))
		base = stripEnding(base, 3);
	else if (base.length > 4 && base.endsWith('ed') && /[aeiouy]/.test(base.slice(0, -2)))
		base = stripEnding(base, 2);
	else if (base.length > 5 && base.endsWith('ly')) base = base.slice(0, -2);
	if (base.length > 4 && base.endsWith('e')) base = base.slice(0, -1);
	return base;
}

/** Stem of a lower-case word; words with anything but a-z are returned as they are. */
export function stem(word: string): string {
	const known = cache.get(word);
	if (known !== undefined) return known;
	const fresh = stemFresh(word);
	if (cache.size >= CACHE_LIMIT) cache.clear();
	cache.set(word, fresh);
	return fresh;
}

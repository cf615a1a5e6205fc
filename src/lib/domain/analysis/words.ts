// A linear model over single words and word pairs: what the lexicon's groups do not name, learned from many domains.
import type { Token } from './tokens.ts';

/** Entries of the vocabulary are stems, or two stems with a space; `^` and `$` mark the ends of a unit. */
export type WordModel = { readonly vocabulary: readonly string[] };

/** Distinct words and pairs of a unit, in order of first appearance. */
export function gramsOf(tokens: readonly Token[]): string[] {
	const keys = ['^', ...tokens.map((token) => token.key), '$'];
	const grams = new Set<string>();
	keys.forEach((key, i) => {
		grams.add(key);
		const next = keys[i + 1];
		if (next !== undefined) grams.add(`${key} ${next}`);
	});
	return [...grams];
}

/** Positions in the vocabulary of the unit's words and pairs. */
export function knownGrams(tokens: readonly Token[], index: ReadonlyMap<string, number>): number[] {
	const known: number[] = [];
	for (const gram of gramsOf(tokens)) {
		const at = index.get(gram);
		if (at !== undefined) known.push(at);
	}
	return known;
}

/** Sum of the weights of `known` entries over the root of their number, plus bias: log-odds. */
export function wordLogOdds(known: readonly number[], weights: readonly number[], bias: number): number {
	let sum = 0;
	for (const at of known) sum += weights[at] ?? 0;
	return bias + sum / Math.sqrt(Math.max(1, known.length));
}

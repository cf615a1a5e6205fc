// The requirement as the analyser sees it: what a unit must be compared with to find copies and new content.
import { contentKeys, isContent, tokenise, type Token } from './tokens.ts';

export type RequirementSentence = { readonly keys: ReadonlySet<string> };

export type Requirement = {
	readonly content: ReadonlySet<string>;
	readonly trigrams: ReadonlySet<string>;
	readonly sentences: readonly RequirementSentence[];
};

/** How much of a unit comes from the requirement; all shares are 0 to 1. */
export type Overlap = {
	/** Share of the unit's content words found anywhere in the requirement. */
	readonly words: number;
	/** Share of the unit's word 3-grams found in the requirement. */
	readonly trigrams: number;
	/** Highest share of the unit's content words found in one requirement sentence. */
	readonly sentence: number;
	/** Share of the best matching requirement sentence that the unit repeats. */
	readonly covered: number;
	/** Content words of the unit, and those not in the requirement. */
	readonly total: number;
	readonly fresh: number;
};

function words(tokens: readonly Token[]): string[] {
	const keys: string[] = [];
	for (const token of tokens)
		if (token.type !== 'punctuation' && token.type !== 'compare') keys.push(token.key);
	return keys;
}

function trigramsOf(tokens: readonly Token[]): string[] {
	const keys = words(tokens);
	const grams: string[] = [];
	for (let i = 0; i + 2 < keys.length; i++) grams.push(`${keys[i]} ${keys[i + 1]} ${keys[i + 2]}`);
	return grams;
}

/** Reads the requirement once; sentences end at full stops, question marks, colons and line ends. */
export function readRequirement(text: string): Requirement {
	const tokens = tokenise(text);
	const sentences: RequirementSentence[] = [];
	for (const part of text.split(/[.!?:;。]+(?=\s|$)|\n+/u)) {
		const keys = new Set(contentKeys(tokenise(part)));
		if (keys.size > 0) sentences.push({ keys });
	}
	return { content: new Set(contentKeys(tokens)), trigrams: new Set(trigramsOf(tokens)), sentences };
}

/** Compares a unit's tokens with the requirement. */
export function overlapWith(requirement: Requirement, tokens: readonly Token[]): Overlap {
	const keys = [...new Set(contentKeys(tokens))];
	const known = keys.filter((key) => requirement.content.has(key)).length;
	const grams = trigramsOf(tokens);
	const shared = grams.filter((gram) => requirement.trigrams.has(gram)).length;
	let sentence = 0;
	let covered = 0;
	for (const each of requirement.sentences) {
		let hits = 0;
		for (const key of keys) if (each.keys.has(key)) hits++;
		sentence = Math.max(sentence, hits / Math.max(1, keys.length));
		covered = Math.max(covered, hits / each.keys.size);
	}
	return {
		words: known / Math.max(1, keys.length),
		trigrams: shared / Math.max(1, grams.length),
		sentence,
		covered,
		total: keys.length,
		fresh: keys.length - known,
	};
}

/** Content tokens of `tokens` that the requirement does not have. */
export function freshTokens(requirement: Requirement, tokens: readonly Token[]): Token[] {
	return tokens.filter((token) => isContent(token) && !requirement.content.has(token.key));
}

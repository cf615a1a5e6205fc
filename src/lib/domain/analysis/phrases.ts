// Finds lexicon phrases in tokens through one trie: time is linear in tokens, independent of the lexicon's size.
import { GROUPS, LEXICON, type LexiconGroup } from './lexicon.ts';
import { stem } from './stem.ts';
import type { Token } from './tokens.ts';

/** A phrase found at tokens `from` (inclusive) to `to` (exclusive). */
export type Match = { readonly group: LexiconGroup; readonly from: number; readonly to: number };

type Node = { next: Map<string, Node>; groups: LexiconGroup[] };

function node(): Node {
	return { next: new Map(), groups: [] };
}

function insert(root: Node, phrase: string, group: LexiconGroup): void {
	let at = root;
	for (const word of phrase.split(/[\s-]+/)) {
		const key = /^\d+$/.test(word) || word === 'two' ? '#' : stem(word);
		let child = at.next.get(key);
		if (!child) {
			child = node();
			at.next.set(key, child);
		}
		at = child;
	}
	if (!at.groups.includes(group)) at.groups.push(group);
}

function build(): Node {
	const root = node();
	for (const group of GROUPS) {
		for (const phrase of LEXICON[group].split(',')) insert(root, phrase.trim(), group);
	}
	return root;
}

const ROOT = build();

/** All matches, per group the longest at each place, in order of position. Hyphens between words are skipped. */
export function findPhrases(tokens: readonly Token[]): Match[] {
	const matches: Match[] = [];
	for (let from = 0; from < tokens.length; from++) {
		let at: Node | undefined = ROOT;
		const longest = new Map<LexiconGroup, number>();
		for (let to = from; to < tokens.length; to++) {
			const key: string = (tokens[to] as Token).key;
			if (key === '-' && to > from) continue;
			at = at.next.get(key);
			if (!at) break;
			for (const group of at.groups) longest.set(group, to + 1);
		}
		for (const [group, to] of longest) matches.push({ group, from, to });
	}
	return matches;
}

// One unit as read: tokens, lexicon matches, clauses and overlap with the requirement. Everything later builds on this.
import { GROUPS, type LexiconGroup } from './lexicon.ts';
import { findPhrases, type Match } from './phrases.ts';
import { hollowRanges, withoutHollow } from './rhetoric.ts';
import { overlapWith, type Overlap, type Requirement } from './requirement.ts';
import { tokenise, type Token } from './tokens.ts';

export type Reading = {
	readonly text: string;
	readonly tokens: readonly Token[];
	readonly matches: readonly Match[];
	/** Number of matches per group. */
	readonly counts: Readonly<Record<LexiconGroup, number>>;
	/** Token positions at which each group matches. */
	readonly places: Readonly<Record<LexiconGroup, readonly number[]>>;
	/** Token index of each clause's start: after stops, commas, colons, arrows, dashes and brackets. */
	readonly clauses: readonly number[];
	readonly overlap: Overlap;
	/** Offsets [start, end) of rhetoric without content; its tokens are not among `tokens`. */
	readonly hollow: readonly (readonly [number, number])[];
};

const CLAUSE_SIGNS = new Set([',', ';', ':', '.', '(', ')', '|', '–', '—', '->', '!', '?']);

function clauseStarts(tokens: readonly Token[]): number[] {
	const starts: number[] = [];
	let fresh = true;
	tokens.forEach((token, index) => {
		const sign = token.type !== 'word' && token.type !== 'number' && CLAUSE_SIGNS.has(token.key);
		if (fresh && !sign) starts.push(index);
		fresh = sign || (fresh && token.type === 'punctuation');
	});
	return starts;
}

/** Reads one unit against the requirement. */
export function readUnit(text: string, requirement: Requirement): Reading {
	const all = tokenise(text);
	const ranges = hollowRanges(text, all, requirement);
	const tokens = withoutHollow(all, ranges);
	const hollow = ranges.map((range) => [all[range.from]?.start ?? 0, all[range.to - 1]?.end ?? 0] as const);
	const matches = findPhrases(tokens);
	const counts = Object.fromEntries(GROUPS.map((group) => [group, 0])) as Record<LexiconGroup, number>;
	const places = Object.fromEntries(GROUPS.map((group) => [group, [] as number[]])) as unknown as Record<
		LexiconGroup,
		number[]
	>;
	for (const match of matches) {
		counts[match.group]++;
		places[match.group].push(match.from);
	}
	const overlap = overlapWith(
		requirement,
		withoutHollow(
			all,
			ranges.filter((range) => range.kind === 'wrapper'),
		),
	);
	return { text, tokens, matches, counts, places, clauses: clauseStarts(tokens), overlap, hollow };
}

// A unit's reading as numbers. Names and order are part of the trained weights: training and evaluation share this file.
import { GROUPS, type LexiconGroup } from './lexicon.ts';
import type { Reading } from './reading.ts';
import { isBareList, isFailurePolicy } from './rules.ts';
import { isContent, type Token } from './tokens.ts';

type Measure = (reading: Reading) => number;

const KEY_ENDS = new Set(['.', '!', '?']);

function bit(condition: boolean): number {
	return condition ? 1 : 0;
}

function count(reading: Reading, keep: (token: Token, index: number) => boolean): number {
	return reading.tokens.filter(keep).length;
}

function has(reading: Reading, ...groups: LexiconGroup[]): boolean {
	return groups.every((group) => reading.counts[group] > 0);
}

function within(reading: Reading, first: LexiconGroup, second: LexiconGroup, most: number): number {
	let hits = 0;
	for (const a of reading.places[first]) {
		if (reading.places[second].some((b) => b > a && b - a <= most)) hits++;
	}
	return hits;
}

/** A failure is named before a reaction: "credit fails -> retry", "if storage is down we skip". */
function failureThenReaction(reading: Reading): number {
	return bit(within(reading, 'failure', 'reaction', 25) > 0);
}

function reactionAfterMark(reading: Reading): number {
	let marked = false;
	for (let i = 0; i < reading.tokens.length; i++) {
		const key = reading.tokens[i]?.key ?? '';
		if (key === '->' || key === ':' || key === '=' || key === '|' || key === ',') marked = true;
		else if (marked && reading.places.reaction.includes(i)) return 1;
	}
	return 0;
}

function conditionLeads(reading: Reading): number {
	const starts = new Set(reading.clauses);
	return bit(reading.places.condition.some((place) => starts.has(place)));
}

/** "X, not Y": a negation opens a short clause after other content. */
function negatedTail(reading: Reading): number {
	return reading.clauses.filter((start) => {
		const key = reading.tokens[start]?.lower;
		return (
			start > 1 && (key === 'not' || key === 'never' || key === 'no' || key === 'nothing' || key === 'nobody')
		);
	}).length;
}

function startsNegative(reading: Reading): number {
	const first = reading.tokens[0]?.lower ?? '';
	return bit(/^(?:no|not|never|none|nothing|nobody|don't|without)$/.test(first));
}

function numberWithUnit(reading: Reading): number {
	const units = new Set(reading.places.unit);
	return count(
		reading,
		(token, index) => token.type === 'number' && (units.has(index + 1) || units.has(index + 2)),
	);
}

function boundNearNumber(reading: Reading): number {
	const numbers = reading.tokens.flatMap((token, index) => (token.type === 'number' ? [index] : []));
	return reading.places.bound.filter((place) => numbers.some((at) => Math.abs(at - place) <= 3)).length;
}

const BASE_VERB = /(?:e|t|d|k|n|p|r|l|w|y|h|m|x|z|ss|g|o)$/;

function looksLikeVerb(token: Token | undefined, reading: Reading, at: number): boolean {
	if (!token || token.type !== 'word' || !BASE_VERB.test(token.lower)) return false;
	return (
		reading.places.flow.includes(at) ||
		reading.places.reaction.includes(at) ||
		reading.places.interface.includes(at)
	);
}

function imperativeStart(reading: Reading): number {
	return bit(looksLikeVerb(reading.tokens[0], reading, 0));
}

/** Share of clauses that open with a bare verb: "deduct payment, generate record, notify". */
function imperativeClauses(reading: Reading): number {
	const hits = reading.clauses.filter((at) => looksLikeVerb(reading.tokens[at], reading, at)).length;
	return hits / Math.max(1, reading.clauses.length);
}

/** Short comma-separated pieces: an enumeration. */
function enumeration(reading: Reading): number {
	const commas = count(reading, (token) => token.key === ',' || token.key === '/' || token.key === '|');
	const words = count(reading, (token) => token.type === 'word' || token.type === 'code');
	return commas >= 2 ? commas / Math.max(1, words) : 0;
}

function contentCount(reading: Reading): number {
	return count(reading, isContent);
}

/** Content words that belong to no group at all: domain nouns. */
function unknownShare(reading: Reading): number {
	const covered = new Set<number>();
	for (const match of reading.matches) for (let i = match.from; i < match.to; i++) covered.add(i);
	const open = count(reading, (token, index) => isContent(token) && !covered.has(index));
	return open / Math.max(1, contentCount(reading));
}

function firstClauseEnd(reading: Reading): string {
	for (const token of reading.tokens)
		if (':,;|->='.includes(token.key) || KEY_ENDS.has(token.key)) return token.key;
	return '';
}

function leadWords(reading: Reading): number {
	const at = reading.tokens.findIndex((token) => token.key === ':' || token.key === '|');
	return at < 0 ? 0 : Math.min(at, 12);
}

function sign(key: string): Measure {
	return (reading) =>
		Math.min(
			4,
			count(reading, (token) => token.key === key),
		);
}

function lower(pattern: RegExp): Measure {
	return (reading) => bit(pattern.test(reading.text));
}

const STRUCTURE: Record<string, Measure> = {
	words: (r) =>
		Math.min(
			60,
			count(r, (token) => token.type === 'word' || token.type === 'number' || token.type === 'code'),
		),
	content: (r) => Math.min(40, contentCount(r)),
	clauses: (r) => Math.min(10, r.clauses.length),
	wordsPerClause: (r) => r.tokens.length / Math.max(1, r.clauses.length),
	numbers: (r) =>
		Math.min(
			5,
			count(r, (token) => token.type === 'number'),
		),
	codes: (r) =>
		Math.min(
			6,
			count(r, (token) => token.type === 'code'),
		),
	capitals: (r) =>
		Math.min(
			6,
			count(r, (token) => token.type === 'word' && /^[A-Z]{3,}$/.test(token.raw)),
		),
	arrows: (r) =>
		Math.min(
			4,
			count(r, (token) => token.type === 'arrow'),
		),
	compares: (r) =>
		Math.min(
			4,
			count(r, (token) => token.type === 'compare'),
		),
	commas: sign(','),
	colons: sign(':'),
	semicolons: sign(';'),
	pipes: sign('|'),
	slashes: sign('/'),
	parens: sign('('),
	dashes: (r) =>
		Math.min(
			4,
			count(r, (token) => token.key === '–' || token.key === '—' || token.key === '-'),
		),
	question: sign('?'),
	stops: sign('.'),
	quotes: (r) =>
		Math.min(
			4,
			count(r, (token) => /["“”„]/.test(token.key)),
		),
	endsStop: lower(/[.!]\s*["”)]?\s*$/),
	endsQuestion: lower(/\?\s*["”)]?\s*$/),
	startsLower: lower(/^\s*\p{Ll}/u),
	lines: (r) => Math.min(8, r.text.split('\n').length - 1),
	path: lower(/(?:^|\s)\/[a-z]|\b(?:GET|POST|PUT|DELETE|PATCH)\b|\(\s*[a-z_]+\s*,|\{/),
	failureThenReaction,
	reactionAfterMark,
	conditionLeads,
	conditionFailure: (r) => within(r, 'condition', 'failure', 12),
	conditionReaction: (r) => bit(has(r, 'condition', 'reaction')),
	policy: (r) => bit(has(r, 'condition', 'failure', 'reaction') && within(r, 'failure', 'reaction', 30) > 0),
	negatedTail,
	startsNegative,
	numberWithUnit,
	boundNearNumber,
	exclusiveCondition: (r) => within(r, 'exclusive', 'condition', 3),
	negatedReaction: (r) => within(r, 'negation', 'reaction', 4),
	negatedFlow: (r) => within(r, 'negation', 'flow', 3),
	negatedAlternative: (r) => bit(has(r, 'negation', 'alternative')),
	orderBound: (r) => within(r, 'order', 'reaction', 4),
	imperativeStart,
	imperativeClauses,
	enumeration,
	unknownShare,
	leadWords,
	endsLead: (r) => bit(firstClauseEnd(r) === ':' || firstClauseEnd(r) === '|'),
	lateReason: (r) => bit(r.places.causal.some((place) => place > 3)),
	policyGroups: (r) =>
		(
			[
				'exclusive',
				'bound',
				'guarantee',
				'retention',
				'stability',
				'identity',
				'order',
				'timing',
				'default',
				'ownership',
			] as const
		).filter((group) => r.counts[group] > 0).length,
	plainGroups: (r) =>
		(['interface', 'data', 'flow', 'actor', 'definition', 'technology'] as const).filter(
			(group) => r.counts[group] > 0,
		).length,
	failurePolicy: (r) => bit(isFailurePolicy(r)),
	bareList: (r) => bit(isBareList(r)),
	hollow: (r) => Math.min(3, r.hollow.length),
	overlapWords: (r) => r.overlap.words,
	overlapTrigrams: (r) => r.overlap.trigrams,
	overlapSentence: (r) => r.overlap.sentence,
	overlapCovered: (r) => r.overlap.covered,
	fresh: (r) => Math.min(20, r.overlap.fresh),
};

const STRUCTURE_NAMES = Object.keys(STRUCTURE);

/** Names of the features, in vector order: group counts, group densities, then structure. */
export const FEATURE_NAMES: readonly string[] = [
	...GROUPS.map((group) => `n:${group}`),
	...GROUPS.map((group) => `d:${group}`),
	...STRUCTURE_NAMES,
];

/** The feature vector of one reading. */
export function featuresOf(reading: Reading): number[] {
	const content = Math.max(3, contentCount(reading));
	const counts = GROUPS.map((group) => Math.min(4, reading.counts[group]));
	const densities = GROUPS.map((group) => Math.min(1.5, reading.counts[group] / content));
	return [...counts, ...densities, ...STRUCTURE_NAMES.map((name) => (STRUCTURE[name] as Measure)(reading))];
}

/** Features of a unit followed by those of the unit before and the unit after (zeros at the ends). */
export function withNeighbours(
	own: readonly number[],
	before: readonly number[] | undefined,
	after: readonly number[] | undefined,
): Float64Array {
	const width = FEATURE_NAMES.length;
	const x = new Float64Array(3 * width);
	x.set(own);
	if (before) x.set(before, width);
	if (after) x.set(after, 2 * width);
	return x;
}

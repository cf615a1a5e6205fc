// Hand rules for what the statistics learn badly from few examples: failure policies and bare lists of actions.
import type { Reading } from './reading.ts';
import { isContent } from './tokens.ts';

const MARKS = new Set(['->', ':', '=', '|', '–', '—', ',', '.', '?', ';', '-']);
const STRONG_MARKS = new Set(['->', ':', '=', '|', '–', '—', '?']);

function leadEnd(reading: Reading): number {
	const at = reading.tokens.findIndex(
		(token, index) => index > 0 && token.type !== 'word' && MARKS.has(token.key),
	);
	return at < 0 ? reading.tokens.length : at;
}

/** What follows does more than show or log that something went wrong. */
function reactsAfter(reading: Reading, from: number): boolean {
	const rest = reading.tokens.slice(from + 1);
	const content = rest.filter(isContent).length + rest.filter((token) => token.type === 'number').length;
	if (content < 1 || rest.length < 2) return false;
	const reaction = reading.places.reaction.some((place) => place > from);
	const shown =
		reading.places.interface.filter((place) => place > from).length +
		rest.filter((token) => /^(?:log|error|message|record)$/.test(token.key)).length;
	return reaction || shown === 0 || content > 3 * shown + 2;
}

/** "Credit fails -> ...", "If the disk is full, ...": the opening clause names what goes wrong, the rest what is done. */
function opensWithFailure(reading: Reading): boolean {
	const end = leadEnd(reading);
	if (end >= reading.tokens.length - 1 || end > 16) return false;
	if (!reading.places.failure.some((place) => place < end)) return false;
	const strong = STRONG_MARKS.has(reading.tokens[end]?.key ?? '');
	const conditional = reading.places.condition.some((place) => place < end);
	const follows = /^(?:then|we|after|no|only|one|try)$/.test(reading.tokens[end + 1]?.lower ?? '');
	return (strong || conditional || follows) && reactsAfter(reading, end);
}

/** Condition or cause, something going wrong, and a named reaction to it: a failure policy. */
export function isFailurePolicy(reading: Reading): boolean {
	const { failure, reaction, condition } = reading.places;
	if (reading.text.trimEnd().endsWith('?')) return false;
	if (opensWithFailure(reading)) return true;
	const marked =
		condition.length > 0 ||
		reading.tokens.some((token) => token.type === 'arrow' || ':=|,.;'.includes(token.key));
	return marked && failure.some((wrong) => reaction.some((act) => act > wrong && act - wrong <= 14));
}

/** A bare list of actions: no condition, bound, number, negation, reason or guarantee in it. */
export function isBareList(reading: Reading): boolean {
	const { counts, clauses, tokens } = reading;
	const commas = tokens.filter((token) => token.key === ',').length;
	if (commas < 2 || clauses.length < 3) return false;
	const policy =
		counts.condition +
		counts.exclusive +
		counts.bound +
		counts.negation +
		counts.causal +
		counts.alternative +
		counts.guarantee +
		counts.scope +
		counts.default;
	return (
		policy === 0 &&
		!tokens.some((token) => token.type === 'number' || token.type === 'compare' || token.type === 'arrow')
	);
}

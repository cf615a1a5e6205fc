// Figures of a whole spec. What is said twice counts once.
import type { Read } from './judge.ts';
import type { Reading } from './reading.ts';
import { contentKeys } from './tokens.ts';
import { UNIT_CLASSES, type AnalysedUnit, type AnalysisSummary, type UnitClass } from './types.ts';

/** Number of words in `text`. */
export function countWords(text: string): number {
	let words = 0;
	for (const _ of text.matchAll(/[\p{L}\p{N}]+(?:['’._-][\p{L}\p{N}]+)*/gu)) words++;
	return words;
}

/** The reason given in a unit, as sorted content stems after the connective; null when there is none. */
function reasonKey(reading: Reading): string | null {
	const at = reading.places.causal.find((place) => place > 2);
	if (at === undefined) return null;
	const keys = contentKeys(reading.tokens.slice(at + 1));
	return keys.length >= 3 ? keys.sort().join(' ') : null;
}

type Keys = { readonly content: string | null; readonly reason: string | null };
const keysOf = new WeakMap<Reading, Keys>();

function repeatKeys(reading: Reading): Keys {
	const known = keysOf.get(reading);
	if (known) return known;
	const words = contentKeys(reading.tokens);
	const numbers = reading.tokens.filter((token) => token.type === 'number').map((token) => token.raw);
	const content = words.length >= 2 ? [...words.sort(), ...numbers].join(' ') : null;
	const keys = { content, reason: reasonKey(reading) };
	keysOf.set(reading, keys);
	return keys;
}

/** For each unit whether an earlier one has the same content words and numbers, or the same reason word by word. */
export function repeatsOf(reads: readonly (Read | null)[]): boolean[] {
	const contents = new Set<string>();
	const reasons = new Set<string>();
	return reads.map((read) => {
		if (!read) return false;
		const { content, reason } = repeatKeys(read.reading);
		const repeated = (content !== null && contents.has(content)) || (reason !== null && reasons.has(reason));
		if (content !== null) contents.add(content);
		if (reason !== null) reasons.add(reason);
		return repeated;
	});
}

function zeros(): Record<UnitClass, number> {
	return Object.fromEntries(UNIT_CLASSES.map((each) => [each, 0])) as Record<UnitClass, number>;
}

/** Counts and shares over judged units. */
export function summarise(spec: string, units: readonly AnalysedUnit[]): AnalysisSummary {
	const counts = zeros();
	const wordsByClass = zeros();
	const judged = units.filter((unit) => unit.notJudged === null);
	for (const unit of judged) {
		counts[unit.class]++;
		if (!unit.repeats) wordsByClass[unit.class] += countWords(spec.slice(unit.start, unit.end));
	}
	const words = UNIT_CLASSES.reduce((sum, each) => sum + wordsByClass[each], 0);
	const first = judged.filter((unit) => !unit.repeats);
	return {
		units: counts,
		abstained: judged.filter((unit) => unit.abstain).length,
		words: countWords(spec),
		wordsByClass,
		decidedShare: words === 0 ? 0 : wordsByClass.decision / words,
		restatementShare: words === 0 ? 0 : wordsByClass.restatement / words,
		reasoned: first.filter((unit) => unit.flags.reason).length,
		failureBranches: first.filter((unit) => unit.flags.failureBranch).length,
		delegations: first.filter((unit) => unit.flags.delegation).length,
	};
}

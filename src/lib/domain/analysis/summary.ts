// Figures of a whole spec. What is said twice counts once.
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

/** For each reading whether an earlier one has the same content words, or the same reason word by word. */
export function repeatsOf(readings: readonly (Reading | null)[]): boolean[] {
	const contents = new Set<string>();
	const reasons = new Set<string>();
	return readings.map((reading) => {
		if (!reading) return false;
		const keys = contentKeys(reading.tokens);
		const content =
			keys.length >= 2
				? keys.sort().join(' ') +
					reading.tokens
						.filter((token) => token.type === 'number')
						.map((token) => ` ${token.raw}`)
						.join('')
				: null;
		const reason = reasonKey(reading);
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

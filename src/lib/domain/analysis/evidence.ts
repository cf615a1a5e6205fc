// The words that speak for or against a class, as spans into the spec.
import type { LexiconGroup } from './lexicon.ts';
import type { Reading } from './reading.ts';
import type { Evidence, EvidenceKind, UnitClass } from './types.ts';

const SHOWN: Partial<Record<LexiconGroup, readonly [EvidenceKind, UnitClass]>> = {
	failure: ['failure', 'decision'],
	reaction: ['reaction', 'decision'],
	bound: ['limit', 'decision'],
	exclusive: ['exclusivity', 'decision'],
	guarantee: ['guarantee', 'decision'],
	alternative: ['alternative', 'decision'],
	causal: ['reason', 'decision'],
	tradeoff: ['reason', 'decision'],
	scope: ['scope', 'decision'],
	delegation: ['scope', 'decision'],
	default: ['default', 'decision'],
	ownership: ['ownership', 'decision'],
	retention: ['retention', 'decision'],
	order: ['order', 'decision'],
	interface: ['interface', 'description'],
	vague: ['vague', 'description'],
};

/** Evidence of a unit that starts at `offset` in the spec, in order of position; one entry per span and kind. */
export function evidenceOf(reading: Reading, offset: number): Evidence[] {
	const out: Evidence[] = [];
	let last = '';
	const add = (start: number, end: number, kind: EvidenceKind, side: UnitClass): void => {
		const key = `${start}:${end}:${kind}`;
		if (key !== last) out.push({ start: offset + start, end: offset + end, kind, for: side });
		last = key;
	};
	for (const match of reading.matches) {
		const shown = SHOWN[match.group];
		const first = reading.tokens[match.from];
		const final = reading.tokens[match.to - 1];
		if (shown && first && final) add(first.start, final.end, shown[0], shown[1]);
	}
	const units = new Set(reading.places.unit);
	reading.tokens.forEach((token, index) => {
		const next = reading.tokens[index + 1];
		if (token.type === 'number' && next && units.has(index + 1))
			add(token.start, next.end, 'parameter', 'decision');
	});
	for (const [start, end] of reading.hollow) add(start, end, 'hollow', 'description');
	return out.sort((a, b) => a.start - b.start || a.end - b.end);
}

// Vague terms after the ISO/IEC/IEEE 29148 and INCOSE lists: advice only, never part of a class.
import type { Span, VagueTerm } from './types.ts';

type Family = { readonly kind: VagueTerm['kind']; readonly advice: string; readonly terms: string };

const FAMILIES: readonly Family[] = [
	{
		kind: 'unquantified',
		advice: 'Give a number, a bound or an example.',
		terms:
			'fast, quick, quickly, slow, slowly, large, small, many, few, several, some, most, often, rarely, frequently, soon, recent, recently, long, short, easy, easily, simple, simply, user-friendly, intuitive, efficient, efficiently, reliable, reliably, robust, scalable, secure, securely, performant, flexible, modern, good, nice, minimal, high, low, near real-time, real-time, timely, promptly, significant, reasonable, reasonably, sufficient, sufficiently, adequate, adequately, acceptable, convenient, seamless, seamlessly, smooth, approximately, roughly, about the same, high availability, state of the art, best practice, best practices',
	},
	{
		kind: 'escape',
		advice: 'Say when exactly, or drop it.',
		terms:
			'as appropriate, appropriate, appropriately, if possible, where possible, when possible, if necessary, where necessary, as necessary, when necessary, if needed, as needed, when needed, if applicable, where applicable, as applicable, as required, if required, as far as possible, where feasible, normally, usually, typically, generally, in general, ideally, properly, correctly, suitable, suitably, handled, in a good way, in due course, best effort, to the extent',
	},
	{
		kind: 'open-ended',
		advice: 'List what is meant, all of it.',
		terms:
			'etc, etc., and so on, and so forth, and more, among others, such as, for example, including but not limited to, or similar, or something, some kind of, any kind of, various, and others, and/or',
	},
	{
		kind: 'passive-duty',
		advice: 'Say what happens, not that it should.',
		terms:
			'should be able to, must be able to, needs to be, has to be, should be, shall support, supports, provide support for, is supported, can be handled, will be handled, are handled, is handled, taken care of',
	},
	{
		kind: 'comparison',
		advice: 'Compared with what, by how much?',
		terms:
			'better, faster, slower, easier, improved, optimal, optimize, optimise, optimised, optimized, maximise, maximize, minimise, minimize, as fast as possible, as soon as possible, as quickly as possible, as little as possible, as much as possible',
	},
	{
		kind: 'placeholder',
		advice: 'Decide it, or delegate it by name.',
		terms:
			'tbd, tba, tbc, todo, to be defined, to be decided, to be determined, to be clarified, to be discussed, not sure, probably, maybe, perhaps, somehow, something like',
	},
];

function escapeTerm(term: string): string {
	return term.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/\s+/g, '\\s+');
}

type Entry = { kind: VagueTerm['kind']; advice: string };
const ENTRIES = new Map<string, Entry>();
for (const { kind, advice, terms } of FAMILIES)
	for (const term of terms.split(', ')) ENTRIES.set(term, { kind, advice });
const PATTERN = new RegExp(
	`(?<![\\p{L}\\p{N}_-])(?:${[...ENTRIES.keys()]
		.sort((a, b) => b.length - a.length)
		.map(escapeTerm)
		.join('|')})(?![\\p{L}\\p{N}_-])`,
	'giu',
);

/** Vague terms inside `within` (units of the spec), in order of position. */
export function findVagueTerms(spec: string, within: readonly Span[]): VagueTerm[] {
	const found: VagueTerm[] = [];
	for (const { start, end } of within) {
		for (const match of spec.slice(start, end).matchAll(PATTERN)) {
			const term = match[0].toLowerCase().replace(/\s+/g, ' ');
			const entry = ENTRIES.get(term);
			const at = start + match.index;
			if (entry) found.push({ start: at, end: at + match[0].length, term, ...entry });
		}
	}
	return found;
}

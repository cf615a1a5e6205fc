// Hollow rhetoric: wrappers and tails that claim a decision or a reason without bringing one. Such words are left out
// before anything is judged, so that dressing a description up changes nothing.
import type { Requirement } from './requirement.ts';
import { isContent, type Token } from './tokens.ts';

/** A token range [from, to) that carries no content of its own. */
export type Hollow = { readonly from: number; readonly to: number; readonly kind: 'wrapper' | 'tail' };

const SUBJECT = String.raw`(?:(?:and|so|thus|therefore|here|finally|hence|also)\s+)?(?:we|i|the team|our team|they|the group)\s+(?:have |has |had |'ve )?(?:\w+ly )?`;
const VERB = String.raw`(?:decided|chose|chosen|choose|decide|agreed|agree|opted|opt|concluded|conclude|determined|determine|evaluated|evaluate|resolved|considered|weighed|settled|made (?:the|a) (?:\w+ )?(?:decision|choice)|went|go|picked|pick)`;
const LINK = String.raw`(?:\s+(?:that|to(?! the)|on(?! top)|for|in favou?r of|upon|the option that|the option to|the solution that|the approach that|the variant that|the approach of|the option of))`;
const WRAPPERS: readonly RegExp[] = [
	new RegExp(`\\b${SUBJECT}${VERB}${LINK}(?:\\s+the fact that)?`, 'giy'),
	/\b(?:after|following|upon|on) (?:\w+ )?(?:careful|long|thorough|much|some|due|weighing|considering|comparing|evaluating|discussing)[^,.;:]{0,60},\s*/giy,
	/\bit (?:was|is|has been) (?:\w+ly )?(?:decided|chosen|agreed|concluded|determined)(?: that| to)?/giy,
	/\b(?:the|our|a|my|this) (?:\w+ )?(?:decision|choice|trade-?off|conclusion|verdict|agreement)(?: here| on \w+| about \w+| for \w+)? (?:is|was|fell|goes|went)(?: made)?(?: that| to| on| for|:)?/giy,
	/\b(?:our|the|my) (?:\w+ )?(?:decision|choice)(?: on [\w ]{1,30})?\s*:/giy,
	/\b(?:deliberately|consciously|intentionally|purposely|on purpose|by design|as a conscious decision|as a deliberate choice)\b,?/giy,
	/\b(?:decision|choice|chosen|decided|trade-?off|trade-?off considered|reason|rationale|justification|alternatives?|alternatives? considered|rejected)\s*:/giy,
	/\b(?:(?:several|other|many|various|all|the) )?(?:alternatives|options|possibilities|variants)(?: were| have been| are)(?: carefully| also)? (?:considered|evaluated|weighed|rejected|discussed|discarded|compared)(?: and (?:considered|evaluated|weighed|rejected|discarded))?/giy,
	/\bthere (?:were|are) (?:several|many|other|various|two|different) (?:options|alternatives|possibilities|ways|approaches)\b/giy,
	/\b(?:it|this) (?:makes sense|is (?:the|a) (?:best|better|right|good|optimal|superior) (?:\w+))/giy,
	/\b(?:therefore|thus|hence|so) the following (?:was|is) (?:chosen|decided|selected)\s*:?/giy,
	/\b(?:and )?despite (?:the|all|some) (?:drawbacks|disadvantages|alternatives|objections)\b,?/giy,
];
const STARTS =
	/\b(?:we|i|the|they|our|my|a|after|following|upon|on|it|this|so|and|thus|therefore|here|finally|hence|also|deliberately|consciously|intentionally|purposely|by|as|decision|choice|chosen|decided|trade|tradeoff|reason|rationale|justification|alternatives?|rejected|several|other|many|various|all|options|possibilities|variants|there|despite)\b/gi;

const GENERIC = new Set(
	(
		'better best good great well right correct ideal optimal optimum superior suitable appropriate proper sensible reasonable logical natural obvious clear ' +
		'alternative alternativ option approach solution choice way variant possibility candidate method decision trade trade-off tradeoff rejected reject consider discuss ' +
		'standard practice industry common state art reason requirement requir need necessary important makes make sense work purpose goal use useful usual ' +
		'case all everything anything something else other others opposite opposit different less worse bad wors than most more very simply simple easy easier easiest quality ' +
		'using used approaches options alternatives possibilities drawback drawbacks different nothing none doing otherwise robust stable professional ' +
		'value benefit advantage drawback want wish expect happy satisfied choose chosen chose decide evaluate compare weigh outweigh prefer prefered preferred fit fits meet meets ' +
		'depend system feature function task job team time thing kind type modern safe safer robust scalable flexible maintainable reliable efficient convenient fast faster quick quicker clean cleaner ' +
		'much really overall general generally situation context circumstance considered considering convinced convincing proven prove well-known known consequence result outcome pros cons pro con'
	)
		.split(' ')
		.map((word) => word.replace(/(?:ed|s)$/, '')),
);

/** Connectives whose tail is hollow when it says nothing new; the weak ones also need a word of bare praise or choice. */
const STRONG_STARTS = new Set([
	'because',
	'since',
	'instead',
	'rather',
	'due',
	'versus',
	'unlike',
	'opposed',
	'compared',
]);
const WEAK_STARTS = new Set([
	'as',
	'therefore',
	'thus',
	'hence',
	'over',
	'considering',
	'being',
	'which',
	'given',
	'for',
	'although',
	'despite',
]);
const CLAUSE_BREAKS = new Set(['because', 'since', 'instead', 'therefore', 'although', 'but', 'whereas']);

function isGeneric(token: Token): boolean {
	return (
		GENERIC.has(token.lower) || GENERIC.has(token.lower.replace(/(?:ed|s)$/, '')) || GENERIC.has(token.key)
	);
}

function wrappers(text: string, tokens: readonly Token[]): Hollow[] {
	const found: Hollow[] = [];
	let covered = 0;
	STARTS.lastIndex = 0;
	for (let start = STARTS.exec(text); start; start = STARTS.exec(text)) {
		if (start.index < covered) continue;
		for (const pattern of WRAPPERS) {
			pattern.lastIndex = start.index;
			const hit = pattern.exec(text);
			if (!hit) continue;
			covered = start.index + hit[0].length;
			const from = tokens.findIndex((token) => token.start >= start.index);
			const next = tokens.findIndex((token) => token.start >= covered);
			if (from >= 0) found.push({ from, to: next < 0 ? tokens.length : next, kind: 'wrapper' });
			break;
		}
	}
	return found;
}

function clauseEnd(tokens: readonly Token[], from: number): number {
	let depth = 0;
	for (let at = from; at < tokens.length; at++) {
		const key = tokens[at]?.key ?? '';
		if (key === '(') depth++;
		else if (key === ')' && depth-- === 0) return at;
		else if (depth <= 0 && /^[,.;:|!?–—]$|^->$/.test(key)) return at;
		else if (at > from + 1 && CLAUSE_BREAKS.has(tokens[at]?.lower ?? '')) return at;
	}
	return tokens.length;
}

/** A tail is hollow when each content word is generic, in the requirement, or already said in the rest of the unit. */
function tails(tokens: readonly Token[], requirement: Requirement): Hollow[] {
	const found: Hollow[] = [];
	for (let at = 1; at < tokens.length; at++) {
		const token = tokens[at] as Token;
		const weak = WEAK_STARTS.has(token.lower);
		if (token.type !== 'word' || (!weak && !STRONG_STARTS.has(token.lower))) continue;
		const to = clauseEnd(tokens, at);
		const inside = tokens.slice(at + 1, to);
		if (inside.some((each) => each.type === 'number' || each.type === 'code')) continue;
		const content = inside.filter(isContent);
		const main = new Set(
			tokens
				.slice(0, at)
				.filter(isContent)
				.map((each) => each.key),
		);
		const fresh = content.filter(
			(each) => !isGeneric(each) && !main.has(each.key) && !requirement.content.has(each.key),
		);
		const generic = content.filter(isGeneric).length;
		if (fresh.length > 0 || content.length === 0 || (weak && generic === 0)) continue;
		found.push({ from: at, to, kind: 'tail' });
		at = to;
	}
	return found;
}

/** Hollow ranges of a unit, in order, not overlapping. */
export function hollowRanges(text: string, tokens: readonly Token[], requirement: Requirement): Hollow[] {
	const all = [...wrappers(text, tokens), ...tails(tokens, requirement)].sort(
		(a, b) => a.from - b.from || b.to - a.to,
	);
	const out: Hollow[] = [];
	let covered = 0;
	for (const each of all) {
		if (each.from < covered) continue;
		out.push(each);
		covered = each.to;
	}
	return out;
}

/** The tokens that remain when hollow ranges are left out; all tokens when nothing else would remain. */
export function withoutHollow(tokens: readonly Token[], hollow: readonly Hollow[]): readonly Token[] {
	if (hollow.length === 0) return tokens;
	const rest = tokens.filter((_, index) => !hollow.some((range) => index >= range.from && index < range.to));
	return rest.some(isContent) ? rest : tokens;
}

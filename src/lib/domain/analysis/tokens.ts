// Tokens of one unit with offsets into its text; markup is masked in place so that offsets stay exact.
import { stem } from './stem.ts';

export type TokenType = 'word' | 'number' | 'code' | 'arrow' | 'compare' | 'punctuation';

/** `start`/`end` are UTF-16 offsets into the unit's text; `key` is the stem of a word, `#` for numbers, else the sign. */
export type Token = {
	readonly start: number;
	readonly end: number;
	readonly raw: string;
	readonly lower: string;
	readonly key: string;
	readonly type: TokenType;
};

const TOKEN =
	/(\d[\d.,:]*\d|\d)|((?:[\p{L}_][\p{L}\p{M}\p{N}_]*)(?:['’][\p{L}]+)?)|(-+>|→|⇒|=>|⟶)|(>=|<=|==|[<>=≥≤≠])|([?!;:,.()|"“”„«»{}[\]/+%…–—&#*-]|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul})/gu;
const NUMBER_WORDS = new Set(
	'two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty ninety hundred thousand million dozen half quarter twice'.split(
		' ',
	),
);
const SPELLING = new Map([
	['dont', "don't"],
	['doesnt', "doesn't"],
	['cant', "can't"],
	['wont', "won't"],
	['isnt', "isn't"],
	['cannot', "can't"],
	['recieve', 'receive'],
	['recieved', 'received'],
	['loosing', 'losing'],
	['loose', 'lose'],
	['loosed', 'lost'],
]);

/** Same length as `text`; tags, link targets, emphasis and quote marks become spaces. */
export function maskMarkup(text: string): string {
	if (!/[<`*\]\n]/.test(text)) return text;
	const blank = (found: string): string => ' '.repeat(found.length);
	return text
		.replace(/<\/?[a-zA-Z!][^<>]*>/g, blank)
		.replace(/\]\([^()\s]*\)/g, blank)
		.replace(/\n[ \t]*>+/g, blank)
		.replace(/[`*]+/g, blank);
}

function isCodeName(raw: string): boolean {
	return /[a-z0-9]_[a-z0-9]|^[a-z]+[A-Z][a-z]/.test(raw);
}

function wordToken(raw: string, start: number): Token {
	const plain = raw.replace('’', "'").toLowerCase();
	const lower = SPELLING.get(plain) ?? plain;
	const end = start + raw.length;
	if (isCodeName(raw)) return { start, end, raw, lower, key: lower, type: 'code' };
	if (NUMBER_WORDS.has(lower)) return { start, end, raw, lower, key: '#', type: 'number' };
	return { start, end, raw, lower, key: stem(lower), type: 'word' };
}

/** Tokens of `text` in order. Linear time. */
export function tokenise(text: string): Token[] {
	const masked = maskMarkup(text);
	const tokens: Token[] = [];
	for (const found of masked.matchAll(TOKEN)) {
		const raw = found[0];
		const start = found.index;
		const end = start + raw.length;
		if (found[2] !== undefined) tokens.push(wordToken(raw, start));
		else if (found[1] !== undefined) tokens.push({ start, end, raw, lower: raw, key: '#', type: 'number' });
		else if (found[3] !== undefined) tokens.push({ start, end, raw, lower: raw, key: '->', type: 'arrow' });
		else if (found[4] !== undefined) tokens.push({ start, end, raw, lower: raw, key: raw, type: 'compare' });
		else tokens.push({ start, end, raw, lower: raw, key: raw, type: 'punctuation' });
	}
	return tokens;
}

const STOP_WORDS = new Set(
	(
		'a an the and or of to in on at by for from with as is are was were be been being it its this that these those there here he she they them their his her him our us we you your i my me ' +
		'do does did done have has had having will would shall should can could may might must not no nor so if then than when while which who whom whose what where why how all any each every ' +
		'some such same other another one also too very just only into onto about over under after before again more most much many few both either neither own out up down off per via ' +
		"don't doesn't didn't can't won't isn't aren't wasn't get gets got let lets e g etc able want wants need needs thing things something anything"
	)
		.split(' ')
		.map((word) => stem(word)),
);

/** Carries content: a word that is no function word, or a code name. */
export function isContent(token: Token): boolean {
	if (token.type === 'code') return true;
	return token.type === 'word' && token.key.length > 1 && !STOP_WORDS.has(token.key);
}

/** Stems of the content words of `tokens`, in order. */
export function contentKeys(tokens: readonly Token[]): string[] {
	const keys: string[] = [];
	for (const token of tokens) if (isContent(token)) keys.push(token.key);
	return keys;
}

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { brief, clean } from './clean.ts';

const hostile = fc.letrec((tie) => ({
	text: fc.string({ unit: 'binary' }),
	value: fc.oneof(
		{ maxDepth: 3 },
		tie('text'),
		fc.constantFrom(null, true, 1.5, '\0', '\ud800', '\u001b[2J', '__proto__'),
		fc.array(tie('value'), { maxLength: 3 }),
		fc
			.array(fc.tuple(fc.oneof(tie('text'), fc.constant('__proto__')), tie('value')), { maxLength: 3 })
			.map((entries) => Object.fromEntries(entries as [string, unknown][])),
	),
})).value;

const stringsIn = (value: unknown): string[] =>
	typeof value === 'string'
		? [value]
		: typeof value === 'object' && value !== null
			? Object.entries(value).flatMap(([key, item]) => [key, ...stringsIn(item)])
			: [];

it('leaves nothing that cannot be stored or that acts on a terminal, and is done after once', () => {
	fc.assert(
		fc.property(hostile, (value) => {
			const cleaned = clean(value);
			for (const text of stringsIn(cleaned)) {
				expect(text.isWellFormed()).toBe(true);
				expect(text).not.toMatch(/[^\P{Cc}\n\t]/u);
			}
			expect(clean(cleaned)).toEqual(cleaned);
			expect(Object.getPrototypeOf(cleaned ?? {})).toBe(Object.getPrototypeOf(value ?? {}));
		}),
	);
});

it('changes nothing else', () => {
	const value = { a: ['Grüße\n\t😀', null, 1, { b: true }], c: undefined };
	expect(clean(value)).toEqual(value);
});

it('is one line of a given length', () => {
	expect(brief('  a\n\tb  ', 10)).toBe('a b');
	expect(brief('x'.repeat(11), 10)).toBe(`${'x'.repeat(9)}…`);
	expect(brief('x'.repeat(10), 10)).toBe('x'.repeat(10));
});

// No acknowledged text is lost, no edit counts twice, a stale one overwrites nothing.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import type { Openness } from '../round/deadline.ts';
import {
	acceptEdit,
	countWords,
	isNotedPaste,
	pasteSummary,
	utf8Bytes,
	type SpecEdit,
	type SpecHead,
} from './revision.ts';

const head: SpecHead = { revision: 3, text: 'old', accepted: [{ editId: 'known', revision: 2 }] };
const edit = (change: Partial<SpecEdit> = {}): SpecEdit => ({
	editId: 'new',
	baseRevision: 3,
	text: 'two words',
	...change,
});

describe('an edit', () => {
	it('makes the next revision', () => {
		expect(acceptEdit(head, edit(), 'open')).toEqual({
			ok: true,
			kind: 'accepted',
			revision: 4,
			lateSynced: false,
			wordCount: 2,
		});
	});

	it('is marked when it arrives in the grace', () => {
		expect(acceptEdit(head, edit(), 'grace')).toMatchObject({ ok: true, revision: 4, lateSynced: true });
	});

	it.each(['closed', 'paused', 'not-yet'] as const)(
		'is refused when the phase is %s, and says where the spec is',
		(openness) => {
			expect(acceptEdit(head, edit(), openness)).toEqual({ ok: false, reason: openness, revision: 3 });
		},
	);

	it('is stale on another revision than the newest', () => {
		expect(acceptEdit(head, edit({ baseRevision: 2 }), 'open')).toEqual({
			ok: false,
			reason: 'stale',
			revision: 3,
		});
		expect(acceptEdit(head, edit({ baseRevision: 4 }), 'open')).toEqual({
			ok: false,
			reason: 'stale',
			revision: 3,
		});
	});

	it.each(['open', 'grace', 'closed', 'paused', 'not-yet'] as const)(
		'that was accepted before is acknowledged again when %s',
		(openness) => {
			expect(acceptEdit(head, edit({ editId: 'known', baseRevision: 1 }), openness)).toEqual({
				ok: true,
				kind: 'replayed',
				revision: 2,
			});
		},
	);

	it.each([
		[{ editId: '' }],
		[{ editId: 'x'.repeat(LIMITS.text.editId + 1) }],
		[{ baseRevision: -1 }],
		[{ baseRevision: 2.5 }],
		[{ baseRevision: Number.NaN }],
		[{ text: 'a\u0000b' }],
	])('that is broken is refused: %j', (change) => {
		expect(acceptEdit(head, edit(change), 'open')).toEqual({
			ok: false,
			reason: 'invalid-edit',
			revision: 3,
		});
	});

	it('may be the first one, and its id as long as allowed', () => {
		const first = edit({ baseRevision: 0, editId: 'x'.repeat(LIMITS.text.editId) });
		expect(acceptEdit({ revision: 0, text: '', accepted: [] }, first, 'open')).toMatchObject({
			ok: true,
			revision: 1,
		});
	});

	it('is bounded in bytes, not characters', () => {
		const most = LIMITS.text.specBytes;
		expect(acceptEdit(head, edit({ text: 'x'.repeat(most) }), 'open').ok).toBe(true);
		expect(acceptEdit(head, edit({ text: 'x'.repeat(most + 1) }), 'open')).toMatchObject({
			reason: 'too-long',
		});
		expect(acceptEdit(head, edit({ text: '\u00e4'.repeat(most / 2 + 1) }), 'open')).toMatchObject({
			reason: 'too-long',
		});
	});
});

describe('any traffic of edits, repeated and out of order', () => {
	it('keeps one line of revisions in which every accepted edit stands once', () => {
		const traffic = fc.array(
			fc.record({
				id: fc.integer({ min: 0, max: 8 }),
				base: fc.integer({ min: 0, max: 6 }),
				openness: fc.constantFrom<Openness>('open', 'grace', 'closed'),
			}),
			{ maxLength: 30 },
		);
		fc.assert(
			fc.property(traffic, (edits) => {
				let state: SpecHead = { revision: 0, text: '', accepted: [] };
				for (const { id, base, openness } of edits) {
					const one = edit({ editId: `e${id}`, baseRevision: base, text: `text ${id}` });
					const known = state.accepted.find((a) => a.editId === one.editId);
					const result = acceptEdit(state, one, openness);
					if (known) expect(result).toEqual({ ok: true, kind: 'replayed', revision: known.revision });
					if (!result.ok || result.kind === 'replayed') continue;
					expect(openness).not.toBe('closed');
					expect(result.revision).toBe(state.revision + 1);
					state = {
						revision: result.revision,
						text: one.text,
						accepted: [...state.accepted, { editId: one.editId, revision: result.revision }],
					};
				}
				expect(new Set(state.accepted.map((a) => a.editId)).size).toBe(state.accepted.length);
			}),
		);
	});
});

describe('counting words', () => {
	it.each([
		['', 0],
		['  \n\t ', 0],
		['one', 1],
		['Retry 3x, then dead-letter.', 4],
		["don't stop", 2],
		['don\u2019t stop', 2],
		['1,000.50 EUR', 2],
		['a/b a\u2014b', 4],
		['# Heading\n- item one\n- item two', 5],
		['na\u0308ive re\u0301sume\u0301', 2],
		['\u0928\u092e\u0938\u094d\u0924\u0947 \u0926\u0941\u0928\u093f\u092f\u093e', 2],
		['\u4f60\u597d\u4e16\u754c', 4],
		['\u4f60\u597d world', 3],
		['API\u63a5\u53e3v2', 4],
		['\ud55c\uad6d\uc5b4 \ub2e8\uc5b4', 2],
		['\u{1F600} \u{1F600}', 0],
		['*** --- ...', 0],
		['snake_case kebab-case', 2],
	])('%j has %i', (text, words) => {
		expect(countWords(text)).toBe(words);
	});

	it('adds up over lines and takes any text', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
				expect(countWords(`${a}\n\n${b}`)).toBe(countWords(a) + countWords(b));
			}),
		);
	});
});

describe('bytes', () => {
	it('are those of UTF-8', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), (text) => {
				expect(utf8Bytes(text)).toBe(new TextEncoder().encode(text).length);
			}),
		);
		expect(
			['a', '\u007f', '\u0080', '\u07ff', '\u0800', '\uffff', '\u{10000}', '\ud800'].map(utf8Bytes),
		).toEqual([1, 1, 2, 2, 3, 3, 4, 3]);
	});
});

describe('pastes', () => {
	it('are noted from a size on and added up for the author', () => {
		expect([79, 80].map(isNotedPaste)).toEqual([false, true]);
		const note = { at: 1, characters: 100, selfDeclared: false, note: '' };
		expect(pasteSummary([note, { ...note, characters: 50, selfDeclared: true }])).toEqual({
			pastes: 2,
			characters: 150,
			declared: 1,
		});
		expect(pasteSummary([])).toEqual({ pastes: 0, characters: 0, declared: 0 });
	});
});

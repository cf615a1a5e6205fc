import { describe, expect, it } from 'vitest';
import { explain } from './error-text.ts';

describe('explain', () => {
	it('shows the sentence a route gave', () => {
		expect(explain(403, 'The phase is over.').what).toBe('The phase is over.');
	});

	it('replaces bare status words by a sentence', () => {
		expect(explain(404, 'Not Found').what).not.toBe('Not Found');
	});

	it('never shows the message of a fault', () => {
		expect(explain(500, 'connect ECONNREFUSED 10.0.0.7:5432').what).not.toContain('10.0.0.7');
	});

	it.each([400, 401, 403, 404, 405, 413, 418, 429, 500, 502, 503])('says what to do about %i', (status) => {
		const text = explain(status);
		for (const sentence of [text.title, text.what, text.now]) expect(sentence.length).toBeGreaterThan(10);
	});
});

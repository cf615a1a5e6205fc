import fc from 'fast-check';
import { expect, it } from 'vitest';
import { storable } from './storable.ts';

it('gives text that UTF-8 and PostgreSQL can hold, and changes it no further', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary' }), (text) => {
			const kept = storable(`${text}\r\n\0\r${text}\ud800`);
			expect(kept.isWellFormed()).toBe(true);
			expect(kept).not.toMatch(/[\0\r]/);
			expect(storable(kept)).toBe(kept);
			expect(new TextDecoder().decode(new TextEncoder().encode(`x${kept}`))).toBe(`x${kept}`);
		}),
	);
});

import { describe, expect, it } from 'vitest';
import { drawAlias } from './alias.ts';

describe('a blind label', () => {
	it('is never one that is taken, whatever the seed, until none is left', () => {
		const taken = new Set<string>();
		for (let seed = 0; seed < 2160; seed++) {
			const label = drawAlias(taken, seed * 7919);
			expect(label).toMatch(/^[A-HJ-NP-Z][1-9]\d$/);
			expect(taken.has(label!)).toBe(false);
			taken.add(label!);
		}
		expect(drawAlias(taken, 1)).toBeNull();
	});
});

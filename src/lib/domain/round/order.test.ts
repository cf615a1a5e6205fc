// Orders from a seed: the same again, fair, and unrelated to one another.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blindLabels, letters, presentationOrder, saltedSeed, seededRandom, shuffled } from './order.ts';

describe('seeded numbers', () => {
	it('are those of the published mulberry32 for a seed', () => {
		const random = seededRandom(1);
		// First outputs of the reference C program for state 1, divided by 2^32.
		expect([random(), random(), random()].map((x) => x * 2 ** 32)).toEqual([
			2693262067, 11749833, 2265367787,
		]);
	});

	it('differ by seed and by salt', () => {
		expect(seededRandom(1)()).not.toBe(seededRandom(2)());
		expect(saltedSeed(1, 'a')).not.toBe(saltedSeed(1, 'b'));
		expect(saltedSeed(1, 'a')).not.toBe(saltedSeed(2, 'a'));
	});

	it('hash a salt by FNV-1a', () => {
		expect(saltedSeed(0, '')).toBe(0x811c9dc5);
		expect(saltedSeed(0, 'a')).toBe(0xe40c292c);
		expect(saltedSeed(0, 'foobar')).toBe(0xbf9cf968);
	});
});

describe('a shuffle', () => {
	it('keeps the members and leaves its input alone', () => {
		fc.assert(
			fc.property(fc.array(fc.integer()), fc.nat(), (items, seed) => {
				const before = [...items];
				expect([...shuffled(items, seededRandom(seed))].sort()).toEqual([...before].sort());
				expect(items).toEqual(before);
			}),
		);
	});

	it('gives every order of three about equally often', () => {
		const counts = new Map<string, number>();
		const random = seededRandom(7);
		for (let i = 0; i < 6_000; i++) {
			const order = shuffled(['a', 'b', 'c'], random).join('');
			counts.set(order, (counts.get(order) ?? 0) + 1);
		}
		expect(counts.size).toBe(6);
		// 1,000 expected, standard deviation 29: five of them.
		for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(145);
	});
});

describe('labels and presentation', () => {
	const ids = Array.from({ length: 12 }, (_, i) => `entry-${i}`);

	it('do not depend on the order in which people joined', () => {
		expect(blindLabels([...ids].reverse(), 5)).toEqual(blindLabels(ids, 5));
		expect(presentationOrder([...ids].reverse(), 5)).toEqual(presentationOrder(ids, 5));
	});

	it('give every entry its own letter and its own place', () => {
		expect([...blindLabels(ids, 5).values()].sort()).toEqual([...'ABCDEFGHIJKL']);
		expect(presentationOrder([...ids, ...ids], 5).sort()).toEqual([...ids].sort());
	});

	it('are drawn apart: the label does not tell the place', () => {
		const labels = blindLabels(ids, 5);
		const byLabel = [...ids].sort((a, b) => ((labels.get(a) ?? '') < (labels.get(b) ?? '') ? -1 : 1));
		expect(presentationOrder(ids, 5)).not.toEqual(byLabel);
		expect(byLabel).not.toEqual([...ids].sort());
		const salted = (salt: string) => shuffled([...ids].sort(), seededRandom(saltedSeed(5, salt)));
		expect(byLabel).toEqual(salted('label'));
		expect(presentationOrder(ids, 5)).toEqual(salted('presentation'));
	});

	it('change with the seed', () => {
		expect(presentationOrder(ids, 6)).not.toEqual(presentationOrder(ids, 5));
	});

	it('goes on after Z', () => {
		expect([0, 25, 26, 27, 51, 52, 701, 702].map(letters)).toEqual([
			'A',
			'Z',
			'AA',
			'AB',
			'AZ',
			'BA',
			'ZZ',
			'AAA',
		]);
	});
});

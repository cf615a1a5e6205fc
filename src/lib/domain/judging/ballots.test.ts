// Balanced, blind to one's own, and drawn again the same from the same seed.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	assignBallots,
	assignLateBallot,
	ballotSize,
	type BallotList,
	type VotableEntry,
} from './ballots.ts';

const author = (i: number): string => `p${String(i).padStart(3, '0')}`;
const entriesOf = (count: number): VotableEntry[] =>
	Array.from({ length: count }, (_, i) => ({ entryId: `e-${author(i)}`, authorId: author(i) }));
const authorsOf = (entries: VotableEntry[]): string[] => entries.map((e) => e.authorId);
const observers = (count: number): string[] => Array.from({ length: count }, (_, i) => `observer-${i}`);

const shown = (lists: BallotList[], entryId: string): number =>
	lists.filter((l) => l.entryIds.includes(entryId)).length;
const spread = (values: number[]): number => Math.max(...values) - Math.min(...values);

function positionSpread(lists: BallotList[], entries: VotableEntry[]): number {
	const length = Math.max(...lists.map((l) => l.entryIds.length));
	return Math.max(
		...entries.map(({ entryId }) =>
			spread(Array.from({ length }, (_, at) => lists.filter((l) => l.entryIds[at] === entryId).length)),
		),
	);
}

/** Each run draws up to 34 lists; enough rooms of every size come up in fifty. */
const RUNS = { numRuns: 50 };
const room = fc.record({
	entries: fc.integer({ min: 2, max: 24 }),
	observers: fc.integer({ min: 0, max: 10 }),
	/** Authors who cannot vote, such as those who left. */
	absent: fc.integer({ min: 0, max: 10 }),
	seed: fc.nat(),
	perVoter: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
});

function draw(setup: {
	entries: number;
	observers: number;
	absent: number;
	seed: number;
	perVoter: number | undefined;
}) {
	const entries = entriesOf(setup.entries);
	const voterIds = [
		...authorsOf(entries).slice(Math.min(setup.absent, setup.entries - 1)),
		...observers(setup.observers),
	];
	return {
		entries,
		voterIds,
		lists: assignBallots({ entries, voterIds, seed: setup.seed, perVoter: setup.perVoter }),
	};
}

describe('how many entries a voter sees', () => {
	it.each([
		[-1, 0],
		[0, 0],
		[1, 1],
		[8, 8],
		[9, 7],
		[199, 7],
	])('of %i others: %i', (others, size) => {
		expect(ballotSize(others)).toBe(size);
	});

	it('is all there are when fewer than asked for, and never a broken number', () => {
		const entries = entriesOf(4);
		const sizes = (perVoter: number) =>
			assignBallots({ entries, voterIds: ['p000', 'eve'], seed: 1, perVoter }).map((l) => l.entryIds.length);
		expect(sizes(10)).toEqual([4, 3]);
		expect(sizes(2.9)).toEqual([2, 2]);
		expect(sizes(-3)).toEqual([0, 0]);
	});
});

describe('the draw', () => {
	it('gives every voter one list without repetition and never their own entry', () => {
		fc.assert(
			fc.property(room, (setup) => {
				const { entries, voterIds, lists } = draw(setup);
				expect(lists.map((l) => l.voterId)).toEqual([...voterIds].sort());
				const ids = new Set(entries.map((e) => e.entryId));
				for (const { voterId, entryIds } of lists) {
					expect(new Set(entryIds).size).toBe(entryIds.length);
					expect(entryIds).not.toContain(`e-${voterId}`);
					expect(entryIds.every((id) => ids.has(id))).toBe(true);
					const others =
						voterIds.includes(voterId) && ids.has(`e-${voterId}`) ? entries.length - 1 : entries.length;
					expect(entryIds.length).toBe(Math.min(others, setup.perVoter ?? ballotSize(others)));
				}
			}),
			RUNS,
		);
	});

	it('shows every entry equally often: counts differ by at most one', () => {
		fc.assert(
			fc.property(room, (setup) => {
				const { entries, lists } = draw(setup);
				expect(spread(entries.map((e) => shown(lists, e.entryId)))).toBeLessThanOrEqual(1);
			}),
			RUNS,
		);
	});

	it('places every entry equally often first, second, ... when all lists are of one length', () => {
		fc.assert(
			fc.property(room, (setup) => {
				const { entries, lists } = draw({
					...setup,
					perVoter: Math.min(setup.perVoter ?? 7, setup.entries - 1),
				});
				expect(positionSpread(lists, entries)).toBeLessThanOrEqual(1);
			}),
			RUNS,
		);
	});

	it.each([2, 3, 5, 8, 9, 10, 33, 100, 200])('is balanced for %i participants', (count) => {
		const entries = entriesOf(count);
		const lists = assignBallots({ entries, voterIds: authorsOf(entries), seed: count });
		expect(spread(entries.map((e) => shown(lists, e.entryId)))).toBe(0);
		expect(positionSpread(lists, entries)).toBeLessThanOrEqual(1);
	});

	it('is the same for the same seed, whatever order people come in', () => {
		fc.assert(
			fc.property(room, (setup) => {
				const { entries, voterIds, lists } = draw(setup);
				const again = assignBallots({
					...setup,
					entries: [...entries].reverse(),
					voterIds: [...voterIds, ...voterIds].reverse(),
				});
				expect(again).toEqual(lists);
			}),
			RUNS,
		);
	});

	it('differs by seed and by voter', () => {
		const entries = entriesOf(9);
		const orders = (seed: number): string[] =>
			assignBallots({ entries, voterIds: observers(6), seed }).map((l) => l.entryIds.join());
		expect(orders(1)).not.toEqual(orders(2));
		expect(new Set(orders(1)).size).toBe(6);
	});

	it('copes with nobody and nothing', () => {
		expect(assignBallots({ entries: [], voterIds: ['ann'], seed: 1 })).toEqual([
			{ voterId: 'ann', entryIds: [] },
		]);
		expect(assignBallots({ entries: entriesOf(3), voterIds: [], seed: 1 })).toEqual([]);
		expect(assignBallots({ entries: entriesOf(1), voterIds: ['p000'], seed: 1 })).toEqual([
			{ voterId: 'p000', entryIds: [] },
		]);
	});
});

describe('a late voter', () => {
	it('gets a list of the usual size without their own entry, from the least shown', () => {
		fc.assert(
			fc.property(room, (setup) => {
				const { entries, lists } = draw(setup);
				const voterId = author(0);
				const late = assignLateBallot(lists, {
					entries,
					voterId,
					seed: setup.seed,
					perVoter: setup.perVoter,
				});
				expect(late.voterId).toBe(voterId);
				expect(late.entryIds).not.toContain(`e-${voterId}`);
				expect(new Set(late.entryIds).size).toBe(
					Math.min(entries.length - 1, setup.perVoter ?? ballotSize(entries.length - 1)),
				);
				const left = entries
					.map((e) => e.entryId)
					.filter((id) => id !== `e-${voterId}` && !late.entryIds.includes(id));
				const most = Math.max(...late.entryIds.map((id) => shown(lists, id)));
				for (const id of left) expect(shown(lists, id)).toBeGreaterThanOrEqual(most);
			}),
			RUNS,
		);
	});

	it('sees each entry where it has stood least often', () => {
		const entries = entriesOf(3);
		const lists = [
			{ voterId: 'x', entryIds: ['e-p000', 'e-p001', 'e-p002'] },
			{ voterId: 'y', entryIds: ['e-p000', 'e-p002', 'e-p001'] },
			{ voterId: 'z', entryIds: ['e-p001', 'e-p002', 'e-p000'] },
		];
		const { entryIds } = assignLateBallot(lists, { entries, voterId: 'late', seed: 4 });
		expect(entryIds).toEqual(['e-p002', 'e-p000', 'e-p001']);
	});

	it('gets the same list again', () => {
		const entries = entriesOf(12);
		const input = { entries, voterId: 'late', seed: 4 };
		expect(assignLateBallot([], input)).toEqual(
			assignLateBallot([], { ...input, entries: [...entries].reverse() }),
		);
		expect(assignLateBallot([], input)).not.toEqual({ ...assignLateBallot([], { ...input, seed: 5 }) });
	});
});

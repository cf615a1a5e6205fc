// Who sees which entries, in which order: never one's own, every entry shown equally often (counts differ by at most
// one), and every entry equally often first, second, ... for voters with lists of equal length.
import { LIMITS } from '../limits.ts';
import { saltedSeed, seededRandom, shuffled } from '../round/order.ts';

export interface VotableEntry {
	entryId: string;
	authorId: string;
}

/** The entries one voter sees, first to last. */
export interface BallotList {
	voterId: string;
	entryIds: string[];
}

/** How many of `others` entries a voter sees: all of a few, a fixed number of many. */
export const ballotSize = (others: number): number =>
	others <= LIMITS.judging.ballotAllUpTo ? Math.max(0, others) : LIMITS.judging.ballotSize;

/** `perVoter` replaces the default size; fewer entries than that are all shown. */
function sizeFor(others: number, perVoter: number | undefined): number {
	return perVoter === undefined ? ballotSize(others) : Math.max(0, Math.min(others, Math.floor(perVoter)));
}

const byId = (a: VotableEntry, b: VotableEntry): number =>
	a.entryId < b.entryId ? -1 : a.entryId > b.entryId ? 1 : 0;

const countsOf = (entryIds: readonly string[], lists: readonly BallotList[]): Map<string, number> => {
	const counts = new Map(entryIds.map((id) => [id, 0]));
	for (const list of lists)
		for (const id of list.entryIds) if (counts.has(id)) counts.set(id, (counts.get(id) ?? 0) + 1);
	return counts;
};

/** The `size` least shown entries, ties at random; updates the counts. */
function leastShown(
	allowed: readonly string[],
	size: number,
	counts: Map<string, number>,
	random: () => number,
): string[] {
	const picked = shuffled(allowed, random)
		.sort((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0))
		.slice(0, size);
	for (const id of picked) counts.set(id, (counts.get(id) ?? 0) + 1);
	return picked;
}

/**
 * Evens the counts out. While one entry is shown two times more often than another, at least two voters see the first
 * and not the second, and at most one of them is its author: so there is always one who can trade.
 */
function evenOut(lists: BallotList[], entries: readonly VotableEntry[]): void {
	const author = new Map(entries.map((e) => [e.entryId, e.authorId]));
	const counts = countsOf([...author.keys()], lists);
	for (;;) {
		const ranked = [...counts.entries()].sort((a, b) => a[1] - b[1]);
		const [low, high] = [ranked[0], ranked.at(-1)];
		if (!low || !high || high[1] - low[1] < 2) return;
		const giver = lists.find(
			(l) => l.entryIds.includes(high[0]) && !l.entryIds.includes(low[0]) && author.get(low[0]) !== l.voterId,
		);
		if (!giver) return;
		giver.entryIds[giver.entryIds.indexOf(high[0])] = low[0];
		counts.set(high[0], high[1] - 1).set(low[0], low[1] + 1);
	}
}

/** Lists in which an entry stands at a position, found by entry. */
const listsWith = (lists: readonly BallotList[], entryId: string, position: number): BallotList[] =>
	lists.filter((l) => l.entryIds[position] === entryId);

/**
 * Moves surplus of `entryId` from position `a` to `b` by swapping both positions in one list, and goes on with the
 * entry it was swapped with if that now has a surplus. No list is used twice, so the walk ends; the first entry gets
 * better and no other gets worse (the alternating trail in de Werra's equitable edge colouring of bipartite graphs,
 * D. de Werra, "Equitable colorations of graphs", RIRO R-3, 1971).
 */
function walk(lists: readonly BallotList[], entryId: string, a: number, b: number): boolean {
	const used = new Set<BallotList>();
	let current: string = entryId;
	for (;;) {
		const surplus = listsWith(lists, current, a).length - listsWith(lists, current, b).length;
		const list =
			surplus < 2
				? undefined
				: listsWith(lists, current, a).find((l) => !used.has(l) && l.entryIds[b] !== undefined);
		if (!list) return used.size > 0;
		used.add(list);
		const other = list.entryIds[b] as string;
		list.entryIds[a] = other;
		list.entryIds[b] = current;
		current = other;
	}
}

function balancePositions(lists: readonly BallotList[], entryIds: readonly string[]): void {
	const length = lists.reduce((most, l) => Math.max(most, l.entryIds.length), 0);
	// Each walk lowers the total imbalance, so this bound is generous; it only guards lists of unequal length.
	for (let round = 0, moved = true; moved && round < 100; round++) {
		moved = false;
		for (const id of entryIds)
			for (let a = 0; a < length; a++)
				for (let b = 0; b < length; b++) if (a !== b && walk(lists, id, a, b)) moved = true;
	}
}

export interface BallotInput {
	entries: readonly VotableEntry[];
	/** Participants and observers who may vote. */
	voterIds: readonly string[];
	seed: number;
	perVoter?: number;
}

/** Draws all lists at once. The same input gives the same lists, whatever order it comes in. */
export function assignBallots(input: BallotInput): BallotList[] {
	const random = seededRandom(saltedSeed(input.seed, 'ballots'));
	const entries = [...input.entries].sort(byId);
	const ids = entries.map((e) => e.entryId);
	const counts = countsOf(ids, []);
	const lists = shuffled([...new Set(input.voterIds)].sort(), random).map((voterId): BallotList => {
		const allowed = entries.filter((e) => e.authorId !== voterId).map((e) => e.entryId);
		return {
			voterId,
			entryIds: leastShown(allowed, sizeFor(allowed.length, input.perVoter), counts, random),
		};
	});
	evenOut(lists, entries);
	for (const list of lists) list.entryIds = shuffled(list.entryIds, random);
	balancePositions(lists, ids);
	return lists.sort((a, b) => (a.voterId < b.voterId ? -1 : 1));
}

/** A list for somebody who comes after the draw: the least shown entries, each where it has stood least often. */
export function assignLateBallot(
	assigned: readonly BallotList[],
	input: Omit<BallotInput, 'voterIds'> & { voterId: string },
): BallotList {
	const random = seededRandom(saltedSeed(input.seed, `late:${input.voterId}`));
	const entries = [...input.entries].sort(byId);
	const allowed = entries.filter((e) => e.authorId !== input.voterId).map((e) => e.entryId);
	const counts = countsOf(allowed, assigned);
	const rest = leastShown(allowed, sizeFor(allowed.length, input.perVoter), counts, random);
	const entryIds: string[] = [];
	for (let position = 0; rest.length > 0; position++) {
		const stood = (id: string): number => listsWith(assigned, id, position).length;
		const next = shuffled(rest, random).reduce((best, id) => (stood(id) < stood(best) ? id : best));
		rest.splice(rest.indexOf(next), 1);
		entryIds.push(next);
	}
	return { voterId: input.voterId, entryIds };
}

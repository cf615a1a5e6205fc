// Where the two rankings' rows and the lines between them go: pure geometry in CSS px.
import type { Gap } from './standings.ts';

/** What a ranking shows of an entry. */
export interface Ranked {
	alias: string;
	author: string;
	own: boolean;
	rank: number | null;
	total: number | null;
	crowd: { mean: number | null; rank: number | null };
	gap: Gap | null;
}

export interface SlopeRow {
	key: string;
	name: string;
	own: boolean;
	rank: number | null;
	value: number | null;
	y: number;
}
export interface SlopeLine {
	key: string;
	name: string;
	gap: Gap['name'];
	own: boolean;
	y1: number;
	y2: number;
}
export interface SlopeLayout {
	height: number;
	rubric: SlopeRow[];
	crowd: SlopeRow[];
	lines: SlopeLine[];
	/** Middle of the slots that are not revealed yet. */
	closed: number[];
}

export const ROW = 44;
const middle = (slot: number): number => slot * ROW + ROW / 2;

/**
 * `standings` are the revealed ones of `of`: what is not revealed is above them. Ties follow the other ranking, so that
 * lines cross only where the rankings disagree.
 */
export function layoutSlope(standings: readonly Ranked[], of: number): SlopeLayout {
	const hidden = Math.max(0, of - standings.length);
	const byRank = [...standings].sort(
		(a, b) =>
			(a.rank ?? Infinity) - (b.rank ?? Infinity) || (a.crowd.rank ?? Infinity) - (b.crowd.rank ?? Infinity),
	);
	const rubric = byRank.map((s, index) => row(s, s.rank, s.total, middle(hidden + index)));
	const ranked = byRank.filter((s) => s.crowd.rank !== null).sort((a, b) => a.crowd.rank! - b.crowd.rank!);
	let last = -1;
	const crowd = ranked.map((s) => {
		last = Math.max(last + 1, s.crowd.rank! - 1);
		return row(s, s.crowd.rank, s.crowd.mean, middle(last));
	});
	const lines = crowd.flatMap(({ key, name, own, y }) => {
		const from = rubric.find((r) => r.key === key);
		const gap = standings.find((s) => s.alias === key)?.gap;
		return from && gap ? [{ key, name, own, gap: gap.name, y1: from.y, y2: y }] : [];
	});
	return {
		height: Math.max(of, last + 1) * ROW,
		rubric,
		crowd,
		lines,
		closed: Array.from({ length: hidden }, (_, slot) => middle(slot)),
	};
}

const row = (
	{ alias, author, own }: Ranked,
	rank: number | null,
	value: number | null,
	y: number,
): SlopeRow => ({
	key: alias,
	name: author,
	own,
	rank,
	value,
	y,
});

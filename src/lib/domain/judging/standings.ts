// Two rankings side by side: by rubric, and by first impression; and the gap between them. Only an entry with a build
// that counts is ranked; the others are "not scored", which is not zero.
import type { CriterionId } from '../challenge/pack.ts';
import { CRITERION_IDS } from './rubric.ts';
import { criterionResult, currentScores, mean, type CriterionResult, type Score } from './scores.ts';
import { adjustForSeverity, type NoAdjustment, type Rating } from './severity.ts';

export interface StandingEntry {
	entryId: string;
	/** Whether a build has an outcome of the entry's own. */
	hasCountingBuild: boolean;
	wordCount: number;
}

export interface Impression {
	entryId: string;
	voterId: string;
	/** 0 to 4, given before any check result was seen. */
	value: number;
}

export interface StandingsInput {
	entries: readonly StandingEntry[];
	/** All scores with their history. */
	scores: readonly Score[];
	impressions: readonly Impression[];
	/** Published; sums to 1. */
	weights: Record<CriterionId, number>;
}

/** Crowd rank minus rubric rank: below 0, the entry looks more complete than it is. */
export interface Gap {
	value: number;
	name: 'looks-complete' | 'better-than-it-looks' | 'agree';
}

export type NotScored = 'no-counting-build' | 'nobody-could-tell';

export interface Standing {
	entryId: string;
	wordCount: number;
	criteria: Record<CriterionId, CriterionResult>;
	/** 0 to 4 by the published weights; null when not scored. */
	total: number | null;
	/** Criteria nobody could tell; the weights of the others then count for the whole. */
	missing: CriterionId[];
	notScored: NotScored | null;
	/** Weighted mean of people's ratings as they are, and adjusted for the severity of the judges. */
	raw: number | null;
	adjusted: number | null;
	raters: number;
	rank: number | null;
	crowd: { mean: number | null; raters: number; rank: number | null };
	gap: Gap | null;
}

export interface Standings {
	/** By rank, then those not scored. */
	standings: Standing[];
	/** Several when they tie; empty without impressions. */
	crowdFavourites: string[];
	rubricWinners: string[];
	/** Why nothing was adjusted; null when it was. */
	notAdjusted: NoAdjustment | null;
}

/** Weighted mean over the criteria with a value; null when there is none. */
function weighted(
	value: (id: CriterionId) => number | null,
	weights: Record<CriterionId, number>,
): number | null {
	let sum = 0;
	let weight = 0;
	for (const id of CRITERION_IDS) {
		const own = value(id);
		if (own === null) continue;
		sum += own * weights[id];
		weight += weights[id];
	}
	return weight > 0 ? sum / weight : null;
}

/** Sums of decimals differ in the last digits; ranks must not. */
const comparable = (value: number): number => Math.round(value * 1e9) / 1e9;

/** Competition ranks, 1 best: equal keys share a rank and the next one is skipped (1, 2, 2, 4). Null keys have no rank. */
export function ranks(keys: readonly (readonly number[] | null)[]): (number | null)[] {
	const better = (a: readonly number[], b: readonly number[]): boolean => {
		for (let i = 0; i < a.length; i++) {
			const [x, y] = [comparable(a[i] ?? 0), comparable(b[i] ?? 0)];
			if (x !== y) return x > y;
		}
		return false;
	};
	return keys.map((own) =>
		own === null ? null : 1 + keys.filter((k) => k !== null && better(k, own)).length,
	);
}

export function gapBetween(crowdRank: number | null, rubricRank: number | null): Gap | null {
	if (crowdRank === null || rubricRank === null) return null;
	const value = crowdRank - rubricRank;
	return { value, name: value < 0 ? 'looks-complete' : value > 0 ? 'better-than-it-looks' : 'agree' };
}

interface Adjusted {
	byCriterion: Map<CriterionId, Map<string, number>>;
	notAdjusted: NoAdjustment | null;
}

/** Adjusts criterion by criterion; when one cannot be, none is, so that totals stay comparable. */
function adjustAll(current: readonly Score[], counting: ReadonlySet<string>): Adjusted {
	const byCriterion = new Map<CriterionId, Map<string, number>>();
	for (const criterion of CRITERION_IDS) {
		const ratings: Rating[] = current.flatMap(({ entryId, judge, value, source, criterion: of }) =>
			of === criterion && source === 'person' && value !== null && counting.has(entryId)
				? [{ entryId, judge, value }]
				: [],
		);
		const rated = new Set(ratings.map((r) => r.entryId));
		const result = adjustForSeverity(ratings);
		if (!result.ok) return { byCriterion: new Map(), notAdjusted: result.reason };
		if (rated.size < counting.size) return { byCriterion: new Map(), notAdjusted: 'too-few-ratings' };
		byCriterion.set(criterion, result.entries);
	}
	return { byCriterion, notAdjusted: null };
}

type Unranked = Omit<Standing, 'rank' | 'gap' | 'crowd'>;

function weigh(
	entry: StandingEntry,
	current: readonly Score[],
	adjusted: Adjusted,
	input: StandingsInput,
): Unranked {
	const own = current.filter((s) => s.entryId === entry.entryId);
	const criteria = Object.fromEntries(
		CRITERION_IDS.map((id) => [id, criterionResult(own.filter((s) => s.criterion === id))]),
	) as Record<CriterionId, CriterionResult>;
	const total = weighted((id) => criteria[id].value, input.weights);
	const scored = entry.hasCountingBuild && total !== null;
	return {
		entryId: entry.entryId,
		wordCount: entry.wordCount,
		criteria,
		total: scored ? total : null,
		missing: CRITERION_IDS.filter((id) => criteria[id].value === null),
		notScored: !entry.hasCountingBuild ? 'no-counting-build' : total === null ? 'nobody-could-tell' : null,
		raw: weighted((id) => criteria[id].people.mean, input.weights),
		adjusted: scored
			? weighted((id) => adjusted.byCriterion.get(id)?.get(entry.entryId) ?? null, input.weights)
			: null,
		raters: new Set(own.filter((s) => s.source === 'person' && s.value !== null).map((s) => s.judge)).size,
	};
}

/** Mean first impression per entry; the last one of a voter counts. */
function crowd(input: StandingsInput, scored: ReadonlySet<string>) {
	const byEntry = new Map<string, Map<string, number>>();
	for (const { entryId, voterId, value } of input.impressions) {
		const votes = byEntry.get(entryId) ?? new Map<string, number>();
		byEntry.set(entryId, votes.set(voterId, value));
	}
	const rows = input.entries.map(({ entryId }) => {
		const values = [...(byEntry.get(entryId)?.values() ?? [])];
		return { entryId, mean: mean(values), raters: values.length };
	});
	const places = ranks(rows.map((r) => (r.mean === null || !scored.has(r.entryId) ? null : [r.mean])));
	return new Map(
		rows.map((r, i) => [r.entryId, { mean: r.mean, raters: r.raters, rank: places[i] ?? null }]),
	);
}

/**
 * Ranks by total; a tie goes to the higher mean of people's ratings, what is still equal shares the rank. Adjusted
 * values are shown beside and do not decide: a ranking must be explainable.
 */
export function computeStandings(input: StandingsInput): Standings {
	const current = currentScores(input.scores);
	const counting = new Set(input.entries.filter((e) => e.hasCountingBuild).map((e) => e.entryId));
	const adjusted = adjustAll(current, counting);
	const weighed = input.entries.map((entry) => weigh(entry, current, adjusted, input));
	const places = ranks(weighed.map((w) => (w.total === null ? null : [w.total, w.raw ?? w.total])));
	const scored = new Set(weighed.filter((w) => w.total !== null).map((w) => w.entryId));
	const impressions = crowd(input, scored);
	const standings = weighed
		.map((w, i): Standing => {
			const own = impressions.get(w.entryId) ?? { mean: null, raters: 0, rank: null };
			const rank = places[i] ?? null;
			return { ...w, rank, crowd: own, gap: gapBetween(own.rank, rank) };
		})
		.sort((a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity) || (a.entryId < b.entryId ? -1 : 1));
	return {
		standings,
		crowdFavourites: standings.filter((s) => s.crowd.rank === 1).map((s) => s.entryId),
		rubricWinners: standings.filter((s) => s.rank === 1).map((s) => s.entryId),
		notAdjusted: adjusted.notAdjusted,
	};
}

/** From last to first: those not scored, then by falling rank. Equal ranks keep the order of the ids. */
export const revealOrder = (standings: readonly Standing[]): string[] =>
	[...standings]
		.sort((a, b) => (b.rank ?? Infinity) - (a.rank ?? Infinity) || (a.entryId < b.entryId ? -1 : 1))
		.map((s) => s.entryId);

// Adjusts ratings for strict and lenient judges, only where there is enough to adjust from; the raw value always stays.
import { LIMITS } from '../limits.ts';
import { mean } from './scores.ts';

export interface Rating {
	entryId: string;
	judge: string;
	value: number;
}

export type NoAdjustment = 'too-few-ratings' | 'too-few-per-judge' | 'not-connected';

export type Adjustment =
	| { ok: true; entries: Map<string, number>; judges: Map<string, number> }
	| { ok: false; reason: NoAdjustment };

const group = (ratings: readonly Rating[], key: 'entryId' | 'judge'): Map<string, Rating[]> => {
	const groups = new Map<string, Rating[]>();
	for (const rating of ratings) groups.set(rating[key], [...(groups.get(rating[key]) ?? []), rating]);
	return groups;
};

/** Whether every judge can be compared with every other through entries they share. */
function connected(byEntry: Map<string, Rating[]>, byJudge: Map<string, Rating[]>): boolean {
	const first = byEntry.keys().next();
	const reached = new Set<string>(first.done ? [] : [first.value]);
	for (const entryId of reached)
		for (const { judge } of byEntry.get(entryId) ?? [])
			for (const { entryId: next } of byJudge.get(judge) ?? []) reached.add(next);
	return reached.size === byEntry.size;
}

/** Backfitting stops when no effect moves by more than this; far below what a table shows. */
const TOLERANCE = 1e-9;
const MAX_ROUNDS = 1_000;

/**
 * Least squares for rating = entry + judge, the judges' effects summing to 0 (the additive two-way model; H. Scheffé,
 * The Analysis of Variance, 1959, ch. 4), solved by backfitting. `entries` are the adjusted values, kept within the
 * scale; `judges` the severity, below 0 for a strict one. Refuses below the minimum sample.
 */
export function adjustForSeverity(ratings: readonly Rating[]): Adjustment {
	const byEntry = group(ratings, 'entryId');
	const byJudge = group(ratings, 'judge');
	const { adjustRatingsPerEntry, adjustRatingsPerJudge, score } = LIMITS.judging;
	const enough = (groups: Map<string, Rating[]>, least: number): boolean =>
		groups.size > 0 && [...groups.values()].every((g) => g.length >= least);
	if (!enough(byEntry, adjustRatingsPerEntry)) return { ok: false, reason: 'too-few-ratings' };
	if (!enough(byJudge, adjustRatingsPerJudge)) return { ok: false, reason: 'too-few-per-judge' };
	if (!connected(byEntry, byJudge)) return { ok: false, reason: 'not-connected' };
	const judges = new Map([...byJudge.keys()].map((judge) => [judge, 0]));
	const entries = new Map<string, number>();
	for (let round = 0, moved = Infinity; moved > TOLERANCE && round < MAX_ROUNDS; round++) {
		moved = 0;
		for (const [id, own] of byEntry)
			entries.set(id, mean(own.map((r) => r.value - (judges.get(r.judge) ?? 0))) ?? 0);
		const effects = [...byJudge].map(
			([judge, own]) => [judge, mean(own.map((r) => r.value - (entries.get(r.entryId) ?? 0))) ?? 0] as const,
		);
		const centre = mean(effects.map(([, effect]) => effect)) ?? 0;
		for (const [judge, effect] of effects) {
			moved = Math.max(moved, Math.abs(effect - centre - (judges.get(judge) ?? 0)));
			judges.set(judge, effect - centre);
		}
	}
	for (const [id, value] of entries) entries.set(id, Math.min(score.max, Math.max(score.min, value)));
	return { ok: true, entries, judges };
}

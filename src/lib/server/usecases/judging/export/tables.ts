// The tables of an export: standings, ballots without voters, the audit log.
import type { AuditView } from '../../../../contract/console.ts';
import type { ResultsView } from '../../../../contract/results.ts';
import { CRITERION_IDS } from '../../../../domain/judging/rubric.ts';
import { csv, type Cell } from './csv.ts';

const rounded = (value: number | null): number | null =>
	value === null ? null : Math.round(value * 1e4) / 1e4;

export function standingsCsv({ standings }: ResultsView): string {
	const header = [
		...['rank', 'label', 'author', 'total', 'not_scored', 'words', 'raw', 'adjusted', 'judges'],
		...CRITERION_IDS.flatMap((id) => [id, `${id}_people`, `${id}_check`]),
		...['crowd_rank', 'crowd_mean', 'crowd_voters', 'gap', 'outcome', 'checks_passed', 'checks_failed'],
	];
	return csv(
		header,
		standings.map((s): Cell[] => [
			...[s.rank, s.alias, s.author, rounded(s.total), s.notScored, s.wordCount],
			...[rounded(s.raw), rounded(s.adjusted), s.raters],
			...CRITERION_IDS.flatMap((id) => {
				const { value, people, check } = s.criteria[id];
				return [rounded(value), rounded(people.median), rounded(check)];
			}),
			...[s.crowd.rank, rounded(s.crowd.mean), s.crowd.raters, s.gap?.name ?? null, s.outcome],
			...[s.checks.passed, s.checks.failed],
		]),
	);
}

export interface RawBallot {
	/** Numbered at random: the same voter has the same number within one export. */
	voter: number;
	alias: string;
	impression: number | null;
	rubric: Record<string, number | null> | null;
	comment: string;
}

export const ballotsCsv = (ballots: readonly RawBallot[]): string =>
	csv(
		['voter', 'label', 'first_impression', ...CRITERION_IDS, 'comment'],
		ballots.map(({ voter, alias, impression, rubric, comment }) => [
			...[voter, alias, impression],
			...CRITERION_IDS.map((id) => rubric?.[id] ?? null),
			comment,
		]),
	);

export const auditCsv = (entries: readonly AuditView[]): string =>
	csv(
		['at', 'who', 'action', 'what', 'reason'],
		entries.map(({ at, actorName, action, summary, reason }) => [
			new Date(at).toISOString(),
			actorName,
			action,
			summary,
			reason,
		]),
	);

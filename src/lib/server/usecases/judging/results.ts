// Two rankings side by side, and only what has been revealed of them.
import type { Reason } from '../../../contract/refusals.ts';
import type { ResultsView, StandingView } from '../../../contract/results.ts';
import { summarise } from '../../../domain/build/verification.ts';
import type { ChallengePack } from '../../../domain/challenge/pack.ts';
import { DEFAULT_RUBRIC, weightsOf, CRITERION_IDS } from '../../../domain/judging/rubric.ts';
import type { Score } from '../../../domain/judging/scores.ts';
import {
	computeStandings,
	revealOrder,
	type Standing,
	type Standings,
} from '../../../domain/judging/standings.ts';
import { ok, refuse, type Result } from '../../../domain/result.ts';
import { isUnveiled } from '../../../domain/round/visibility.ts';
import { listBallots, type Ballot } from '../../db/ballot-repository.ts';
import { listJudgedEntries, type JudgedEntry } from '../../db/judged-entry-repository.ts';
import type { Deps } from '../deps.ts';
import type { Room } from '../room.ts';
import { alignmentOf, packOf, scoredPoints, scoresOf } from './entry-facts.ts';

export interface Judged {
	entries: JudgedEntry[];
	scores: Score[];
	standings: Standings;
	/** Entry ids, last rank first. */
	order: string[];
	weights: ResultsView['weights'];
}

/** Everything, revealed or not: for use inside the server only. */
export async function judgeRoom(deps: Deps, room: Pick<Room, 'competition'>): Promise<Judged> {
	const pack = packOf(deps, room);
	const [entries, ballots] = await Promise.all([
		listJudgedEntries(deps.db.prisma, room.competition.id),
		listBallots(deps.db.prisma, room.competition.id),
	]);
	const scores = entries.flatMap((entry) => scoresOf(entry, ballots, scoredPoints(pack)));
	const weights = weightsIn(pack);
	const standings = computeStandings({
		entries: entries.map((e) => ({
			entryId: e.id,
			hasCountingBuild: e.build !== null,
			wordCount: e.wordCount,
		})),
		scores,
		impressions: impressionsIn(ballots),
		weights,
	});
	return { entries, scores, standings, order: revealOrder(standings.standings), weights };
}

const impressionsIn = (ballots: readonly Ballot[]) =>
	ballots.flatMap(({ entryId, voterId, impression }) =>
		impression === null ? [] : [{ entryId, voterId, value: impression }],
	);

/** The loader has refused packs with bad weights; the published ones stand in for a pack that is not installed any more. */
export function weightsIn(pack: ChallengePack | null): ResultsView['weights'] {
	const weights = weightsOf(pack?.rubric ?? DEFAULT_RUBRIC);
	const published = weights.ok ? weights : weightsOf(DEFAULT_RUBRIC);
	if (!published.ok) throw new Error('the published rubric has bad weights');
	return published.weights;
}

export async function viewResults(deps: Deps, room: Room): Promise<Result<ResultsView, Reason>> {
	const { visibility, round } = room;
	if (visibility.standings === 'none') return refuse('not-visible-yet');
	const judged = await judgeRoom(deps, room);
	const shown = judged.standings.standings.filter((s) =>
		isUnveiled(visibility.standings, { revealPosition: judged.order.indexOf(s.entryId) }, round),
	);
	const complete = shown.length === judged.standings.standings.length;
	const aliasOf = (id: string): string => judged.entries.find((e) => e.id === id)?.alias ?? '';
	return ok({
		revealed: shown.length,
		of: judged.entries.length,
		complete,
		weights: judged.weights,
		standings: shown.map((s) => standingView(deps, room, judged, s)),
		crowdFavourites: complete ? judged.standings.crowdFavourites.map(aliasOf) : [],
		rubricWinners: complete ? judged.standings.rubricWinners.map(aliasOf) : [],
		notAdjusted: judged.standings.notAdjusted,
	});
}

function standingView(deps: Deps, room: Room, { entries, scores }: Judged, standing: Standing): StandingView {
	const entry = entries.find((e) => e.id === standing.entryId)!;
	const points = scoredPoints(packOf(deps, room));
	const { entryId, criteria, ...rest } = standing;
	const verification = entry.build?.verification;
	const checks = verification
		? summarise(verification)
		: { passed: 0, failed: 0, notApplicable: 0, errors: 0 };
	const withEvidence = CRITERION_IDS.map((id) => [
		id,
		{ ...criteria[id], evidence: checkEvidence(scores, entryId, id) },
	]);
	return {
		...rest,
		alias: entry.alias,
		author: entry.author,
		own: room.participant?.id === entry.participantId,
		criteria: Object.fromEntries(withEvidence) as StandingView['criteria'],
		outcome: entry.build?.outcome ?? entry.lastOutcome,
		checks: {
			passed: checks.passed,
			failed: checks.failed,
			notApplicable: checks.notApplicable,
			verifierErrors: checks.errors,
		},
		alignment: entry.build
			? alignmentOf(entry, points).points.map(({ weight: _, span, ...point }) => ({
					...point,
					quote: span?.quote ?? null,
					title: points.find((p) => p.id === point.choicePointId)?.title ?? point.choicePointId,
				}))
			: [],
	};
}

const checkEvidence = (
	scores: readonly Score[],
	entryId: string,
	criterion: Score['criterion'],
): Score['evidence'] =>
	scores
		.filter((s) => s.entryId === entryId && s.criterion === criterion && s.source === 'check')
		.sort((a, b) => a.at - b.at)
		.at(-1)?.evidence ?? [];

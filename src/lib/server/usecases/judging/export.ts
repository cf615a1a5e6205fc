// A round as files. Built from the same views as the pages, so nothing leaves that its reader may not see now.
import type { Reason } from '../../../contract/refusals.ts';
import { RESULTS_VERSION, type ResultsFile, type ResultsView } from '../../../contract/results.ts';
import { ok, refuse, type Result } from '../../../domain/result.ts';
import { saltedSeed, seededRandom, shuffled } from '../../../domain/round/order.ts';
import { appearance } from '../../../domain/round/visibility.ts';
import { listBallots } from '../../db/ballot-repository.ts';
import { listContests } from '../../db/contest-repository.ts';
import { listJudgedEntries } from '../../db/judged-entry-repository.ts';
import { listParticipants } from '../../db/participant-repository.ts';
import { viewAudit } from '../console/audit.ts';
import type { Deps } from '../deps.ts';
import type { Room } from '../room.ts';
import { viewDebrief } from './debrief.ts';
import { alignmentOf, findingsIn, packOf, placeOf, pointsOf, shownDecisions } from './entry-facts.ts';
import { madrFiles, type MadrEntry } from './export/madr.ts';
import { resultsPage } from './export/results-page.ts';
import { auditCsv, ballotsCsv, standingsCsv, type RawBallot } from './export/tables.ts';
import { zip, type ArchiveFile } from './export/zip.ts';
import { judgeRoom, viewResults, weightsIn } from './results.ts';

export const EXPORT_FORMATS = ['json', 'csv', 'html', 'madr', 'bundle'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export interface Exported {
	filename: string;
	type: string;
	content: string | Buffer;
	/** The same, file by file. */
	files: ArchiveFile[];
}

export async function exportRoom(
	deps: Deps,
	room: Room,
	format: ExportFormat,
): Promise<Result<Exported, Reason>> {
	if (room.viewer.role === 'stage') return refuse('not-facilitator');
	const name = `forkpoint-${room.competition.code}`;
	switch (format) {
		case 'json': {
			const content = json(await resultsFile(deps, room));
			return ok(single(`${name}.json`, 'application/json', { path: 'results.json', content }));
		}
		case 'csv': {
			const { results } = await resultsFile(deps, room);
			return ok(
				single(`${name}.csv`, 'text/csv; charset=utf-8', {
					path: 'standings.csv',
					content: standingsCsv(results),
				}),
			);
		}
		case 'html': {
			const content = resultsPage(await resultsFile(deps, room));
			return ok(single(`${name}.html`, 'text/html; charset=utf-8', { path: 'index.html', content }));
		}
		case 'madr': {
			const files = await decisionFiles(deps, room);
			return files.length === 0
				? refuse('not-visible-yet')
				: ok(archive(`${name}-decisions.zip`, files, room));
		}
		case 'bundle':
			return ok(archive(`${name}.zip`, await bundle(deps, room), room));
	}
}

const json = (value: unknown): string => `${JSON.stringify(value, null, '\t')}\n`;
const single = (filename: string, type: string, file: ArchiveFile): Exported => ({
	filename,
	type,
	content: file.content,
	files: [file],
});
const archive = (filename: string, files: ArchiveFile[], { now }: Room): Exported => ({
	filename,
	type: 'application/zip',
	content: zip(files, new Date(now)),
	files,
});

/** `results.json`; before the results it carries no standing, before the debrief no debrief. */
export async function resultsFile(deps: Deps, room: Room): Promise<ResultsFile> {
	const { competition, round, now } = room;
	const [results, debrief, participants] = await Promise.all([
		viewResults(deps, room),
		viewDebrief(deps, room),
		listParticipants(deps.db.prisma, competition.id),
	]);
	const competitors = participants.filter((p) => p.role === 'participant').length;
	return {
		version: RESULTS_VERSION,
		exportedAt: new Date(now).toISOString(),
		competition: {
			code: competition.code,
			title: competition.title,
			team: competition.team,
			challenge: {
				slug: competition.challengeSlug,
				version: competition.challengeVersion,
				title: packOf(deps, room)?.title ?? competition.challengeSlug,
			},
			agent: competition.agent,
			placement: competition.settings.placement,
			phase: round.phase,
			participants: competitors,
		},
		results: results.ok ? results.value : nothingRevealed(deps, room, competitors),
		debrief: debrief.ok ? debrief.value : null,
	};
}

const nothingRevealed = (deps: Deps, room: Room, of: number): ResultsView => ({
	revealed: 0,
	of,
	complete: false,
	weights: weightsIn(packOf(deps, room)),
	standings: [],
	crowdFavourites: [],
	rubricWinners: [],
	notAdjusted: null,
});

/** Records of the entries whose decisions this reader may see, under the name they may see. */
async function decisionFiles(deps: Deps, room: Room): Promise<ArchiveFile[]> {
	const { visibility, round, competition } = room;
	if (visibility.decisions === 'none') return [];
	const points = pointsOf(packOf(deps, room), room);
	const { entries, order } = await judgeRoom(deps, room);
	const shown = entries.flatMap((entry): MadrEntry[] => {
		const place = placeOf(entry, room, order.indexOf(entry.id));
		const how = appearance(visibility.decisions, place, round);
		if (how === 'hidden') return [];
		const measured = appearance(visibility.checks, place, round) !== 'hidden' && entry.build !== null;
		return [
			{
				alias: entry.alias,
				author: how === 'named' ? entry.author : null,
				decisions: shownDecisions(entry, points, measured ? findingsIn(entry) : []),
				behaviours: measured ? alignmentOf(entry, points).points : [],
			},
		];
	});
	const date = new Date(round.lockedAt ?? competition.createdAt).toISOString().slice(0, 10);
	return madrFiles(shown, points, date);
}

async function bundle(deps: Deps, room: Room): Promise<ArchiveFile[]> {
	const [file, decisions, audit, ballots, contests] = await Promise.all([
		resultsFile(deps, room),
		decisionFiles(deps, room),
		viewAudit(deps, room),
		rawBallots(deps, room),
		labelledContests(deps, room),
	]);
	return [
		{ path: 'index.html', content: resultsPage(file) },
		{ path: 'results.json', content: json(file) },
		{ path: 'standings.csv', content: standingsCsv(file.results) },
		...decisions.map(({ path, content }) => ({ path: `decisions/${path}`, content })),
		...(ballots ? [{ path: 'ballots.csv', content: ballotsCsv(ballots) }] : []),
		...(contests ? [{ path: 'contests.jsonl', content: contests }] : []),
		...(audit.ok ? [{ path: 'audit.csv', content: auditCsv(audit.value) }] : []),
	];
}

/** Null until everybody may see the ballots; voters by a number that says nothing about who joined when. */
async function rawBallots(deps: Deps, room: Room): Promise<RawBallot[] | null> {
	if (room.visibility.ballots !== 'blind') return null;
	const [ballots, entries] = await Promise.all([
		listBallots(deps.db.prisma, room.competition.id),
		listJudgedEntries(deps.db.prisma, room.competition.id),
	]);
	const random = seededRandom(saltedSeed(room.competition.seed, 'ballot export'));
	const voters = shuffled([...new Set(ballots.map((b) => b.voterId))].sort(), random);
	return ballots
		.flatMap(({ voterId, entryId, impression, rubric, comment }) => {
			const alias = entries.find((e) => e.id === entryId)?.alias;
			return alias === undefined
				? []
				: [{ voter: voters.indexOf(voterId) + 1, alias, impression, rubric, comment }];
		})
		.sort((a, b) => a.voter - b.voter || (a.alias < b.alias ? -1 : 1));
}

/** Contested units as labelled data for `forkpoint analyse bench`; for the facilitator, in the debrief. */
async function labelledContests(deps: Deps, room: Room): Promise<string | null> {
	if (room.viewer.role !== 'facilitator' || room.visibility.analysis !== 'named') return null;
	const [contests, entries] = await Promise.all([
		listContests(deps.db.prisma, room.competition.id),
		listJudgedEntries(deps.db.prisma, room.competition.id),
	]);
	const lines = contests.map(({ entryId, text, heading, given, claimed }) =>
		JSON.stringify({
			req: room.competition.challengeSlug,
			spec: entries.find((e) => e.id === entryId)?.alias ?? '',
			text,
			label: claimed,
			context: heading,
			flags: [`analyser:${given}`],
		}),
	);
	return lines.length === 0 ? null : `${lines.join('\n')}\n`;
}

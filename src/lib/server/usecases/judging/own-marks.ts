// An author's own spec as the analyser read it, their contests of it, and what voters wrote to them.
import type { Comments, Contest, ContestView, OwnMarks } from '../../../contract/marks.ts';
import type { Reason } from '../../../contract/refusals.ts';
import type { Analysis } from '../../../domain/analysis/types.ts';
import { ok, refuse, type Result } from '../../../domain/result.ts';
import { listBallots } from '../../db/ballot-repository.ts';
import { listContests, listContestsOf, putContest, withdrawContest } from '../../db/contest-repository.ts';
import { findJudgedEntry, listJudgedEntries, type JudgedEntry } from '../../db/judged-entry-repository.ts';
import type { Deps } from '../deps.ts';
import { enterAsParticipant, type At } from '../participant-room.ts';
import { asFacilitator, type Room } from '../room.ts';

type Analysed = JudgedEntry & { analysis: Analysis };

/** Marks are for authors, after the lock or with the mirror on. */
async function enterAnalysed(deps: Deps, at: At): Promise<Result<{ room: Room; entry: Analysed }, Reason>> {
	const entered = await enterAsParticipant(deps, at);
	if (!entered.ok) return entered;
	const { room, me } = entered.value;
	if (room.visibility.analysis === 'none' || room.round.lockedAt === null) return refuse('not-visible-yet');
	const entry = await findJudgedEntry(deps.db.prisma, me.id);
	return entry?.analysis
		? ok({ room, entry: { ...entry, analysis: entry.analysis } })
		: refuse('no-such-thing');
}

export async function viewOwnMarks(deps: Deps, at: At): Promise<Result<OwnMarks, Reason>> {
	const entered = await enterAnalysed(deps, at);
	if (!entered.ok) return entered;
	const { entry } = entered.value;
	const { units, skeleton, summary } = entry.analysis;
	const contests = await listContestsOf(deps.db.prisma, entry.id);
	const unfinished = new Set(skeleton.unfinished.map((index) => skeleton.steps[index]?.unit));
	return ok({
		summary,
		units: units.map((unit, index) => {
			const { start, end, heading, probability, abstain, flags, evidence, notJudged } = unit;
			return {
				...{ start, end, heading, probability, abstain, flags, evidence, notJudged, class: unit.class },
				text: entry.spec.slice(start, end),
				unfinished: unfinished.has(index),
				claimed: contests.find((c) => c.start === start && c.end === end)?.claimed ?? null,
			};
		}),
	});
}

/** Changes no score: the analysis keeps its word, the contest stands beside it. */
export async function contestMark(deps: Deps, input: At & Contest): Promise<Result<void, Reason>> {
	const entered = await enterAnalysed(deps, input);
	if (!entered.ok) return entered;
	const { entry } = entered.value;
	const { start, end, claimed } = input;
	const unit = entry.analysis.units.find((u) => u.start === start && u.end === end);
	if (!unit) return refuse('no-such-thing');
	const key = { entryId: entry.id, start, end };
	if (claimed === null || claimed === unit.class) await withdrawContest(deps.db.prisma, key);
	else
		await putContest(deps.db.prisma, {
			...key,
			text: entry.spec.slice(start, end),
			heading: unit.heading,
			given: unit.class,
			claimed,
			at: new Date(deps.now()),
		});
	return ok(undefined);
}

/** In an order that tells nothing about the voters. */
export async function viewOwnComments(deps: Deps, at: At): Promise<Result<Comments, Reason>> {
	const entered = await enterAsParticipant(deps, at);
	if (!entered.ok) return entered;
	const { room, me } = entered.value;
	if (room.round.phase !== 'debrief') return refuse('not-visible-yet');
	const entry = await findJudgedEntry(deps.db.prisma, me.id);
	const ballots = await listBallots(deps.db.prisma, room.competition.id);
	return ok(
		ballots
			.filter((ballot) => ballot.entryId === entry?.id && ballot.comment.trim() !== '')
			.map((ballot) => ballot.comment)
			.sort(),
	);
}

/** For the facilitator, when specs are open to everybody. */
export async function viewContests(deps: Deps, room: Room): Promise<Result<ContestView[], Reason>> {
	const facilitator = asFacilitator(room);
	if (!facilitator.ok) return facilitator;
	if (room.visibility.analysis !== 'named') return refuse('not-visible-yet');
	const [contests, entries] = await Promise.all([
		listContests(deps.db.prisma, room.competition.id),
		listJudgedEntries(deps.db.prisma, room.competition.id),
	]);
	return ok(
		contests.flatMap(({ entryId, text, given, claimed }) => {
			const entry = entries.find((e) => e.id === entryId);
			return entry ? [{ alias: entry.alias, author: entry.author, text, given, claimed }] : [];
		}),
	);
}

// The facilitator's console: one row per person, the next step, who else facilitates, what happened last.
import type { ConsoleRow, ConsoleView } from '../../../contract/console.ts';
import type { Reason } from '../../../contract/refusals.ts';
import { isOwnOutcome } from '../../../domain/build/outcome.ts';
import { LIMITS } from '../../../domain/limits.ts';
import { ok, type Result } from '../../../domain/result.ts';
import { buildsStartAt, deadlineFor, isOpenFor } from '../../../domain/round/deadline.ts';
import { isBefore, TIMED_PHASES } from '../../../domain/round/phase.ts';
import type { Visibility } from '../../../domain/round/visibility.ts';
import { lastActions, listFacilitators, listRecentAudit } from '../../db/competition-repository.ts';
import { listProgress, type Progress } from '../../db/console-repository.ts';
import { countEntries } from '../../db/entry-repository.ts';
import { listNames, listRemoved } from '../../db/roster-repository.ts';
import type { Presence } from '../../events/presence.ts';
import type { Deps } from '../deps.ts';
import { asFacilitator, type Room } from '../room.ts';
import { toView as toAuditView } from './audit.ts';
import { nextSteps } from './next-step.ts';
import { ballotsDone, rowState } from './row-state.ts';

/** Presence of a facilitator goes by this name, beside participants' ids. */
export const facilitatorPresence = (facilitatorId: string): string => `facilitator:${facilitatorId}`;

export type ConsoleDeps = Deps & { live: { presence: Pick<Presence, 'isHere'> } };

const RECENT = 12;

export async function viewConsole(deps: ConsoleDeps, room: Room): Promise<Result<ConsoleView, Reason>> {
	const me = asFacilitator(room);
	if (!me.ok) return me;
	const { competition, round, now } = room;
	const q = deps.db.prisma;
	const [progress, entries, facilitators, lasts, audit, names, removed] = await Promise.all([
		listProgress(deps.db, competition.id),
		countEntries(q, competition.id),
		listFacilitators(q, competition.id),
		lastActions(q, competition.id),
		listRecentAudit(q, competition.id, RECENT),
		listNames(q, competition.id),
		listRemoved(q, competition.id),
	]);
	const choicePoints =
		competition.settings.placement === 'off'
			? 0
			: (deps.packs.find(competition.challengeSlug)?.pack.choicePoints.length ?? 0);
	return ok({
		rows: progress.map((p) => toRow(deps, room, p)),
		choicePoints,
		...nextSteps(round, progress, entries, now),
		undo:
			round.undo && round.undo.until > now
				? { from: round.phase, to: round.undo.to, until: round.undo.until }
				: null,
		buildsStartAt: buildsStartAt(round),
		facilitators: facilitators.map((f) => {
			const last = lasts.get(`facilitator:${f.id}`);
			return {
				...f,
				me: f.id === me.value.id,
				here: deps.live.presence.isHere(facilitatorPresence(f.id)),
				last: last ? { at: last.at.getTime(), action: last.action } : null,
			};
		}),
		recent: audit.map((entry) => toAuditView(entry, names)),
		removed,
		now,
	});
}

/** Connected here, or seen a moment ago by whichever instance holds the line. */
export const isConnected = (deps: ConsoleDeps, p: Progress, now: number): boolean =>
	deps.live.presence.isHere(p.participantId) || now - p.lastSeenAt.getTime() < LIMITS.live.presenceMs;

function toRow(deps: ConsoleDeps, { round, visibility, now }: Room, p: Progress): ConsoleRow {
	const id = p.participantId;
	const deadline = deadlineFor(round, id);
	const competes = p.role === 'participant' && p.hasEntry;
	return {
		participantId: id,
		name: p.name,
		role: p.role,
		joinedAt: p.joinedAt.getTime(),
		connected: isConnected(deps, p, now),
		lastSeenAt: p.lastSeenAt.getTime(),
		state: rowState(p, round, now),
		wordCount: visibility.wordCounts === 'named' ? p.wordCount : null,
		savedAt: p.savedAt?.getTime() ?? null,
		specLockedAt: visibility.lockTimes === 'named' ? (p.specLockedAt?.getTime() ?? null) : null,
		decided: p.decided,
		predictions: p.predictions,
		labelled: p.labelled,
		additions: p.additions,
		ballotsDone: ballotsDone(p, round),
		ballots: p.ballots,
		build: buildOf(p, visibility),
		deadline: competes ? deadline : null,
		extended: competes && deadline !== null && deadline !== round.closesAt,
		reopened: TIMED_PHASES.flatMap((phase) => {
			if (!isBefore(phase, round.phase) || isOpenFor(round, id, phase, now) !== 'open') return [];
			const end = deadlineFor(round, id, phase);
			return end === null ? [] : [{ phase, deadline: end }];
		}),
	};
}

function buildOf(p: Progress, visibility: Visibility): ConsoleRow['build'] {
	if (p.buildId === null || p.buildStatus === null || visibility.buildProgress !== 'named') return null;
	const reach = p.buildOutcome && isOwnOutcome(p.buildOutcome) ? visibility.checks : visibility.buildFaults;
	return {
		buildId: p.buildId,
		attempt: p.buildAttempt ?? 1,
		status: p.buildStatus,
		step: p.buildStep,
		outcome: reach === 'named' ? p.buildOutcome : null,
	};
}

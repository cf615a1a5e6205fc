// The frame of a room for one viewer: everything every surface shares, filtered before it leaves the server.
import type { AgentId, RoomFrame } from '../../contract/competition.ts';
import { currentRequirement, originalRequirement } from '../db/competition-repository.ts';
import { listClarifications, type Clarification } from '../db/clarification-repository.ts';
import { findEntryAlias } from '../db/entry-repository.ts';
import { listParticipants } from '../db/participant-repository.ts';
import { lastHeard } from '../db/room-event-repository.ts';
import { forViewer } from '../../domain/round/audience.ts';
import { deadlineFor, isOpenFor } from '../../domain/round/machine.ts';
import { isBefore, TIMED_PHASES } from '../../domain/round/phase.ts';
import type { Visibility } from '../../domain/round/visibility.ts';
import type { Deps } from './deps.ts';
import { visibleRound, type Room } from './room.ts';

export async function loadFrame(deps: Deps, room: Room): Promise<RoomFrame> {
	const { competition, viewer, visibility } = room;
	const q = deps.db.prisma;
	const round = visibleRound(competition);
	const [participants, clarifications, requirement, original, alias, seq] = await Promise.all([
		listParticipants(q, competition.id),
		listClarifications(q, competition.id),
		currentRequirement(q, competition.id),
		originalRequirement(q, competition.id),
		room.participant ? findEntryAlias(q, room.participant.id) : null,
		// The number of an event they may not hear would tell when it happened.
		lastHeard(q, competition.id, competition.seq, (event) => forViewer(viewer, round, event) !== null),
	]);
	const {
		id: participantId,
		name,
		role,
	} = room.participant ?? { id: null, name: '', role: 'participant' as const };
	return {
		code: competition.code,
		title: competition.title,
		team: competition.team,
		challenge: {
			slug: competition.challengeSlug,
			version: competition.challengeVersion,
			title: deps.packs.find(competition.challengeSlug)?.pack.title ?? competition.challengeSlug,
		},
		agent: competition.agent as AgentId,
		sample: competition.sample,
		placement: competition.settings.placement,
		role: viewer.role,
		seq,
		now: room.now,
		...phaseFacts(room),
		requirement: visibility.requirement ? { version: requirement.version, markdown: original } : null,
		clarifications: clarifications
			.filter((c) => seesClarification(c, visibility, participantId))
			.map((c) => toView(c, visibility, participantId)),
		me: participantId ? { participantId, name, role, alias } : null,
		people:
			visibility.people === 'names'
				? participants.map(({ id, name, role }) => ({ participantId: id, name, role }))
				: [],
		participantCount: participants.filter((p) => p.role === 'participant').length,
	};
}

function phaseFacts({ round, viewer, now }: Room) {
	const id = viewer.participantId ?? null;
	const reopenedPhase =
		id && TIMED_PHASES.find((p) => isBefore(p, round.phase) && isOpenFor(round, id, p, now) === 'open');
	return {
		phase: round.phase,
		phases: round.phases,
		openedAt: round.openedAt,
		closesAt: round.closesAt,
		deadline: id ? deadlineFor(round, id) : round.closesAt,
		pausedAt: round.pausedAt,
		undoUntil: viewer.role === 'facilitator' ? (round.undo?.until ?? null) : null,
		informedAt: round.informedAt,
		presenting: round.presenting,
		revealed: round.revealed,
		revealComplete: round.revealedAt !== null,
		lockedAt: round.lockedAt,
		reopened:
			id && reopenedPhase
				? { phase: reopenedPhase, deadline: deadlineFor(round, id, reopenedPhase) ?? now }
				: null,
	};
}

const seesClarification = (c: Clarification, visibility: Visibility, participantId: string | null): boolean =>
	visibility.clarifications === 'all' ||
	c.visibility === 'broadcast' ||
	(visibility.clarifications === 'own' && participantId !== null && c.participantId === participantId);

const toView = (
	c: Clarification,
	visibility: Visibility,
	participantId: string | null,
): RoomFrame['clarifications'][number] => ({
	id: c.id,
	question: c.question,
	askedAt: c.askedAt.getTime(),
	answer: c.answer,
	answeredAt: c.answeredAt?.getTime() ?? null,
	visibility: c.visibility,
	requirementVersion: c.requirementVersion,
	mine: participantId !== null && c.participantId === participantId,
	askedBy: visibility.clarifications === 'all' ? c.askedBy : null,
});

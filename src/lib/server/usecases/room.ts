// The door of every use case: who asks, which competition, and what they may see now. And the one way to change a round.
import type { Audit, Competition } from '../db/competition-repository.ts';
import {
	appendAudit,
	findCompetition,
	findCompetitionByCode,
	isFacilitatorOf,
	saveRound,
} from '../db/competition-repository.ts';
import { inTransaction, type Transaction } from '../db/client.ts';
import { findParticipant, type Participant } from '../db/participant-repository.ts';
import type { RoomEvent } from '../../contract/events.ts';
import type { Reason } from '../../contract/refusals.ts';
import { ok, refuse, type Result } from '../../domain/result.ts';
import { decide, type RoundCommand, type RoundEvent, type RoundState } from '../../domain/round/machine.ts';
import type { RefusalReason } from '../../domain/round/state.ts';
import { visibleTo, type VisibleRound, type Viewer, type Visibility } from '../../domain/round/visibility.ts';
import type { Deps } from './deps.ts';
import { opensStage } from './competition/links.ts';
import { runHooks } from './round/hooks.ts';

/** Who the request says it is, from the cookies. One browser may be both. */
export interface Identity {
	facilitatorId: string | null;
	facilitatorName: string | null;
	participantId: string | null;
	/** Opens the stage of one competition, and nothing else. */
	stageToken?: string | null;
}

export type Surface = 'participant' | 'facilitator' | 'stage';

export interface Room {
	competition: Competition;
	round: RoundState;
	viewer: Viewer;
	visibility: Visibility;
	/** Set for participants and observers. */
	participant: Participant | null;
	/** Set for the facilitator, and for a stage opened by one. */
	facilitator: { id: string; name: string } | null;
	/** Epoch milliseconds at which the room was entered. */
	now: number;
}

export type EnterReason =
	'no-such-competition' | 'not-in-competition' | 'not-signed-in' | 'not-facilitator' | 'removed';

/** What people type: case and separators do not matter. */
export const normaliseCode = (code: string): string => code.toUpperCase().replace(/[\s-]/g, '');

/**
 * Enters a room as `surface`; without one, as the guest of this competition if the browser is one, else as facilitator.
 */
export async function enterRoom(
	deps: Deps,
	input: { code: string; identity: Identity; surface?: Surface | undefined },
): Promise<Result<Room, EnterReason>> {
	const competition = await findCompetitionByCode(deps.db.prisma, normaliseCode(input.code));
	if (!competition) return refuse('no-such-competition');
	const { identity } = input;
	const guest = identity.participantId ? await findParticipant(deps.db.prisma, identity.participantId) : null;
	const isGuestHere = guest?.competitionId === competition.id;
	const surface = input.surface ?? (isGuestHere || !identity.facilitatorId ? 'participant' : 'facilitator');
	if (surface === 'participant') {
		if (!guest || !isGuestHere) return refuse('not-in-competition');
		if (guest.removedAt || guest.mergedIntoId) return refuse('removed');
		return ok(
			open(competition, { role: guest.role, participantId: guest.id }, { participant: guest }, deps.now()),
		);
	}
	if (
		surface === 'stage' &&
		identity.stageToken &&
		(await opensStage(deps, competition.id, identity.stageToken))
	)
		return ok(open(competition, { role: 'stage' }, {}, deps.now()));
	if (!identity.facilitatorId) return refuse('not-signed-in');
	if (!(await isFacilitatorOf(deps.db.prisma, competition.id, identity.facilitatorId)))
		return refuse('not-facilitator');
	const facilitator = { id: identity.facilitatorId, name: identity.facilitatorName ?? '' };
	return ok(open(competition, { role: surface }, { facilitator }, deps.now()));
}

/** What visibility depends on, from a stored competition. */
export const visibleRound = (competition: Competition): VisibleRound => ({
	state: competition.round,
	placement: competition.settings.placement,
	liveMirror: competition.settings.liveMirror,
});

function open(
	competition: Competition,
	viewer: Viewer,
	who: Partial<Pick<Room, 'participant' | 'facilitator'>>,
	now: number,
): Room {
	return {
		competition,
		round: competition.round,
		viewer,
		visibility: visibleTo(viewer, visibleRound(competition), now),
		participant: who.participant ?? null,
		facilitator: who.facilitator ?? null,
		now,
	};
}

/** Narrows a room to its facilitator; the stage only looks. */
export const asFacilitator = (room: Room): Result<{ id: string; name: string }, 'not-facilitator'> =>
	room.facilitator && room.viewer.role === 'facilitator' ? ok(room.facilitator) : refuse('not-facilitator');

/** Narrows a room to a participant who competes. */
export function asParticipant(room: Room): Result<Participant, 'not-participant' | 'observer-cannot-write'> {
	if (!room.participant) return refuse('not-participant');
	return room.participant.role === 'observer' ? refuse('observer-cannot-write') : ok(room.participant);
}

const SAVE_TRIES = 5;

export interface RoundChange {
	competitionId: string;
	command: RoundCommand;
	/** Who and why, for the audit log; the action is the command's type. */
	by: Pick<Audit, 'actor' | 'actorName' | 'reason'>;
	/** Further writes that belong to the same change, besides the hooks of a move. Runs inside the transaction. */
	also?: (
		tx: Transaction,
		round: RoundState,
		events: RoundEvent[],
		competition: Competition,
	) => Promise<RoomEvent[]>;
}

/**
 * Decides a command on the newest round and saves state, events and audit entry in one transaction. A competing
 * change is decided again on the newer state, so that no accepted command is lost and none is applied twice.
 */
export async function changeRound(deps: Deps, change: RoundChange): Promise<Result<RoundState, Reason>> {
	for (let attempt = 0; attempt < SAVE_TRIES; attempt++) {
		const outcome = await tryChange(deps, change);
		if (outcome !== 'stale') return outcome;
	}
	return refuse('stale-version');
}

async function tryChange(deps: Deps, change: RoundChange): Promise<Result<RoundState, Reason> | 'stale'> {
	return inTransaction(deps.db, async (tx) => {
		const competition = await findCompetition(tx, change.competitionId);
		if (!competition) return refuse('no-such-competition');
		const now = deps.now();
		const decided = decide(competition.round, change.command, now);
		if (!decided.ok) return refuse(roundReason(decided.reason), { reason: decided.reason });
		if (!(await saveRound(tx, competition.id, competition.version, decided.state))) return 'stale';
		const context = { deps, tx, before: competition, round: decided.state, by: change.by, now };
		const more = [
			...(await runHooks(context, decided.events)),
			...((await change.also?.(tx, decided.state, decided.events, competition)) ?? []),
		];
		await deps.events.append(tx, competition.id, [
			...decided.events.flatMap((e) => toRoomEvents(e, decided.state)),
			...more,
		]);
		await appendAudit(tx, competition.id, new Date(now), {
			...change.by,
			action: `round.${change.command.type}`,
			data: { command: change.command, events: decided.events },
		});
		return ok(decided.state);
	});
}

/** The wire form of what the machine decided. */
function toRoomEvents(event: RoundEvent, state: RoundState): RoomEvent[] {
	const { openedAt, lockedAt } = state;
	switch (event.type) {
		case 'phase.changed':
			return [{ ...event, lockedAt, undoUntil: state.undo?.until ?? null }];
		case 'phase.undone':
			return [{ ...event, openedAt, lockedAt }];
		case 'round.locked':
		case 'round.deadlinesEnded':
			return []; // told by the phase change itself; whom it concerned stands in the audit log
		default:
			return [event];
	}
}

const ROUND_REASONS: Record<RefusalReason, Reason> = {
	'phase-changed': 'phase-moved',
	'last-phase': 'last-phase',
	paused: 'already-paused',
	'not-paused': 'not-paused',
	'nothing-to-undo': 'nothing-to-undo',
	'undo-expired': 'nothing-to-undo',
	'not-timed': 'wrong-phase',
	'not-due': 'wrong-phase',
	'participants-still-open': 'participants-still-open',
	'minutes-out-of-range': 'minutes-out-of-range',
	'reason-missing': 'reason-missing',
	'reason-too-long': 'too-long',
	'phase-not-in-round': 'wrong-phase',
	'phase-not-closed': 'phase-not-closed',
	locked: 'frozen',
	'until-not-in-future': 'minutes-out-of-range',
	'until-too-far': 'minutes-out-of-range',
	'not-building': 'wrong-phase',
	'not-presenting': 'wrong-phase',
	'not-revealing': 'wrong-phase',
	'not-voting': 'wrong-phase',
	'step-changed': 'phase-moved',
	'nothing-left': 'nothing-left',
	'invalid-time': 'invalid-input',
	'invalid-participant': 'no-such-participant',
};

const roundReason = (reason: RefusalReason): Reason => ROUND_REASONS[reason];

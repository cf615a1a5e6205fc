// The door of everything an author does: enter as a competing participant, and learn whether their work is open.
import type { Result } from '../../domain/result.ts';
import { ok, refuse } from '../../domain/result.ts';
import type { Openness } from '../../domain/round/deadline.ts';
import type { Participant } from '../db/participant-repository.ts';
import type { Deps } from './deps.ts';
import { asParticipant, enterRoom, type EnterReason, type Identity, type Room } from './room.ts';

/** Which room, and who the request says it is. */
export interface At {
	code: string;
	identity: Identity;
}

export interface ParticipantRoom {
	room: Room;
	me: Participant;
}

export type ParticipantReason = EnterReason | 'not-participant' | 'observer-cannot-write';

export async function enterAsParticipant(
	deps: Deps,
	at: At,
): Promise<Result<ParticipantRoom, ParticipantReason>> {
	const entered = await enterRoom(deps, { ...at, surface: 'participant' });
	if (!entered.ok) return entered;
	const participant = asParticipant(entered.value);
	return participant.ok ? ok({ room: entered.value, me: participant.value }) : participant;
}

export type ClosedReason = 'paused' | 'deadline-passed' | 'wrong-phase' | 'frozen';

/** Whether work that arrives now still counts, and whether it arrived in the grace. */
export function acceptWork(room: Room, openness: Openness): Result<{ late: boolean }, ClosedReason> {
	switch (openness) {
		case 'open':
		case 'grace':
			return ok({ late: openness === 'grace' });
		case 'paused':
			return refuse('paused');
		case 'not-yet':
			return refuse('wrong-phase');
		case 'closed':
			return refuse(room.round.lockedAt === null ? 'deadline-passed' : 'frozen');
	}
}

/** A round that moves between reading the clock and writing makes the write miss; it is then decided again. */
export const MOVED_TRIES = 4;
export type Moved = 'moved';

/** Tries again while the round moved in between. */
export async function untilSettled<T, R extends string>(
	attempt: () => Promise<Result<T, R> | Moved>,
): Promise<Result<T, R | 'stale-version'>> {
	for (let i = 0; i < MOVED_TRIES; i++) {
		const outcome = await attempt();
		if (outcome !== 'moved') return outcome;
	}
	return refuse('stale-version');
}

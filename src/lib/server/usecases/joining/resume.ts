// Going on at another device with the recovery code, and a fresh code for one that was lost.
import type { Resumed } from '../../../contract/joining.ts';
import { ok, refuse, type Result } from '../../../domain/result.ts';
import { createRecoveryCode, resumeGuest, type ResumeToken } from '../../auth/guests.ts';
import { findCompetitionByCode } from '../../db/competition-repository.ts';
import { findParticipant, setRecoveryCodeHash } from '../../db/participant-repository.ts';
import type { At } from '../participant-room.ts';
import { enterRoom, normaliseCode, type EnterReason } from '../room.ts';
import type { JoinDeps } from './join.ts';

export interface ResumedDevice {
	resumed: Resumed;
	resume: ResumeToken;
}

export async function resumeByCode(
	deps: JoinDeps,
	input: { code: string; recoveryCode: string; address: string },
): Promise<
	Result<ResumedDevice, 'no-such-competition' | 'wrong-recovery-code' | 'rate-limited' | 'removed'>
> {
	const competition = await findCompetitionByCode(deps.db.prisma, normaliseCode(input.code));
	if (!competition) return refuse('no-such-competition');
	const guest = await resumeGuest(deps, { ...input, competitionId: competition.id });
	if (!guest.ok) return guest;
	const participant = await findParticipant(deps.db.prisma, guest.value.participantId);
	if (!participant || participant.removedAt) return refuse('removed');
	const { id: participantId, name, role } = participant;
	return ok({ resumed: { participantId, name, role }, resume: guest.value.resume });
}

/** A new recovery code; the earlier one stops working. */
export async function renewRecoveryCode(
	deps: JoinDeps,
	at: At,
): Promise<Result<{ recoveryCode: string }, EnterReason>> {
	const entered = await enterRoom(deps, { ...at, surface: 'participant' });
	if (!entered.ok) return entered;
	const { participant, competition } = entered.value;
	if (!participant) return refuse('not-in-competition');
	const recovery = await createRecoveryCode(deps.random, competition.id);
	await setRecoveryCodeHash(deps.db.prisma, participant.id, recovery.hash);
	return ok({ recoveryCode: recovery.code });
}

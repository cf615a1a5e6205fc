// A private question about the requirement, from any phase before the build. Answers come with the frame of the room.
import type { Ask } from '../../../contract/clarification.ts';
import type { RoomFrame } from '../../../contract/competition.ts';
import { LIMITS } from '../../../domain/limits.ts';
import { ok, refuse, type Result } from '../../../domain/result.ts';
import { isBefore } from '../../../domain/round/phase.ts';
import { storable } from '../../../domain/spec/storable.ts';
import { takeTry } from '../../auth/rate-limit.ts';
import { countClarifications, createClarification } from '../../db/clarification-repository.ts';
import { inTransaction } from '../../db/client.ts';
import { lockCompetition } from '../../db/competition-repository.ts';
import type { Deps } from '../deps.ts';
import { loadFrame } from '../frame.ts';
import { enterAsParticipant, type At, type ParticipantReason } from '../participant-room.ts';
import { enterRoom, type EnterReason } from '../room.ts';

export type AskReason =
	ParticipantReason | 'wrong-phase' | 'too-many' | 'rate-limited' | 'no-such-competition';

export async function ask(deps: Deps, input: At & Ask): Promise<Result<{ id: string }, AskReason>> {
	const entered = await enterAsParticipant(deps, input);
	if (!entered.ok) return entered;
	const { room, me } = entered.value;
	const allowed = await takeTry(deps, 'clarification', me.id, LIMITS.rates.clarificationPerParticipant);
	if (!allowed.ok) return allowed;
	const id = deps.newId();
	return inTransaction(deps.db, async (tx) => {
		const competition = await lockCompetition(tx, room.competition.id);
		if (!competition) return refuse('no-such-competition');
		if (!isBefore(competition.round.phase, 'building')) return refuse('wrong-phase');
		if ((await countClarifications(tx, me.id)) >= LIMITS.counts.clarificationsPerParticipant)
			return refuse('too-many');
		await createClarification(tx, {
			id,
			competitionId: competition.id,
			participantId: me.id,
			question: storable(input.question),
			askedAt: new Date(room.now),
		});
		await deps.events.append(tx, competition.id, [
			{ type: 'clarification.asked', clarificationId: id, participantId: me.id },
		]);
		return ok({ id });
	});
}

/** Whoever is in the room hears what they may: own questions and broadcasts, or all of them. */
export async function listQuestions(
	deps: Deps,
	at: At,
): Promise<Result<RoomFrame['clarifications'], EnterReason>> {
	const entered = await enterRoom(deps, at);
	return entered.ok ? ok((await loadFrame(deps, entered.value)).clarifications) : entered;
}

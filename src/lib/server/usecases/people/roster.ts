// What a facilitator does to the people in the room. Everything is audited and told to the room; nothing is deleted.
import type { Reason } from '../../../contract/refusals.ts';
import type { RoomEvent } from '../../../contract/events.ts';
import { LIMITS } from '../../../domain/limits.ts';
import { ok, refuse, type Result } from '../../../domain/result.ts';
import { decide } from '../../../domain/round/machine.ts';
import { inTransaction, type Transaction } from '../../db/client.ts';
import {
	appendAudit,
	lockCompetition,
	saveRound,
	type Competition,
} from '../../db/competition-repository.ts';
import { countParticipants, findParticipant, type Participant } from '../../db/participant-repository.ts';
import * as roster from '../../db/roster-repository.ts';
import type { Deps } from '../deps.ts';
import { asFacilitator, type Room } from '../room.ts';

interface Change {
	action: string;
	reason?: string | null;
	data: Record<string, unknown>;
	events: RoomEvent[];
	/** Who left: a deadline of theirs must not keep the clock waiting. */
	gone?: string;
}

type Work<T> = (
	tx: Transaction,
	person: Participant,
) => Promise<Result<{ change: Change; value: T }, Reason>>;

async function forgetDeadlines(tx: Transaction, competition: Competition, gone: string, now: number) {
	if (!Object.hasOwn(competition.round.deadlines, gone)) return;
	const decided = decide(competition.round, { type: 'forget', participantId: gone }, now);
	if (decided.ok) await saveRound(tx, competition.id, competition.version, decided.state);
}

/** Loads the participant under the competition's lock and saves change, events and audit together. */
async function changePerson<T>(
	deps: Deps,
	room: Room,
	participantId: string,
	work: Work<T>,
): Promise<Result<T, Reason>> {
	const facilitator = asFacilitator(room);
	if (!facilitator.ok) return facilitator;
	const competitionId = room.competition.id;
	return inTransaction(deps.db, async (tx) => {
		const competition = await lockCompetition(tx, competitionId);
		const person = await findParticipant(tx, participantId);
		if (!competition || person?.competitionId !== competitionId || person.mergedIntoId !== null)
			return refuse('no-such-participant');
		const done = await work(tx, person);
		if (!done.ok) return done;
		const { change, value } = done.value;
		if (change.gone !== undefined) await forgetDeadlines(tx, competition, change.gone, deps.now());
		await deps.events.append(tx, competitionId, change.events);
		await appendAudit(tx, competitionId, new Date(deps.now()), {
			actor: `facilitator:${facilitator.value.id}`,
			actorName: facilitator.value.name,
			action: change.action,
			reason: change.reason || null,
			data: { participantId, ...change.data },
		});
		return ok(value);
	});
}

export function renameParticipant(
	deps: Deps,
	room: Room,
	input: { participantId: string; name: string },
): Promise<Result<void, Reason>> {
	const { participantId, name } = input;
	return changePerson(deps, room, participantId, async (tx, person) => {
		if (person.removedAt) return refuse('no-such-participant');
		if (await roster.isNameTaken(tx, room.competition.id, name, participantId)) return refuse('name-taken');
		await roster.renameParticipant(tx, participantId, name);
		const events: RoomEvent[] = [{ type: 'participant.renamed', participantId, name }];
		return ok({
			change: { action: 'participant.renamed', data: { from: person.name, to: name }, events },
			value: undefined,
		});
	});
}

/** Work is kept: letting the participant in again brings everything back. */
export function removeParticipant(
	deps: Deps,
	room: Room,
	input: { participantId: string; reason: string },
): Promise<Result<void, Reason>> {
	const { participantId, reason } = input;
	return changePerson(deps, room, participantId, async (tx, person) => {
		if (person.removedAt) return refuse('no-such-participant');
		await roster.setRemoved(tx, participantId, new Date(deps.now()));
		const events: RoomEvent[] = [{ type: 'participant.removed', participantId }];
		return ok({
			change: {
				action: 'participant.removed',
				reason,
				data: { name: person.name },
				events,
				gone: participantId,
			},
			value: undefined,
		});
	});
}

export function restoreParticipant(
	deps: Deps,
	room: Room,
	participantId: string,
): Promise<Result<void, Reason>> {
	return changePerson(deps, room, participantId, async (tx, person) => {
		if (!person.removedAt) return refuse('no-such-participant');
		const { id: competitionId } = room.competition;
		const { role } = person;
		const limit = role === 'participant' ? LIMITS.people.participants : LIMITS.people.observers;
		if ((await countParticipants(tx, competitionId, role)) >= limit) return refuse('full');
		const name = await freeName(tx, competitionId, person);
		await roster.setRemoved(tx, participantId, null);
		if (name !== person.name) await roster.renameParticipant(tx, participantId, name);
		const events: RoomEvent[] = [{ type: 'participant.joined', participantId, name, role }];
		return ok({ change: { action: 'participant.restored', data: { name }, events }, value: undefined });
	});
}

/** Somebody may have taken the name meanwhile; coming back must not fail for that. */
async function freeName(tx: Transaction, competitionId: string, person: Participant): Promise<string> {
	for (let n = 1; ; n++) {
		const suffix = n === 1 ? '' : ` (${n})`;
		const name = person.name.slice(0, LIMITS.people.displayName.max - suffix.length) + suffix;
		if (!(await roster.isNameTaken(tx, competitionId, name, person.id))) return name;
	}
}

/**
 * Makes two participants one. The one with work stays, under the name of `intoId`; both devices go on as that one.
 * When both have work, that of `intoId` counts and the other's is kept out of the round.
 */
export async function mergeParticipants(
	deps: Deps,
	room: Room,
	input: { participantId: string; intoId: string },
): Promise<Result<{ participantId: string }, Reason>> {
	if (input.participantId === input.intoId) return refuse('no-such-participant');
	return changePerson(deps, room, input.participantId, async (tx, from) => {
		const into = await findParticipant(tx, input.intoId);
		const isHere = into?.competitionId === room.competition.id && !into.mergedIntoId && !into.removedAt;
		if (!into || !isHere || from.removedAt) return refuse('no-such-participant');
		const mine = await roster.findRosterEntry(tx, from.id);
		const theirs = await roster.findRosterEntry(tx, into.id);
		// After the lock both entries are in the build; none may vanish from it.
		if (mine?.isLocked && theirs?.isLocked) return refuse('frozen');
		const stays = mine?.hasWork && !theirs?.hasWork ? from : into;
		const goes = stays === from ? into : from;
		await roster.setMergedInto(tx, goes.id, stays.id);
		const events: RoomEvent[] = [{ type: 'participant.merged', participantId: goes.id, intoId: stays.id }];
		if (stays.name !== into.name) {
			await roster.renameParticipant(tx, stays.id, into.name);
			events.push({ type: 'participant.renamed', participantId: stays.id, name: into.name });
		}
		const data = { gone: { id: goes.id, name: goes.name }, stays: { id: stays.id, name: into.name } };
		return ok({
			change: { action: 'participant.merged', data, events, gone: goes.id },
			value: { participantId: stays.id },
		});
	});
}

// A facilitator's command on the round: authorised, completed with what only the server knows, decided, saved.
import type { RoundChanged, RoundCommandInput } from '../../../contract/round-command.ts';
import type { Reason } from '../../../contract/refusals.ts';
import { MS_PER_MINUTE } from '../../../domain/limits.ts';
import { ok, refuse, type Result } from '../../../domain/result.ts';
import type { RoundCommand } from '../../../domain/round/state.ts';
import { countEntries } from '../../db/entry-repository.ts';
import { findParticipant } from '../../db/participant-repository.ts';
import type { Deps } from '../deps.ts';
import { asFacilitator, changeRound, type Room } from '../room.ts';

/** Two facilitators who press at once never move twice: each command says what it expects to find. */
export async function commandRound(
	deps: Deps,
	room: Room,
	input: RoundCommandInput,
): Promise<Result<RoundChanged, Reason>> {
	const facilitator = asFacilitator(room);
	if (!facilitator.ok) return facilitator;
	const command = await complete(deps, room, input);
	if (!command.ok) return command;
	const changed = await changeRound(deps, {
		competitionId: room.competition.id,
		command: command.value,
		by: {
			actor: `facilitator:${facilitator.value.id}`,
			actorName: facilitator.value.name,
			reason: 'reason' in input ? input.reason : null,
		},
	});
	if (!changed.ok) return changed;
	const { phase, closesAt, pausedAt, undo } = changed.value;
	return ok({ phase, closesAt, pausedAt, undoUntil: undo?.until ?? null, now: deps.now() });
}

async function complete(
	deps: Deps,
	room: Room,
	input: RoundCommandInput,
): Promise<Result<RoundCommand, Reason>> {
	switch (input.type) {
		case 'extendOne':
			return (await isHere(deps, room, input.participantId)) ? ok(input) : refuse('no-such-participant');
		case 'reopen': {
			if (!(await isHere(deps, room, input.participantId))) return refuse('no-such-participant');
			const { minutes, ...rest } = input;
			return ok({ ...rest, until: deps.now() + minutes * MS_PER_MINUTE });
		}
		case 'presentNext':
		case 'revealNext':
			return ok({ ...input, entries: await countEntries(deps.db.prisma, room.competition.id) });
		default:
			return ok(input);
	}
}

/** Ids of other competitions, and of people who left, mean nothing here. */
async function isHere(deps: Deps, room: Room, participantId: string): Promise<boolean> {
	const person = await findParticipant(deps.db.prisma, participantId);
	return (
		person?.competitionId === room.competition.id &&
		person.role === 'participant' &&
		person.removedAt === null &&
		person.mergedIntoId === null
	);
}

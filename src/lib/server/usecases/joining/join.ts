// A guest comes in by code and name: participant, entry under a blind alias, device session, recovery code.
import { createHash } from 'node:crypto';
import type { Join, Joined } from '../../../contract/joining.ts';
import { LIMITS } from '../../../domain/limits.ts';
import { ok, refuse, type Result } from '../../../domain/result.ts';
import { drawAlias } from '../../../domain/round/alias.ts';
import { isBefore } from '../../../domain/round/phase.ts';
import { createRecoveryCode, openGuest, type GuestDeps, type ResumeToken } from '../../auth/guests.ts';
import { takeTry } from '../../auth/rate-limit.ts';
import { inTransaction, type Transaction } from '../../db/client.ts';
import { findCompetitionByCode, lockCompetition, type Competition } from '../../db/competition-repository.ts';
import { createEntry, listAliases } from '../../db/entry-repository.ts';
import {
	createParticipant,
	findParticipant,
	listParticipants,
	setRecoveryCodeHash,
	type Participant,
} from '../../db/participant-repository.ts';
import type { Deps } from '../deps.ts';
import { normaliseCode } from '../room.ts';

export type JoinDeps = Deps & GuestDeps;
export type JoinReason = 'no-such-competition' | 'name-taken' | 'full' | 'rate-limited' | 'removed';

export interface JoinInput extends Join {
	code: string;
	/** The client's address, for the rate limit. */
	address: string;
}

/** What a join gives: `joined` for the guest's eyes, `resume` for the cookie. */
export interface JoinedDevice {
	joined: Joined;
	resume: ResumeToken;
}

interface Recovery {
	code: string;
	hash: string;
}

export async function join(deps: JoinDeps, input: JoinInput): Promise<Result<JoinedDevice, JoinReason>> {
	const { joinPerAddress, wrongCodePerAddress } = LIMITS.rates;
	const allowed = await takeTry(deps, 'join-address', input.address, joinPerAddress);
	if (!allowed.ok) return allowed;
	const found = await findCompetitionByCode(deps.db.prisma, normaliseCode(input.code));
	if (!found) {
		const guess = await takeTry(deps, 'join-code', input.address, wrongCodePerAddress);
		return guess.ok ? refuse('no-such-competition') : guess;
	}
	// Slow on purpose, so it stays out of the transaction.
	const recovery = await createRecoveryCode(deps.random, found.id);
	return inTransaction(deps.db, async (tx) => {
		const competition = await lockCompetition(tx, found.id);
		if (!competition) return refuse('no-such-competition');
		const id = input.joinKey ? participantIdOf(competition.id, input.joinKey) : deps.newId();
		const earlier = input.joinKey ? await findParticipant(tx, id) : null;
		return earlier
			? joinAgain(deps, tx, earlier, recovery)
			: joinFirst(deps, tx, competition, { ...input, id }, recovery);
	});
}

/** The form was sent twice: the same guest, and the newer answer's recovery code counts. */
async function joinAgain(
	deps: JoinDeps,
	tx: Transaction,
	{ id, name, role, removedAt }: Participant,
	recovery: Recovery,
): Promise<Result<JoinedDevice, JoinReason>> {
	if (removedAt) return refuse('removed');
	await setRecoveryCodeHash(tx, id, recovery.hash);
	return ok({
		joined: { participantId: id, name, role, recoveryCode: recovery.code, tooLate: false },
		resume: await openGuest(deps, tx, id),
	});
}

async function joinFirst(
	deps: JoinDeps,
	tx: Transaction,
	competition: Competition,
	input: JoinInput & { id: string },
	recovery: Recovery,
): Promise<Result<JoinedDevice, JoinReason>> {
	const { id, name } = input;
	const tooLate = input.role === 'participant' && !isBefore(competition.round.phase, 'building');
	const role = tooLate ? 'observer' : input.role;
	const room = await admits(tx, competition.id, name, role);
	if (!room.ok) return room;
	const joinedAt = new Date(deps.now());
	const row = { id, competitionId: competition.id, name, role, joinedAt };
	await createParticipant(tx, { ...row, recoveryCodeHash: recovery.hash });
	if (role === 'participant' && !(await openEntry(deps, tx, competition.id, id))) return refuse('full');
	await deps.events.append(tx, competition.id, [
		{ type: 'participant.joined', participantId: id, name, role },
	]);
	return ok({
		joined: { participantId: id, name, role, recoveryCode: recovery.code, tooLate },
		resume: await openGuest(deps, tx, id),
	});
}

async function admits(
	tx: Transaction,
	competitionId: string,
	name: string,
	role: Participant['role'],
): Promise<Result<void, 'name-taken' | 'full'>> {
	const present = await listParticipants(tx, competitionId);
	const key = nameKey(name);
	if (present.some((p) => nameKey(p.name) === key)) return refuse('name-taken');
	const limit = role === 'observer' ? LIMITS.people.observers : LIMITS.people.participants;
	return present.filter((p) => p.role === role).length >= limit ? refuse('full') : ok(undefined);
}

async function openEntry(
	deps: JoinDeps,
	tx: Transaction,
	competitionId: string,
	participantId: string,
): Promise<boolean> {
	const taken = new Set(await listAliases(tx, competitionId));
	const alias = drawAlias(taken, deps.newSeed());
	if (alias === null) return false;
	await createEntry(tx, { id: deps.newId(), competitionId, participantId, alias });
	return true;
}

/** Names that people would mix up are the same: case, width and accents' encoding do not matter. */
export const nameKey = (name: string): string => name.normalize('NFKC').toLocaleLowerCase('en').trim();

/** Ids are seen by everybody in the room, the join key by nobody: knowing the one does not give the other. */
function participantIdOf(competitionId: string, joinKey: string): string {
	const hex = createHash('sha256').update(`join:${competitionId}:${joinKey}`).digest('hex');
	return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
		'-',
	);
}

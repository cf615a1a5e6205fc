// Links into one competition: the stage on another device, and the place of a co-facilitator.
import type { Reason } from '../../../contract/refusals.ts';
import { LIMITS } from '../../../domain/limits.ts';
import { ok, refuse, type Result } from '../../../domain/result.ts';
import { acceptInvitation, createInvitation, type AccountDeps } from '../../auth/accounts.ts';
import { inTransaction } from '../../db/client.ts';
import {
	addFacilitator,
	appendAudit,
	findCompetition,
	listFacilitators,
	lockCompetition,
	removeFacilitator,
} from '../../db/competition-repository.ts';
import { findFacilitatorByEmail } from '../../db/facilitator-repository.ts';
import * as links from '../../db/room-link-repository.ts';
import { sha256, type Random } from '../../random.ts';
import type { Deps } from '../deps.ts';
import { asFacilitator, type Room } from '../room.ts';

type LinkDeps = Deps & { random: Pick<Random, 'token'> };

/** A fresh token for the stage; the earlier one stops working. */
export async function createStageLink(
	deps: LinkDeps,
	room: Room,
): Promise<Result<{ token: string }, Reason>> {
	const facilitator = asFacilitator(room);
	if (!facilitator.ok) return facilitator;
	const { id: competitionId } = room.competition;
	const token = deps.random.token();
	const now = deps.now();
	await inTransaction(deps.db, async (tx) => {
		await links.deleteRoomLinks(tx, competitionId, 'stage');
		await links.insertRoomLink(tx, {
			...{ tokenHash: sha256(token), competitionId, kind: 'stage' },
			createdAt: new Date(now),
			expiresAt: new Date(now + LIMITS.sessions.guestMs),
		});
		await appendAudit(tx, competitionId, new Date(now), {
			actor: `facilitator:${facilitator.value.id}`,
			actorName: facilitator.value.name,
			action: 'stage.linked',
		});
	});
	return ok({ token });
}

/** Gives an existing account the same rights here. Adding somebody twice changes nothing. */
export async function addCoFacilitator(
	deps: Deps,
	room: Room,
	input: { email: string },
): Promise<Result<{ name: string }, Reason>> {
	const facilitator = asFacilitator(room);
	if (!facilitator.ok) return facilitator;
	const added = await findFacilitatorByEmail(deps.db.prisma, input.email.toLowerCase());
	if (!added) return refuse('no-such-account');
	const joined = await giveRights(deps, room.competition.id, added, facilitator.value);
	return joined.ok ? ok({ name: added.name }) : joined;
}

async function giveRights(
	deps: Deps,
	competitionId: string,
	added: { id: string; name: string },
	by: { id: string; name: string },
): Promise<Result<void, Reason>> {
	return inTransaction(deps.db, async (tx) => {
		await lockCompetition(tx, competitionId);
		const present = await listFacilitators(tx, competitionId);
		if (present.some((f) => f.id === added.id)) return ok(undefined);
		if (present.length >= LIMITS.people.facilitators) return refuse('full');
		await addFacilitator(tx, competitionId, added.id);
		await deps.events.append(tx, competitionId, [{ type: 'facilitators.changed' }]);
		await appendAudit(tx, competitionId, new Date(deps.now()), {
			...{ actor: `facilitator:${by.id}`, actorName: by.name, action: 'facilitator.added' },
			data: { facilitatorId: added.id, name: added.name },
		});
		return ok(undefined);
	});
}

/** Anybody with the rights may hand them back or take them away; one facilitator always stays. */
export async function removeCoFacilitator(
	deps: Deps,
	room: Room,
	input: { facilitatorId: string },
): Promise<Result<void, Reason>> {
	const facilitator = asFacilitator(room);
	if (!facilitator.ok) return facilitator;
	const { id: competitionId } = room.competition;
	return inTransaction(deps.db, async (tx) => {
		await lockCompetition(tx, competitionId);
		const present = await listFacilitators(tx, competitionId);
		const gone = present.find((f) => f.id === input.facilitatorId);
		if (!gone) return refuse('no-such-thing');
		if (present.length === 1) return refuse('last-facilitator');
		await removeFacilitator(tx, competitionId, gone.id);
		await deps.events.append(tx, competitionId, [{ type: 'facilitators.changed' }]);
		await appendAudit(tx, competitionId, new Date(deps.now()), {
			actor: `facilitator:${facilitator.value.id}`,
			actorName: facilitator.value.name,
			action: 'facilitator.removed',
			data: { facilitatorId: gone.id, name: gone.name },
		});
		return ok(undefined);
	});
}

/** An invitation whose new account gets the rights of this competition at once. */
export async function inviteCoFacilitator(
	deps: Deps & AccountDeps,
	room: Room,
): Promise<Result<{ token: string }, Reason>> {
	const facilitator = asFacilitator(room);
	if (!facilitator.ok) return facilitator;
	const token = await createInvitation(deps, facilitator.value.id);
	const now = deps.now();
	await links.insertRoomLink(deps.db.prisma, {
		...{ tokenHash: sha256(token), competitionId: room.competition.id, kind: 'co-facilitator' },
		createdAt: new Date(now),
		expiresAt: new Date(now + LIMITS.sessions.invitationMs),
	});
	return ok({ token });
}

/** Creates the account behind an invitation and, where the invitation is for a competition, its place there. */
export async function acceptFacilitatorInvitation(
	deps: Deps & AccountDeps,
	input: Parameters<typeof acceptInvitation>[1],
): Promise<
	Result<
		{ session: { id: string; expiresAt: Date }; code: string | null },
		'invitation-invalid' | 'email-taken'
	>
> {
	const accepted = await acceptInvitation(deps, input);
	if (!accepted.ok) return accepted;
	const { facilitatorId, session } = accepted.value;
	const code = await useRoomInvitation(deps, input.token, { id: facilitatorId, name: input.name });
	return ok({ session, code });
}

/** The code of the competition the token gave a place in; null when it gives none. */
export async function useRoomInvitation(
	deps: Deps,
	token: string,
	facilitator: { id: string; name: string },
): Promise<string | null> {
	const tokenHash = sha256(token);
	const now = new Date(deps.now());
	const competitionId = await links.findRoomLink(deps.db.prisma, tokenHash, 'co-facilitator', now);
	const competition = competitionId ? await findCompetition(deps.db.prisma, competitionId) : null;
	if (!competition) return null;
	const joined = await giveRights(deps, competition.id, facilitator, facilitator);
	if (joined.ok) await links.deleteRoomLink(deps.db.prisma, tokenHash);
	return joined.ok ? competition.code : null;
}

/** Whether a stage token opens this competition. */
export async function opensStage(deps: Deps, competitionId: string, token: string): Promise<boolean> {
	const found = await links.findRoomLink(deps.db.prisma, sha256(token), 'stage', new Date(deps.now()));
	return found === competitionId;
}

// Facilitators' accounts and the one-time links that create them.
import { isUniqueViolation, type Querier } from './client.ts';

export interface Facilitator {
	id: string;
	/** Lower case. */
	email: string;
	name: string;
}
export interface FacilitatorWithPassword extends Facilitator {
	passwordHash: string;
}
export interface Invitation {
	tokenHash: string;
	/** Null: the first-login link. */
	invitedById: string | null;
	invitedByName: string | null;
	expiresAt: Date;
	usedAt: Date | null;
}

const PUBLIC = { id: true, email: true, name: true } as const;
const FIRST_ACCOUNT_LOCK = 4_073_612;

export async function findFacilitator(q: Querier, id: string): Promise<FacilitatorWithPassword | null> {
	return q.facilitator.findUnique({ where: { id }, select: { ...PUBLIC, passwordHash: true } });
}

export async function findFacilitatorByEmail(
	q: Querier,
	email: string,
): Promise<FacilitatorWithPassword | null> {
	return q.facilitator.findUnique({ where: { email }, select: { ...PUBLIC, passwordHash: true } });
}

/** The owner of what belongs to the installation. */
export async function findFirstFacilitator(q: Querier): Promise<Facilitator | null> {
	return q.facilitator.findFirst({ select: PUBLIC, orderBy: { createdAt: 'asc' } });
}

export async function countFacilitators(q: Querier): Promise<number> {
	return q.facilitator.count();
}

/** False when the e-mail is taken; inside a transaction that outcome also aborts the transaction. */
export async function createFacilitator(
	q: Querier,
	row: FacilitatorWithPassword & { createdAt: Date },
): Promise<boolean> {
	try {
		await q.facilitator.create({ data: row });
		return true;
	} catch (error) {
		if (isUniqueViolation(error)) return false;
		throw error;
	}
}

export async function setPasswordHash(q: Querier, id: string, passwordHash: string): Promise<void> {
	await q.facilitator.update({ where: { id }, data: { passwordHash } });
}

export async function createInvitation(
	q: Querier,
	row: { tokenHash: string; invitedById: string | null; createdAt: Date; expiresAt: Date },
): Promise<void> {
	await q.facilitatorInvitation.create({ data: row });
}

/** Earlier first-login links stop working when a new one is printed. */
export async function deleteFirstLoginLinks(q: Querier): Promise<void> {
	await q.facilitatorInvitation.deleteMany({ where: { invitedById: null } });
}

export async function findInvitation(q: Querier, tokenHash: string): Promise<Invitation | null> {
	const row = await q.facilitatorInvitation.findUnique({
		where: { tokenHash },
		include: { invitedBy: { select: { name: true } } },
	});
	if (!row) return null;
	const { invitedBy, invitedById, expiresAt, usedAt } = row;
	return { tokenHash, invitedById, invitedByName: invitedBy?.name ?? null, expiresAt, usedAt };
}

/** Marks the invitation used, atomically; false when it was used before or has expired. */
export async function useInvitation(q: Querier, tokenHash: string, now: Date): Promise<boolean> {
	const { count } = await q.facilitatorInvitation.updateMany({
		where: { tokenHash, usedAt: null, expiresAt: { gt: now } },
		data: { usedAt: now },
	});
	return count === 1;
}

/** Serialises, until the end of the transaction, everything that depends on there being no account yet. */
export async function lockFirstAccount(q: Querier): Promise<void> {
	await q.$executeRaw`SELECT pg_advisory_xact_lock(${FIRST_ACCOUNT_LOCK})`;
}

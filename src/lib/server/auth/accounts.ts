// Facilitators' accounts: first-login link, invitations, sign in and out, change of password.
import { z } from 'zod';
import { LIMITS } from '../../domain/limits.ts';
import { ok, refuse, type Result } from '../../domain/result.ts';
import { inTransaction, type Database } from '../db/client.ts';
import * as facilitators from '../db/facilitator-repository.ts';
import { sha256, type Random } from '../random.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { forgetTries, takeTry } from './rate-limit.ts';
import type { OpenSession, Sessions } from './sessions.ts';

export interface AccountDeps {
	db: Database;
	/** Epoch milliseconds. */
	now(): number;
	random: Random;
	sessions: Sessions;
}

const { email: emailLength, password: passwordLength, displayName } = LIMITS.people;
const email = z.email().max(emailLength).toLowerCase();
const password = z.string().min(passwordLength.min).max(passwordLength.max);

/** What a sign-in form sends. The password's length is not checked here: old rules must not lock anybody out. */
export const credentialsSchema = z.object({
	email: z.string().trim().toLowerCase().max(emailLength),
	password: z.string().max(passwordLength.max),
});
/** What the form behind a first-login link or an invitation sends. */
export const newAccountSchema = z.object({
	email: z.string().trim().pipe(email),
	name: z.string().trim().min(displayName.min).max(displayName.max),
	password,
});
export const changePasswordSchema = z.object({
	currentPassword: z.string().max(passwordLength.max),
	newPassword: password,
});

export interface SignIn extends z.infer<typeof credentialsSchema> {
	/** The client's address, for the rate limit. */
	address: string;
	/** Session id the browser already had; it is ended, so that a planted one is worth nothing. */
	previousSessionId?: string | null;
}

/** Opens a session. Unknown e-mail and wrong password are told apart neither by answer nor by time. */
export async function signIn(
	deps: AccountDeps,
	input: SignIn,
): Promise<Result<OpenSession, 'wrong-credentials' | 'rate-limited'>> {
	const perAddress = await takeTry(deps, 'login-address', input.address, LIMITS.rates.loginPerAddress);
	if (!perAddress.ok) return perAddress;
	const account = `${input.email} ${input.address}`;
	const perAccount = await takeTry(deps, 'login-account', account, LIMITS.rates.loginPerAccount);
	if (!perAccount.ok) return perAccount;
	const facilitator = await facilitators.findFacilitatorByEmail(deps.db.prisma, input.email);
	const matches = await verifyPassword(facilitator?.passwordHash ?? null, input.password);
	if (!facilitator || !matches) return refuse('wrong-credentials');
	await forgetTries(deps, 'login-account', account);
	if (input.previousSessionId) await deps.sessions.close(input.previousSessionId);
	return ok(await deps.sessions.open(facilitator.id));
}

export const signOut = (deps: AccountDeps, sessionId: string): Promise<void> =>
	deps.sessions.close(sessionId);

export const signOutEverywhere = (deps: AccountDeps, facilitatorId: string): Promise<void> =>
	deps.sessions.closeAllOf(facilitatorId);

/** Ends every session of the account, the caller's too, and opens a new one for the caller. */
export async function changePassword(
	deps: AccountDeps,
	input: z.infer<typeof changePasswordSchema> & { facilitatorId: string; address: string },
): Promise<Result<OpenSession, 'wrong-credentials' | 'rate-limited'>> {
	const attempt = await takeTry(deps, 'change-password', input.facilitatorId, LIMITS.rates.loginPerAccount);
	if (!attempt.ok) return attempt;
	const facilitator = await facilitators.findFacilitator(deps.db.prisma, input.facilitatorId);
	if (!(await verifyPassword(facilitator?.passwordHash ?? null, input.currentPassword)))
		return refuse('wrong-credentials');
	await facilitators.setPasswordHash(
		deps.db.prisma,
		input.facilitatorId,
		await hashPassword(input.newPassword),
	);
	await deps.sessions.closeAllOf(input.facilitatorId);
	return ok(await deps.sessions.open(input.facilitatorId));
}

/** A fresh one-time token for the first account, or null when there is one already. Earlier tokens stop working. */
export async function createFirstLogin(deps: AccountDeps): Promise<string | null> {
	return inTransaction(deps.db, async (tx) => {
		await facilitators.lockFirstAccount(tx);
		if ((await facilitators.countFacilitators(tx)) > 0) return null;
		await facilitators.deleteFirstLoginLinks(tx);
		return issue(deps, tx, null, LIMITS.sessions.firstLoginMs);
	});
}

/** A one-time token with which a colleague creates their own account. */
export async function createInvitation(deps: AccountDeps, facilitatorId: string): Promise<string> {
	return issue(deps, deps.db.prisma, facilitatorId, LIMITS.sessions.invitationMs);
}

async function issue(
	deps: AccountDeps,
	q: Parameters<typeof facilitators.createInvitation>[0],
	invitedById: string | null,
	lifeMs: number,
): Promise<string> {
	const token = deps.random.token();
	const createdAt = new Date(deps.now());
	const expiresAt = new Date(deps.now() + lifeMs);
	await facilitators.createInvitation(q, { tokenHash: sha256(token), invitedById, createdAt, expiresAt });
	return token;
}

export interface InvitationView {
	/** Null: the first account of this installation. */
	invitedBy: string | null;
}

/** What the page behind a link shows before its form; consumes nothing. */
export async function readInvitation(
	deps: AccountDeps,
	token: string,
): Promise<Result<InvitationView, 'invitation-invalid'>> {
	const invitation = await facilitators.findInvitation(deps.db.prisma, sha256(token));
	if (!invitation || invitation.usedAt || invitation.expiresAt.getTime() <= deps.now())
		return refuse('invitation-invalid');
	return ok({ invitedBy: invitation.invitedByName });
}

/** Creates the account and signs it in. A link works once; a refusal leaves it unused. */
export async function acceptInvitation(
	deps: AccountDeps,
	input: z.infer<typeof newAccountSchema> & { token: string },
): Promise<Result<{ facilitatorId: string; session: OpenSession }, 'invitation-invalid' | 'email-taken'>> {
	const passwordHash = await hashPassword(input.password);
	const created = await inTransaction(deps.db, async (tx) => {
		const tokenHash = sha256(input.token);
		await facilitators.lockFirstAccount(tx);
		const invitation = await facilitators.findInvitation(tx, tokenHash);
		if (!invitation) return refuse('invitation-invalid');
		const isFirst = invitation.invitedById === null;
		if (isFirst && (await facilitators.countFacilitators(tx)) > 0) return refuse('invitation-invalid');
		if (await facilitators.findFacilitatorByEmail(tx, input.email)) return refuse('email-taken');
		if (!(await facilitators.useInvitation(tx, tokenHash, new Date(deps.now()))))
			return refuse('invitation-invalid');
		const id = deps.random.id();
		const { email, name } = input;
		await facilitators.createFacilitator(tx, {
			id,
			email,
			name,
			passwordHash,
			createdAt: new Date(deps.now()),
		});
		return ok(id);
	});
	if (!created.ok) return created;
	return ok({ facilitatorId: created.value, session: await deps.sessions.open(created.value) });
}

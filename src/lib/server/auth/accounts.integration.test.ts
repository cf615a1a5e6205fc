import { beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../../tests/test-database.ts';
import { LIMITS } from '../../domain/limits.ts';
import { sha256, systemRandom } from '../random.ts';
import {
	acceptInvitation,
	changePassword,
	createFirstLogin,
	createInvitation,
	readInvitation,
	signIn,
	signOutEverywhere,
	type AccountDeps,
} from './accounts.ts';
import { createSessions } from './sessions.ts';

const db = useTestDatabase();
let now = Date.now();
let deps: AccountDeps;
const PASSWORD = 'correct horse battery';
const ADDRESS = '192.0.2.1';

beforeEach(async () => {
	now = Date.now();
	await db.current.pool.query('TRUNCATE "Facilitator", "FacilitatorInvitation", "RateLimit" CASCADE');
	deps = {
		db: db.current,
		now: () => now,
		random: systemRandom,
		sessions: createSessions(db.current.prisma),
	};
});

async function firstAccount(email = 'ada@example.org') {
	const token = (await createFirstLogin(deps))!;
	const accepted = await acceptInvitation(deps, { token, email, name: 'Ada', password: PASSWORD });
	if (!accepted.ok) throw new Error(accepted.reason);
	return { token, ...accepted.value };
}

describe('first login', () => {
	it('creates the first account once and signs it in', async () => {
		const { token, session } = await firstAccount();
		expect((await deps.sessions.validate(session.id))?.facilitator).toMatchObject({
			email: 'ada@example.org',
			name: 'Ada',
		});
		expect(
			await acceptInvitation(deps, { token, email: 'b@example.org', name: 'B', password: PASSWORD }),
		).toMatchObject({
			ok: false,
			reason: 'invitation-invalid',
		});
		expect(await createFirstLogin(deps)).toBeNull();
	});

	it('replaces an earlier unused link', async () => {
		const first = (await createFirstLogin(deps))!;
		const second = (await createFirstLogin(deps))!;
		expect(await readInvitation(deps, first)).toMatchObject({ ok: false });
		expect(await readInvitation(deps, second)).toEqual({ ok: true, value: { invitedBy: null } });
	});

	it('expires', async () => {
		const token = (await createFirstLogin(deps))!;
		now += LIMITS.sessions.firstLoginMs;
		expect(await readInvitation(deps, token)).toMatchObject({ reason: 'invitation-invalid' });
		expect(
			await acceptInvitation(deps, { token, email: 'a@example.org', name: 'A', password: PASSWORD }),
		).toMatchObject({
			reason: 'invitation-invalid',
		});
	});

	it('makes one account when the link is used many times at once', async () => {
		const token = (await createFirstLogin(deps))!;
		const tries = await Promise.all(
			Array.from({ length: 6 }, (_, i) =>
				acceptInvitation(deps, { token, email: `p${i}@example.org`, name: 'P', password: PASSWORD }),
			),
		);
		expect(tries.filter((result) => result.ok)).toHaveLength(1);
	});
});

describe('invitations', () => {
	it('name who invites and leave the link unused when the e-mail is taken', async () => {
		const { facilitatorId } = await firstAccount();
		const token = await createInvitation(deps, facilitatorId);
		expect(await readInvitation(deps, token)).toEqual({ ok: true, value: { invitedBy: 'Ada' } });
		const taken = await acceptInvitation(deps, {
			token,
			email: 'ada@example.org',
			name: 'X',
			password: PASSWORD,
		});
		expect(taken).toMatchObject({ reason: 'email-taken' });
		expect(
			(await acceptInvitation(deps, { token, email: 'bob@example.org', name: 'Bob', password: PASSWORD })).ok,
		).toBe(true);
	});
});

describe('signing in', () => {
	it('stores neither session id nor password nor token in clear', async () => {
		const { token, session } = await firstAccount();
		const tables = ['Facilitator', 'FacilitatorSession', 'FacilitatorInvitation'];
		const dumps = await Promise.all(tables.map((table) => db.current.pool.query(`SELECT * FROM "${table}"`)));
		const text = JSON.stringify(dumps.map((dump) => dump.rows));
		expect(text).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
		expect(text).toContain(sha256(session.id));
		for (const secret of [token, session.id, PASSWORD]) expect(text).not.toContain(secret);
	});

	it('rotates the session and refuses a wrong password and an unknown e-mail alike', async () => {
		const { session } = await firstAccount();
		const input = { email: 'ada@example.org', password: PASSWORD, address: ADDRESS };
		const again = await signIn(deps, { ...input, previousSessionId: session.id });
		if (!again.ok) throw new Error(again.reason);
		expect(again.value.id).not.toBe(session.id);
		expect(await deps.sessions.validate(session.id)).toBeNull();
		const wrong = await signIn(deps, { ...input, password: 'something else' });
		expect(wrong).toEqual(await signIn(deps, { ...input, email: 'nobody@example.org' }));
		expect(wrong).toEqual({ ok: false, reason: 'wrong-credentials' });
	});

	it('stops after the allowed tries, also for the right password, until the window ends', async () => {
		await firstAccount();
		const input = { email: 'ada@example.org', password: 'not the password', address: ADDRESS };
		const { tries, windowMs } = LIMITS.rates.loginPerAccount;
		for (let i = 0; i < tries; i++)
			expect(await signIn(deps, input)).toMatchObject({ reason: 'wrong-credentials' });
		expect(await signIn(deps, { ...input, password: PASSWORD })).toMatchObject({
			reason: 'rate-limited',
			detail: { retryAfterSeconds: windowMs / 1000 },
		});
		expect((await signIn(deps, { ...input, password: PASSWORD, address: '192.0.2.2' })).ok).toBe(true);
		now += windowMs;
		expect((await signIn(deps, { ...input, password: PASSWORD })).ok).toBe(true);
	});

	it('counts concurrent tries exactly', async () => {
		const input = { email: 'nobody@example.org', password: 'x', address: ADDRESS };
		const { tries } = LIMITS.rates.loginPerAccount;
		const results = await Promise.all(Array.from({ length: tries + 5 }, () => signIn(deps, input)));
		expect(results.filter((result) => !result.ok && result.reason === 'rate-limited')).toHaveLength(5);
	});

	it('signs out everywhere, and a new password ends every other session', async () => {
		const { facilitatorId, session } = await firstAccount();
		const other = await deps.sessions.open(facilitatorId);
		const change = {
			facilitatorId,
			address: ADDRESS,
			currentPassword: PASSWORD,
			newPassword: 'another passphrase',
		};
		expect(await changePassword(deps, { ...change, currentPassword: 'wrong' })).toMatchObject({
			reason: 'wrong-credentials',
		});
		const changed = await changePassword(deps, change);
		if (!changed.ok) throw new Error(changed.reason);
		expect(await deps.sessions.validate(other.id)).toBeNull();
		expect(await deps.sessions.validate(session.id)).toBeNull();
		expect(await deps.sessions.validate(changed.value.id)).not.toBeNull();
		await signOutEverywhere(deps, facilitatorId);
		expect(await deps.sessions.validate(changed.value.id)).toBeNull();
	});
});

describe('a session', () => {
	it('slides in the second half of its life and ends after it', async () => {
		const { session } = await firstAccount();
		expect(await deps.sessions.validate(session.id)).toMatchObject({ extended: false });
		await moveExpiry(session.id, LIMITS.sessions.facilitatorMs / 2 - 60_000);
		const slid = await deps.sessions.validate(session.id);
		expect(slid).toMatchObject({ extended: true });
		expect(slid!.expiresAt.getTime()).toBeGreaterThan(Date.now() + LIMITS.sessions.facilitatorMs - 60_000);
		await moveExpiry(session.id, -1);
		expect(await deps.sessions.validate(session.id)).toBeNull();
		expect(await deps.sessions.validate(session.id)).toBeNull();
	});
});

async function moveExpiry(sessionId: string, inMs: number): Promise<void> {
	await db.current.pool.query('UPDATE "FacilitatorSession" SET "expiresAt" = $2 WHERE "idHash" = $1', [
		sha256(sessionId),
		new Date(Date.now() + inMs),
	]);
}

import { beforeAll, describe, expect, it } from 'vitest';
import { createCompetitionRow, createParticipantRow } from '../../../../tests/rows.ts';
import { useTestDatabase } from '../../../../tests/test-database.ts';
import { LIMITS } from '../../domain/limits.ts';
import { sha256, systemRandom } from '../random.ts';
import { guestCookie } from './cookies.ts';
import {
	createRecoveryCode,
	endGuest,
	findGuest,
	leaveGuest,
	openGuest,
	resumeGuest,
	type GuestDeps,
} from './guests.ts';

const db = useTestDatabase();
let now = Date.now();
let deps: GuestDeps;
let recoveryCode: string;

beforeAll(async () => {
	deps = { db: db.current, now: () => now, random: systemRandom };
	await createCompetitionRow(db.current, { id: 'c1', code: 'ABCDEF' });
	await createCompetitionRow(db.current, { id: 'c2', code: 'GHJKMN' });
	const recovery = await createRecoveryCode(systemRandom, 'c1');
	recoveryCode = recovery.code;
	await createParticipantRow(db.current, { id: 'p1', competitionId: 'c1', recoveryCodeHash: recovery.hash });
	await createParticipantRow(db.current, { id: 'p2', competitionId: 'c1' });
});

describe('a resume token', () => {
	it('opens its own competition only, and is stored hashed', async () => {
		const { token } = await openGuest(deps, db.current.prisma, 'p1');
		expect(await findGuest(deps, token, 'ABCDEF')).toEqual({ participantId: 'p1', competitionId: 'c1' });
		expect(await findGuest(deps, token, 'GHJKMN')).toBeNull();
		const { rows } = await db.current.pool.query('SELECT "tokenHash" FROM "GuestSession"');
		expect(rows).toEqual([{ tokenHash: sha256(token) }]);
		await leaveGuest(deps, token);
		expect(await findGuest(deps, token, 'ABCDEF')).toBeNull();
	});

	it('expires, and ends on every device', async () => {
		const first = await openGuest(deps, db.current.prisma, 'p2');
		const second = await openGuest(deps, db.current.prisma, 'p2');
		await endGuest(db.current.prisma, 'p2');
		expect(await findGuest(deps, first.token, 'ABCDEF')).toBeNull();
		expect(await findGuest(deps, second.token, 'ABCDEF')).toBeNull();
		const third = await openGuest(deps, db.current.prisma, 'p2');
		now += LIMITS.sessions.guestMs;
		expect(await findGuest(deps, third.token, 'ABCDEF')).toBeNull();
	});

	it('follows a merged guest', async () => {
		const { token } = await openGuest(deps, db.current.prisma, 'p2');
		await db.current.pool.query(`UPDATE "Participant" SET "mergedIntoId" = 'p1' WHERE id = 'p2'`);
		expect(await findGuest(deps, token, 'ABCDEF')).toEqual({ participantId: 'p1', competitionId: 'c1' });
	});
});

describe('a recovery code', () => {
	it('opens a new device however it is typed, in its own competition only', async () => {
		expect(recoveryCode).toMatch(/^[2-9A-HJKMNP-Z]{5}-[2-9A-HJKMNP-Z]{5}$/);
		const typed = recoveryCode.toLowerCase().replace('-', ' ');
		const resumed = await resumeGuest(deps, {
			competitionId: 'c1',
			recoveryCode: typed,
			address: '192.0.2.7',
		});
		if (!resumed.ok) throw new Error(resumed.reason);
		expect(await findGuest(deps, resumed.value.resume.token, 'ABCDEF')).toEqual({
			participantId: 'p1',
			competitionId: 'c1',
		});
		const elsewhere = await resumeGuest(deps, { competitionId: 'c2', recoveryCode, address: '192.0.2.7' });
		expect(elsewhere).toEqual({ ok: false, reason: 'wrong-recovery-code' });
	});

	it('cannot be guessed without end', async () => {
		const guess = { competitionId: 'c1', recoveryCode: 'AAAAA-AAAAA', address: '192.0.2.8' };
		for (let i = 0; i < LIMITS.rates.recoveryPerAddress.tries; i++)
			expect(await resumeGuest(deps, guess)).toMatchObject({ reason: 'wrong-recovery-code' });
		expect(await resumeGuest(deps, { ...guess, recoveryCode })).toMatchObject({ reason: 'rate-limited' });
	});
});

describe('the guest cookie', () => {
	it('has one name per competition and none for what is no code', () => {
		expect(guestCookie('abcdef')).toBe('forkpoint_guest_ABCDEF');
		expect(guestCookie('a; Path=/x')).toBeNull();
	});
});

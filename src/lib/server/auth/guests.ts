// Guests: a resume token per device in a cookie, and a short recovery code to go on at another device.
import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { LIMITS } from '../../domain/limits.ts';
import { ok, refuse, type Result } from '../../domain/result.ts';
import type { Database, Querier } from '../db/client.ts';
import * as repository from '../db/guest-session-repository.ts';
import { sha256, type Random } from '../random.ts';
import { takeTry } from './rate-limit.ts';

export type { Guest } from '../db/guest-session-repository.ts';

export interface GuestDeps {
	db: Database;
	/** Epoch milliseconds. */
	now(): number;
	random: Random;
}
export interface ResumeToken {
	/** The secret that goes into the cookie. */
	token: string;
	expiresAt: Date;
}
export interface RecoveryCode {
	/** As shown to the guest: two groups, `ABCDE-FGHJK`. */
	code: string;
	/** What is stored. */
	hash: string;
}

const deriveKey = promisify<string, string, number, { N: number; r: number; p: number }, Buffer>(scrypt);
/** 49 bits of code behind about 10 ms each; light enough for a room of 200 that joins at once. */
const SCRYPT = { N: 4096, r: 8, p: 1 };

/** A new recovery code for a guest of this competition. */
export async function createRecoveryCode(random: Random, competitionId: string): Promise<RecoveryCode> {
	const { alphabet, recovery } = LIMITS.codes;
	const plain = random.code(alphabet, recovery);
	const half = Math.ceil(recovery / 2);
	return {
		code: `${plain.slice(0, half)}-${plain.slice(half)}`,
		hash: await hashRecoveryCode(competitionId, plain),
	};
}

/**
 * Slow, salted by the competition, and the same for the same code: one computation finds the guest. Case, spaces and
 * dashes do not matter.
 */
export async function hashRecoveryCode(competitionId: string, code: string): Promise<string> {
	const normal = code.toUpperCase().replace(/[^0-9A-Z]/g, '');
	return (await deriveKey(normal, `recovery:${competitionId}`, 32, SCRYPT)).toString('hex');
}

/** Opens a device session for a participant; `q` may be the transaction that creates them. */
export async function openGuest(deps: GuestDeps, q: Querier, participantId: string): Promise<ResumeToken> {
	const token = deps.random.token();
	const createdAt = new Date(deps.now());
	const expiresAt = new Date(deps.now() + LIMITS.sessions.guestMs);
	await repository.insertGuestSession(q, { tokenHash: sha256(token), participantId, createdAt, expiresAt });
	return { token, expiresAt };
}

/** Whom a cookie stands for in the competition with this code, or null. Removed guests are still recognised. */
export async function findGuest(
	deps: GuestDeps,
	token: string,
	code: string,
): Promise<repository.Guest | null> {
	return repository.findGuest(deps.db.prisma, sha256(token), code, new Date(deps.now()));
}

/** Goes on as the guest with this recovery code, on a new device; devices opened earlier stay open. */
export async function resumeGuest(
	deps: GuestDeps,
	input: { competitionId: string; recoveryCode: string; address: string },
): Promise<Result<repository.Guest & { resume: ResumeToken }, 'wrong-recovery-code' | 'rate-limited'>> {
	const { recoveryPerAddress, recoveryPerCompetition } = LIMITS.rates;
	const perAddress = await takeTry(deps, 'recovery-address', input.address, recoveryPerAddress);
	if (!perAddress.ok) return perAddress;
	const perRoom = await takeTry(deps, 'recovery-room', input.competitionId, recoveryPerCompetition);
	if (!perRoom.ok) return perRoom;
	const hash = await hashRecoveryCode(input.competitionId, input.recoveryCode);
	const guest = await repository.findGuestByRecoveryCode(deps.db.prisma, input.competitionId, hash);
	if (!guest) return refuse('wrong-recovery-code');
	return ok({ ...guest, resume: await openGuest(deps, deps.db.prisma, guest.participantId) });
}

/** Ends this device's session. */
export const leaveGuest = (deps: GuestDeps, token: string): Promise<void> =>
	repository.deleteGuestSession(deps.db.prisma, sha256(token));

/** Ends a participant's sessions on every device. */
export const endGuest = (q: Querier, participantId: string): Promise<void> =>
	repository.deleteGuestSessionsOf(q, participantId);

import { beforeEach, describe, expect, it } from 'vitest';
import { createRoom, identityOf, type TestRoom } from '../../../../../tests/room.ts';
import { useTestDatabase } from '../../../../../tests/test-database.ts';
import { LIMITS } from '../../../domain/limits.ts';
import { findGuest } from '../../auth/guests.ts';
import { enterRoom } from '../room.ts';
import { join, type JoinInput } from './join.ts';
import { lookUp } from './look-up.ts';
import { renewRecoveryCode, resumeByCode } from './resume.ts';

const db = useTestDatabase();
let room: TestRoom;
beforeEach(async () => {
	room = await createRoom(db.current);
});

const ada = (more: Partial<JoinInput> = {}): JoinInput => ({
	code: room.code,
	name: 'Ada',
	role: 'participant',
	address: room.code,
	...more,
});
const must = <T>(result: { ok: true; value: T } | { ok: false; reason: string }): T => {
	if (!result.ok) throw new Error(result.reason);
	return result.value;
};

describe('joining', () => {
	it('makes a participant with an entry, a device that is recognised, and an event', async () => {
		const { joined, resume } = must(await join(room.deps, ada()));
		expect(joined).toMatchObject({ name: 'Ada', role: 'participant', tooLate: false });
		const guest = await findGuest(room.deps, resume.token, room.code);
		expect(guest).toEqual({ participantId: joined.participantId, competitionId: room.competitionId });
		const entry = await db.current.prisma.entry.findUniqueOrThrow({
			where: { participantId: joined.participantId },
		});
		expect(entry.alias).toMatch(/^[A-HJ-NP-Z][1-9]\d$/);
		expect(await room.events()).toEqual([
			{ type: 'participant.joined', participantId: joined.participantId, name: 'Ada', role: 'participant' },
		]);
	});

	it('takes the code as people type it', async () => {
		const typed = ` ${room.code.toLowerCase().slice(0, 3)}-${room.code.slice(3)} `;
		expect((await join(room.deps, ada({ code: typed }))).ok).toBe(true);
		expect(must(await lookUp(room.deps, { code: typed, address: 'x' })).title).toBe('Round 1');
	});

	it('refuses a name that people would mix up, until its bearer is gone', async () => {
		const { joined } = must(await join(room.deps, ada()));
		expect(await join(room.deps, ada({ name: 'ADA' }))).toMatchObject({ reason: 'name-taken' });
		await db.current.prisma.participant.update({
			where: { id: joined.participantId },
			data: { removedAt: new Date(room.now) },
		});
		expect((await join(room.deps, ada())).ok).toBe(true);
	});

	it('lets one of two win who join with one name at once', async () => {
		const results = await Promise.all([1, 2, 3, 4].map(() => join(room.deps, ada())));
		expect(results.filter((r) => r.ok)).toHaveLength(1);
		expect(await room.events()).toHaveLength(1);
	});

	it('joins once when the form is sent twice, and the newer recovery code counts', async () => {
		const joinKey = 'a-form-secret-of-this-page';
		const results = await Promise.all([1, 2].map(() => join(room.deps, ada({ joinKey }))));
		const [a, b] = results.map(must);
		expect(a!.joined.participantId).toBe(b!.joined.participantId);
		expect(await db.current.prisma.participant.count({ where: { competitionId: room.competitionId } })).toBe(
			1,
		);
		const tries = await Promise.all(
			[a!, b!].map(({ joined }) =>
				resumeByCode(room.deps, { code: room.code, recoveryCode: joined.recoveryCode, address: 'y' }),
			),
		);
		expect(tries.filter((r) => r.ok)).toHaveLength(1);
	});

	it('gives nobody a place by knowing a participant id', async () => {
		const { joined } = must(await join(room.deps, ada({ joinKey: 'a-form-secret-of-this-page' })));
		const other = must(await join(room.deps, ada({ name: 'Eve', joinKey: joined.participantId })));
		expect(other.joined.participantId).not.toBe(joined.participantId);
	});

	it('refuses the one too many', async () => {
		const rows = Array.from({ length: LIMITS.people.participants }, (_, i) => ({
			id: `${room.code}-${i}`,
			competitionId: room.competitionId,
			name: `P${i}`,
			role: 'participant',
			recoveryCodeHash: '-',
		}));
		await db.current.prisma.participant.createMany({ data: rows });
		expect(await join(room.deps, ada())).toMatchObject({ reason: 'full' });
		expect((await join(room.deps, ada({ role: 'observer' }))).ok).toBe(true);
	});

	it('gives a late joiner the shared deadline, and after the lock an observer seat with the reason', async () => {
		await room.moveTo('writing');
		room.now += 60_000;
		const late = await room.guest('Lee');
		const entered = must(await enterRoom(room.deps, { code: room.code, identity: late }));
		expect(entered.visibility.edit.spec).toBe('open');
		await room.moveTo('building');
		const { joined } = must(await join(room.deps, ada({ name: 'Zoe' })));
		expect(joined).toMatchObject({ role: 'observer', tooLate: true });
		expect(must(await lookUp(room.deps, { code: room.code, address: 'x' })).observersOnly).toBe(true);
		expect(await db.current.prisma.entry.count({ where: { participantId: joined.participantId } })).toBe(0);
	});

	it('gives observers no entry and no alias', async () => {
		const { participantId } = await room.guest('Olga', 'observer');
		expect(await db.current.prisma.entry.count({ where: { participantId } })).toBe(0);
	});

	it('draws labels that do not follow the order of joining', async () => {
		const ids = [];
		for (let i = 0; i < 12; i++) ids.push((await room.guest(`P${i}`)).participantId);
		const rows = await db.current.prisma.entry.findMany({ where: { competitionId: room.competitionId } });
		const aliases = ids.map((id) => rows.find((row) => row.participantId === id)!.alias);
		expect(new Set(aliases).size).toBe(12);
		expect(aliases).not.toEqual([...aliases].sort());
	});

	it('counts wrong codes and stops a guesser', async () => {
		const { tries } = LIMITS.rates.wrongCodePerAddress;
		const address = `guesser-${room.code}`;
		for (let i = 0; i < tries; i++)
			expect(await lookUp(room.deps, { code: 'WRONG0', address })).toMatchObject({
				reason: 'no-such-competition',
			});
		expect(await lookUp(room.deps, { code: 'WRONG0', address })).toMatchObject({ reason: 'rate-limited' });
		expect((await lookUp(room.deps, { code: room.code, address })).ok).toBe(true);
	});
});

describe('coming back', () => {
	it('goes on at another device with the recovery code, in any spelling', async () => {
		const { joined } = must(await join(room.deps, ada()));
		const recoveryCode = joined.recoveryCode.toLowerCase().replace('-', ' ');
		const { resumed, resume } = must(
			await resumeByCode(room.deps, { code: room.code, recoveryCode, address: 'z' }),
		);
		expect(resumed).toEqual({ participantId: joined.participantId, name: 'Ada', role: 'participant' });
		expect(await findGuest(room.deps, resume.token, room.code)).not.toBeNull();
	});

	it('refuses a code of another competition and the one that was renewed', async () => {
		const { joined } = must(await join(room.deps, ada()));
		const other = await createRoom(db.current);
		const here = { code: room.code, recoveryCode: joined.recoveryCode, address: 'w' };
		expect(await resumeByCode(room.deps, { ...here, code: other.code })).toMatchObject({
			reason: 'wrong-recovery-code',
		});
		const identity = identityOf(joined.participantId);
		const { recoveryCode } = must(await renewRecoveryCode(room.deps, { code: room.code, identity }));
		expect(await resumeByCode(room.deps, here)).toMatchObject({ reason: 'wrong-recovery-code' });
		expect((await resumeByCode(room.deps, { ...here, recoveryCode })).ok).toBe(true);
	});

	it('tells somebody removed that they were removed', async () => {
		const { joined } = must(await join(room.deps, ada()));
		await db.current.prisma.participant.update({
			where: { id: joined.participantId },
			data: { removedAt: new Date(room.now) },
		});
		const identity = identityOf(joined.participantId);
		expect(await enterRoom(room.deps, { code: room.code, identity })).toMatchObject({ reason: 'removed' });
		expect(await renewRecoveryCode(room.deps, { code: room.code, identity })).toMatchObject({
			reason: 'removed',
		});
	});
});

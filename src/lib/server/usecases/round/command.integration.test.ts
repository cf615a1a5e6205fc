import { describe, expect, it } from 'vitest';
import { createAccount, createFacilitated } from '../../../../../tests/facilitator.ts';
import { useTestDatabase } from '../../../../../tests/test-database.ts';
import { LIMITS, MS_PER_MINUTE } from '../../../domain/limits.ts';
import { dueAt } from '../../../domain/round/deadline.ts';
import { runOnce } from '../../pipeline/tick.ts';
import { createLog } from '../../log.ts';
import { createWork } from '../../work.ts';
import type { Container } from '../../container.ts';
import { lockSpec } from '../writing/lock-spec.ts';
import { saveSpec } from '../writing/save-spec.ts';
import { enterRoom } from '../room.ts';
import { commandRound } from './command.ts';

const db = useTestDatabase();
const log = createLog('silent');
const reason = 'fire alarm';

const specOf = async (participantId: string) =>
	db.current.prisma.entry.findUniqueOrThrow({ where: { participantId } });

describe('commands on a round', () => {
	it('moves once when two facilitators press at the same moment, and tells the other that it has moved', async () => {
		const room = await createFacilitated(db.current);
		const gil = await createAccount(db.current, 'Gil');
		await db.current.prisma.competitionFacilitator.create({
			data: { competitionId: room.competitionId, facilitatorId: gil.facilitatorId, role: 'co-facilitator' },
		});
		const [a, b] = await Promise.all([room.enter(), room.enter(gil)]);
		const press = { type: 'advance', expectedPhase: 'lobby', endOpen: false } as const;
		const results = await Promise.all([commandRound(room.app, a, press), commandRound(room.app, b, press)]);
		expect(results.filter((r) => r.ok)).toHaveLength(1);
		expect(results.find((r) => !r.ok)).toMatchObject({ reason: 'phase-moved' });
		expect((await room.enter()).round.phase).toBe('briefing');
		const moves = (await room.events()).filter((e) => e.type === 'phase.changed');
		expect(moves).toHaveLength(1);
	});

	it('refuses guests, the stage and facilitators of other competitions', async () => {
		const room = await createFacilitated(db.current);
		const stranger = await createAccount(db.current, 'Stranger');
		const ann = await room.guest('Ann');
		const press = { type: 'advance', expectedPhase: 'lobby', endOpen: false } as const;
		expect(
			await enterRoom(room.app, { code: room.code, identity: stranger, surface: 'facilitator' }),
		).toMatchObject({ ok: false, reason: 'not-facilitator' });
		const asGuest = await room.enter(ann, 'participant');
		expect(await commandRound(room.app, asGuest, press)).toMatchObject({ reason: 'not-facilitator' });
		const asStage = await room.enter(room.fay, 'stage');
		expect(await commandRound(room.app, asStage, press)).toMatchObject({ reason: 'not-facilitator' });
	});

	it('gives no time to a participant of another competition, nor to one who was removed', async () => {
		const [here, there] = [await createFacilitated(db.current), await createFacilitated(db.current)];
		const stranger = await there.guest('Ann');
		const bob = await here.guest('Bob');
		await here.moveTo('writing');
		await db.current.prisma.participant.update({
			where: { id: bob.participantId },
			data: { removedAt: new Date(here.now) },
		});
		for (const { participantId } of [stranger, bob]) {
			const extend = {
				type: 'extendOne',
				expectedPhase: 'writing',
				participantId,
				minutes: 5,
				reason,
			} as const;
			expect(await commandRound(here.app, await here.enter(), extend)).toMatchObject({
				reason: 'no-such-participant',
			});
		}
	});

	it('undo unlocks the specs the move froze and leaves those their authors locked', async () => {
		const room = await createFacilitated(db.current);
		const [ann, bob] = [await room.guest('Ann'), await room.guest('Bob')];
		await room.moveTo('writing');
		for (const identity of [ann, bob])
			await saveSpec(room.app, {
				...{ code: room.code, identity },
				...{ text: 'We retry.', baseRevision: 0, editId: identity.participantId, more: false },
			});
		room.now += 1_000;
		expect(await lockSpec(room.app, { code: room.code, identity: ann, revision: 1 })).toMatchObject({
			ok: true,
		});
		room.now += 1_000;
		await commandRound(room.app, await room.enter(), {
			...{ type: 'advance', expectedPhase: 'writing', endOpen: false },
		});
		expect(await specOf(bob.participantId)).toMatchObject({ specLockedBy: 'facilitator' });
		room.now += LIMITS.round.undoMs - 1;
		const undone = await commandRound(room.app, await room.enter(), {
			...{ type: 'undo', expectedPhase: 'deciding' },
		});
		expect(undone).toMatchObject({ ok: true, value: { phase: 'writing' } });
		expect(await specOf(bob.participantId)).toMatchObject({ specLockedAt: null, specHash: null });
		expect(await specOf(ann.participantId)).toMatchObject({ specLockedBy: 'author' });
	});

	it('reopens one spec for going on, and says so in the audit log', async () => {
		const room = await createFacilitated(db.current);
		const ann = await room.guest('Ann');
		await room.moveTo('deciding');
		expect((await specOf(ann.participantId)).specLockedAt).not.toBeNull();
		const reopened = await commandRound(room.app, await room.enter(), {
			...{ type: 'reopen', participantId: ann.participantId, phase: 'writing', minutes: 3, reason },
		});
		expect(reopened.ok).toBe(true);
		expect((await specOf(ann.participantId)).specLockedAt).toBeNull();
		const audit = await db.current.prisma.auditEntry.findMany({
			where: { competitionId: room.competitionId, action: 'round.reopen' },
		});
		expect(audit).toMatchObject([{ actorName: 'Fay', reason }]);
	});
});

describe('the clock', () => {
	it('closes a phase with nobody connected, once, however many instances tick', async () => {
		const room = await createFacilitated(db.current);
		const ann = await room.guest('Ann');
		await room.moveTo('writing');
		room.now += 15 * MS_PER_MINUTE + LIMITS.round.graceMs;
		const container = { ...room.app, log } as unknown as Container;
		const instance = () => runOnce({ db: db.current, now: () => room.now, log }, createWork(container).onDue);
		await Promise.all([instance(), instance()]);
		expect((await room.enter()).round.phase).toBe('deciding');
		const moves = (await room.events()).filter((e) => e.type === 'phase.changed' && e.by === 'clock');
		expect(moves).toHaveLength(1);
		expect(await specOf(ann.participantId)).toMatchObject({ specLockedBy: 'clock' });
	});

	it('leaves the phase alone before the last individual deadline', async () => {
		const room = await createFacilitated(db.current);
		const ann = await room.guest('Ann');
		await room.moveTo('writing');
		await commandRound(room.app, await room.enter(), {
			...{ type: 'extendOne', expectedPhase: 'writing', minutes: 5, reason },
			participantId: ann.participantId,
		});
		room.now += 17 * MS_PER_MINUTE;
		expect(dueAt((await room.enter()).round)).toBeGreaterThan(room.now);
		const container = { ...room.app, log } as unknown as Container;
		await runOnce({ db: db.current, now: () => room.now, log }, createWork(container).onDue);
		expect((await room.enter()).round.phase).toBe('writing');
	});
});

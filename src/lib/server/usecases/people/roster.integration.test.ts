import { describe, expect, it } from 'vitest';
import { createFacilitated } from '../../../../../tests/facilitator.ts';
import { useTestDatabase } from '../../../../../tests/test-database.ts';
import { dueAt } from '../../../domain/round/deadline.ts';
import { enterRoom } from '../room.ts';
import { saveSpec } from '../writing/save-spec.ts';
import { commandRound } from '../round/command.ts';
import { viewConsole } from '../console/view.ts';
import { mergeParticipants, removeParticipant, renameParticipant, restoreParticipant } from './roster.ts';

const db = useTestDatabase();

describe('people of a room', () => {
	it('are renamed unless the name is taken, whatever its case', async () => {
		const room = await createFacilitated(db.current);
		const [ann, bob] = [await room.guest('Ann'), await room.guest('Bob')];
		const rename = async (name: string) =>
			renameParticipant(room.app, await room.enter(), { participantId: bob.participantId, name });
		expect(await rename('ANN')).toMatchObject({ reason: 'name-taken' });
		expect(await rename('Bobby')).toMatchObject({ ok: true });
		expect(await room.events()).toContainEqual({
			type: 'participant.renamed',
			participantId: bob.participantId,
			name: 'Bobby',
		});
		expect((await room.enter(ann, 'participant')).participant?.name).toBe('Ann');
	});

	it('are shut out when removed and find their work again when let in', async () => {
		const room = await createFacilitated(db.current);
		const ann = await room.guest('Ann');
		await room.moveTo('writing');
		const save = { text: 'We decide.', baseRevision: 0, editId: 'e1', more: false };
		await saveSpec(room.app, { code: room.code, identity: ann, ...save });
		const { participantId } = ann;
		expect(
			await removeParticipant(room.app, await room.enter(), { participantId, reason: 'joined twice' }),
		).toMatchObject({ ok: true });
		expect(await enterRoom(room.app, { code: room.code, identity: ann })).toMatchObject({
			reason: 'removed',
		});
		await room.guest('Ann');
		expect(await restoreParticipant(room.app, await room.enter(), participantId)).toMatchObject({ ok: true });
		const back = await room.enter(ann, 'participant');
		expect(back.participant?.name).toBe('Ann (2)');
		const entry = await db.current.prisma.entry.findUniqueOrThrow({ where: { participantId } });
		expect(entry.specText).toBe('We decide.');
	});

	it('who leave do not keep the clock waiting with their extension', async () => {
		const room = await createFacilitated(db.current);
		const ann = await room.guest('Ann');
		await room.moveTo('writing');
		const due = dueAt((await room.enter()).round)!;
		await commandRound(room.app, await room.enter(), {
			...{ type: 'extendOne', expectedPhase: 'writing', minutes: 60, reason: 'came late' },
			participantId: ann.participantId,
		});
		expect(dueAt((await room.enter()).round)).toBeGreaterThan(due);
		await removeParticipant(room.app, await room.enter(), {
			participantId: ann.participantId,
			reason: '',
		});
		expect(dueAt((await room.enter()).round)).toBe(due);
	});

	it('merge into the one with work, under the name that was meant', async () => {
		const room = await createFacilitated(db.current);
		const [old, fresh] = [await room.guest('Ann'), await room.guest('Ann again')];
		await room.moveTo('writing');
		const save = { text: 'Mine.', baseRevision: 0, editId: 'e1', more: false };
		await saveSpec(room.app, { code: room.code, identity: old, ...save });
		const merged = await mergeParticipants(room.app, await room.enter(), {
			participantId: old.participantId,
			intoId: fresh.participantId,
		});
		expect(merged).toEqual({ ok: true, value: { participantId: old.participantId } });
		const view = await viewConsole(room.app, await room.enter());
		if (!view.ok) throw new Error(view.reason);
		expect(view.value.rows.map((row) => [row.name, row.wordCount])).toEqual([['Ann again', 1]]);
	});

	it('of another competition cannot be touched', async () => {
		const [here, there] = [await createFacilitated(db.current), await createFacilitated(db.current)];
		const [ann, eve] = [await here.guest('Ann'), await there.guest('Eve')];
		const room = await here.enter();
		const { participantId } = eve;
		const refused = { ok: false, reason: 'no-such-participant' };
		expect(await renameParticipant(here.app, room, { participantId, name: 'X' })).toMatchObject(refused);
		expect(await removeParticipant(here.app, room, { participantId, reason: '' })).toMatchObject(refused);
		expect(await restoreParticipant(here.app, room, participantId)).toMatchObject(refused);
		const { participantId: annId } = ann;
		expect(await mergeParticipants(here.app, room, { participantId, intoId: annId })).toMatchObject(refused);
		expect(
			await mergeParticipants(here.app, room, { participantId: annId, intoId: participantId }),
		).toMatchObject(refused);
		expect((await there.enter(eve, 'participant')).participant?.name).toBe('Eve');
	});
});

import { describe, expect, it } from 'vitest';
import { createAccount, createFacilitated } from '../../../../../tests/facilitator.ts';
import { PACK } from '../../../../../tests/room.ts';
import { useTestDatabase } from '../../../../../tests/test-database.ts';
import { DEFAULT_MINUTES } from '../../../domain/limits.ts';
import { answerClarification, announce } from '../clarifications/answer.ts';
import { ask } from '../asking/ask.ts';
import { loadFrame } from '../frame.ts';
import { viewAudit } from '../console/audit.ts';
import { viewConsole } from '../console/view.ts';
import { viewStage } from '../stage/view.ts';
import { acceptFacilitatorInvitation, inviteCoFacilitator } from './links.ts';
import { createCompetition } from './create.ts';
import { listCompetitions } from './list.ts';
import { changeSetup } from './setup.ts';

const db = useTestDatabase();
const create = { title: 'Round 2', team: '', challenge: PACK.slug, agent: 'rehearsal' } as const;

describe('a competition', () => {
	it('is created with defaults and listed for its facilitator only', async () => {
		const { app, fay } = await createFacilitated(db.current);
		const stranger = await createAccount(db.current, 'Stranger');
		const facilitator = { id: fay.facilitatorId, name: 'Fay' };
		const made = await createCompetition(app, { ...create, facilitator });
		if (!made.ok) throw new Error(made.reason);
		const list = async (facilitatorId: string) => {
			const listed = await listCompetitions(app, { facilitatorId });
			return listed.ok ? listed.value.map((c) => c.code) : [];
		};
		expect(await list(fay.facilitatorId)).toContain(made.value.code);
		expect(await list(stranger.facilitatorId)).toEqual([]);
		const row = await db.current.prisma.competition.findUniqueOrThrow({ where: { code: made.value.code } });
		expect(row.settings).toMatchObject({ placement: 'after', minutes: DEFAULT_MINUTES });
		expect(DEFAULT_MINUTES.writing).toBe(30);
	});

	it('is refused without an account, without the challenge, and with an agent that cannot run', async () => {
		const { app, fay } = await createFacilitated(db.current);
		const facilitator = { id: fay.facilitatorId, name: 'Fay' };
		const attempt = (change: object) => createCompetition(app, { ...create, facilitator, ...change });
		expect(await attempt({ facilitator: null })).toMatchObject({ reason: 'not-signed-in' });
		expect(await attempt({ challenge: 'none' })).toMatchObject({ reason: 'no-such-challenge' });
		expect(await attempt({ agent: 'recorded' })).toMatchObject({ reason: 'agent-unavailable' });
	});

	it('can be set up anew in the lobby and not after it', async () => {
		const room = await createFacilitated(db.current);
		const ann = await room.guest('Ann');
		const { settings } = (await room.enter()).competition;
		const setup = {
			title: 'Shorter',
			team: 'T',
			agent: 'rehearsal' as const,
			settings: { ...settings, placement: 'off' as const, minutes: { ...settings.minutes, writing: 7 } },
		};
		expect(await changeSetup(room.app, await room.enter(), setup)).toMatchObject({ ok: true });
		const changed = await room.enter();
		expect(changed.round.phases).not.toContain('deciding');
		expect(changed.round.minutes.writing).toBe(7);
		expect((await room.enter(ann, 'participant')).competition.title).toBe('Shorter');
		await room.moveTo('writing');
		expect(await changeSetup(room.app, await room.enter(), setup)).toMatchObject({ reason: 'wrong-phase' });
		const asAnn = await room.enter(ann, 'participant');
		expect(await changeSetup(room.app, asAnn, setup)).toMatchObject({ reason: 'not-facilitator' });
	});

	it('takes in a co-facilitator whose account is made from its invitation', async () => {
		const room = await createFacilitated(db.current);
		const invited = await inviteCoFacilitator(room.app, await room.enter());
		if (!invited.ok) throw new Error(invited.reason);
		const accepted = await acceptFacilitatorInvitation(room.app, {
			...{ name: 'Gil', email: `${room.code}@example.org`, password: 'correct horse battery' },
			token: invited.value.token,
		});
		expect(accepted).toMatchObject({ ok: true, value: { code: room.code } });
		const view = await viewConsole(room.app, await room.enter());
		expect(view.ok && view.value.facilitators.map((f) => f.name)).toContain('Gil');
	});
});

describe('clarifications', () => {
	it('go to the one who asked, or to everybody as a new version of the requirement', async () => {
		const room = await createFacilitated(db.current);
		const [ann, bob] = [await room.guest('Ann'), await room.guest('Bob')];
		await room.moveTo('writing');
		const asked = await ask(room.app, { code: room.code, identity: ann, question: 'I, Ann, ask: twice?' });
		const second = await ask(room.app, { code: room.code, identity: ann, question: 'And offline?' });
		if (!asked.ok || !second.ok) throw new Error('not asked');
		const answered = await answerClarification(room.app, await room.enter(), {
			...{ clarificationId: asked.value.id, answer: 'Once.', visibility: 'broadcast', question: 'Twice?' },
		});
		expect(answered).toEqual({ ok: true, value: { requirementVersion: 2 } });
		await answerClarification(room.app, await room.enter(), {
			...{ clarificationId: second.value.id, answer: 'Never.', visibility: 'private' },
		});
		const frameOf = async (who: typeof ann) => loadFrame(room.app, await room.enter(who, 'participant'));
		expect((await frameOf(bob)).clarifications.map((c) => [c.question, c.answer])).toEqual([
			['Twice?', 'Once.'],
		]);
		expect((await frameOf(ann)).clarifications).toHaveLength(2);
		expect((await frameOf(bob)).requirement?.version).toBe(2);
		const versions = await db.current.prisma.requirementVersion.findMany({
			where: { competitionId: room.competitionId },
			orderBy: { version: 'asc' },
		});
		expect(versions[1]?.text).toContain('Once.');
		expect(versions[1]?.text.startsWith(versions[0]!.text)).toBe(true);
	});

	it('are answered once, in their own competition, and for everybody only before the build', async () => {
		const [here, there] = [await createFacilitated(db.current), await createFacilitated(db.current)];
		const eve = await there.guest('Eve');
		const asked = await ask(there.app, { code: there.code, identity: eve, question: 'What now?' });
		if (!asked.ok) throw new Error(asked.reason);
		const answer = {
			...{ clarificationId: asked.value.id, answer: 'This.', visibility: 'private' as const },
		};
		expect(await answerClarification(here.app, await here.enter(), answer)).toMatchObject({
			reason: 'no-such-thing',
		});
		expect(await answerClarification(there.app, await there.enter(), answer)).toMatchObject({ ok: true });
		expect(await answerClarification(there.app, await there.enter(), answer)).toMatchObject({
			reason: 'already-answered',
		});
		expect(await announce(there.app, await there.enter(), { text: 'Mind the fees.' })).toMatchObject({
			value: { requirementVersion: 2 },
		});
	});
});

describe('console, audit and stage', () => {
	it('are not for guests; the stage holds no name beside a state', async () => {
		const room = await createFacilitated(db.current);
		const ann = await room.guest('Ann');
		await room.moveTo('writing');
		const asAnn = await room.enter(ann, 'participant');
		for (const view of [viewConsole, viewAudit, viewStage])
			expect(await view(room.app, asAnn)).toMatchObject({ reason: 'not-facilitator' });
		const stage = await viewStage(room.app, await room.enter(room.fay, 'stage'));
		expect(stage).toMatchObject({ ok: true, value: { of: 1, finished: 0, board: [] } });
		expect(JSON.stringify(stage)).not.toContain('Ann');
		const view = await viewConsole(room.app, await room.enter());
		if (!view.ok) throw new Error(view.reason);
		expect(view.value.next).toMatchObject({ kind: 'advance', to: 'deciding', unfinished: [{ name: 'Ann' }] });
	});

	it('say in the audit log who did what and why', async () => {
		const room = await createFacilitated(db.current);
		await room.moveTo('writing');
		await room.command({ type: 'pause', reason: 'fire alarm' });
		const audit = await viewAudit(room.app, await room.enter());
		if (!audit.ok) throw new Error(audit.reason);
		expect(audit.value.map((entry) => entry.summary)).toEqual([
			'moved on from lobby to briefing',
			'moved on from briefing to writing',
			'paused the round',
		]);
	});
});

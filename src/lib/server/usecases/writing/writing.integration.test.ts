import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createRoom, identityOf, type TestRoom } from '../../../../../tests/room.ts';
import { useTestDatabase } from '../../../../../tests/test-database.ts';
import { LIMITS } from '../../../domain/limits.ts';
import { inTransaction } from '../../db/client.ts';
import { freezeSpecs } from './freeze-specs.ts';
import { lockSpec } from './lock-spec.ts';
import { notePaste } from './note-paste.ts';
import { saveSpec } from './save-spec.ts';
import { viewSpec } from './view-spec.ts';
import { findCompetition } from '../../db/competition-repository.ts';

const db = useTestDatabase();
const MINUTE = 60_000;
let room: TestRoom;
let ada: Awaited<ReturnType<TestRoom['guest']>>;
let deadline: number;

beforeEach(async () => {
	room = await createRoom(db.current);
	ada = await room.guest('Ada');
	await room.moveTo('writing');
	deadline = room.now + 15 * MINUTE;
});

let edits = 0;
const save = (text: string, baseRevision: number, more: { editId?: string; identity?: typeof ada } = {}) =>
	saveSpec(room.deps, {
		code: room.code,
		identity: more.identity ?? ada,
		text,
		baseRevision,
		editId: more.editId ?? `edit-${room.code}-${edits++}`,
		more: false,
	});
const lock = (revision: number) => lockSpec(room.deps, { code: room.code, identity: ada, revision });
const stateOf = ({ participantId }: { participantId: string }) =>
	db.current.prisma.entry.findUniqueOrThrow({ where: { participantId } });
const stored = () => stateOf(ada);
const revisions = async () =>
	db.current.prisma.specRevision.findMany({
		where: { entryId: (await stored()).id },
		orderBy: { revision: 'asc' },
	});
const sha = (text: string) => createHash('sha256').update(text).digest('hex');
const freeze = (by: 'clock' | 'facilitator') =>
	inTransaction(db.current, async (tx) =>
		freezeSpecs(tx, (await findCompetition(tx, room.competitionId))!, room.now, by),
	);

describe('autosave', () => {
	it('acknowledges with revision, server time and words, and keeps every revision', async () => {
		expect(await save('The buyer pays.', 0)).toEqual({
			ok: true,
			value: { revision: 1, savedAt: room.now, wordCount: 3, late: false },
		});
		await save('The buyer pays once.', 1);
		expect((await revisions()).map((r) => r.text)).toEqual(['The buyer pays.', 'The buyer pays once.']);
		expect(room.said).toContainEqual({
			type: 'progress',
			rows: [{ participantId: ada.participantId, wordCount: 4, savedAt: room.now, unsaved: false }],
		});
	});

	it('acknowledges a repeated edit again and stores it once, also when both arrive at once', async () => {
		const twice = await Promise.all([1, 2, 3].map(() => save('Once.', 0, { editId: 'the-same-edit' })));
		expect(twice.map((r) => r.ok && r.value.revision)).toEqual([1, 1, 1]);
		expect(await revisions()).toHaveLength(1);
		room.now = deadline + MINUTE;
		expect(await save('Once.', 0, { editId: 'the-same-edit' })).toMatchObject({ ok: true });
	});

	it('lets one of two windows win and shows the other what there is', async () => {
		const results = await Promise.all([save('window one', 0), save('window two', 0)]);
		const lost = results.find((r) => !r.ok);
		expect(results.filter((r) => r.ok)).toHaveLength(1);
		expect(lost).toMatchObject({ reason: 'stale-revision', detail: { revision: 1 } });
		expect(lost).toMatchObject({ detail: { text: (await stored()).specText } });
	});

	it('stores line ends and characters that cannot be stored in one way', async () => {
		await save('a\r\nb\0c\ud800', 0);
		expect((await stored()).specText).toBe('a\nbc\ufffd');
	});

	it('refuses more than the limit in bytes, and keeps what was there', async () => {
		await save('kept', 0);
		const text = 'ä'.repeat(LIMITS.text.specBytes / 2 + 1);
		expect(await save(text, 1)).toMatchObject({
			reason: 'too-long',
			detail: { limit: LIMITS.text.specBytes },
		});
		expect((await stored()).specText).toBe('kept');
	});

	it('belongs to participants of this competition only', async () => {
		const olga = await room.guest('Olga', 'observer');
		expect(await save('x', 0, { identity: olga })).toMatchObject({ reason: 'observer-cannot-write' });
		const other = await createRoom(db.current);
		const stranger = await other.guest('Eve');
		expect(await save('x', 0, { identity: stranger })).toMatchObject({ reason: 'not-in-competition' });
		expect(await save('x', 0, { identity: identityOf('nobody') })).toMatchObject({
			reason: 'not-in-competition',
		});
		expect((await stored()).revision).toBe(0);
	});

	it('is decided again when the round moved meanwhile: an extension during a save loses nothing', async () => {
		const extend = room.command({
			type: 'extendAll',
			expectedPhase: 'writing',
			minutes: 5,
			reason: 'fire drill',
		});
		const results = await Promise.all([save('during', 0), extend]);
		expect(results[0]).toMatchObject({ ok: true });
	});
});

describe('the deadline', () => {
	it('takes an edit that arrives in the grace and marks it, and refuses a later one', async () => {
		await save('in time', 0);
		room.now = deadline - 1;
		expect(await save('just in time', 1)).toMatchObject({ value: { late: false } });
		room.now = deadline;
		expect(await save('in the grace', 2)).toMatchObject({ value: { revision: 3, late: true } });
		room.now = deadline + LIMITS.round.graceMs;
		expect(await save('too late', 3)).toMatchObject({ reason: 'deadline-passed' });
		expect((await revisions()).map((r) => r.late)).toEqual([false, false, true]);
		expect((await stored()).specText).toBe('in the grace');
	});

	it('freezes the last acknowledged revision by the clock, with its hash', async () => {
		await save('final', 0);
		room.now = deadline + LIMITS.round.graceMs;
		await room.command({ type: 'close', expectedPhase: 'writing' });
		expect(await stored()).toMatchObject({ specLockedBy: 'clock', specHash: sha('final') });
		expect(await save('more', 1)).toMatchObject({ reason: 'deadline-passed' });
	});

	it('still takes what was typed before an early end, and renews the hash', async () => {
		await save('early', 0);
		await room.command({ type: 'advance', expectedPhase: 'writing' });
		room.now += LIMITS.round.graceMs - 1;
		expect(await save('early, last words', 1)).toMatchObject({ value: { late: true } });
		expect(await stored()).toMatchObject({ specLockedBy: 'facilitator', specHash: sha('early, last words') });
	});

	it('leaves who was granted more time alone until the build', async () => {
		await room.command({
			type: 'extendOne',
			expectedPhase: 'writing',
			participantId: ada.participantId,
			minutes: 20,
			reason: 'lost the network',
		});
		await room.guest('Bob');
		await room.command({ type: 'advance', expectedPhase: 'writing' });
		room.now = deadline + MINUTE;
		expect((await stored()).specLockedAt).toBeNull();
		expect(await save('with more time', 0)).toMatchObject({ value: { late: false } });
		await room.moveTo('building');
		expect(await stored()).toMatchObject({ specHash: sha('with more time') });
	});

	it('keeps a pause readable: edits wait, and the clock gives the time back', async () => {
		await save('before', 0);
		await room.command({ type: 'pause', reason: 'projector' });
		room.now += LIMITS.round.graceMs;
		expect(await save('during', 1)).toMatchObject({ reason: 'paused' });
		room.now += 30 * MINUTE;
		await room.command({ type: 'resume' });
		expect(await save('after', 1)).toMatchObject({ ok: true });
	});

	it('has a saved edit and its hash agree when saving races the freeze', async () => {
		await save('0', 0);
		room.now = deadline + 1;
		await Promise.all([save('raced', 1), freeze('clock')]);
		const entry = await stored();
		expect(entry.specHash).toBe(sha(entry.specText));
	});
});

describe('locking early', () => {
	it('gives the hash of exactly the stored text as a receipt, audited, and ends the writing', async () => {
		await save('ä done', 0);
		expect(await lock(1)).toEqual({
			ok: true,
			value: { hash: sha('ä done'), revision: 1, wordCount: 2, lockedAt: room.now, by: 'author' },
		});
		expect(await save('more', 1)).toMatchObject({ reason: 'locked' });
		const audit = await db.current.prisma.auditEntry.findMany({ where: { action: 'spec.locked' } });
		expect(audit.at(-1)).toMatchObject({ actor: `participant:${ada.participantId}`, actorName: 'Ada' });
		expect(await room.events()).toContainEqual({
			type: 'entry.locked',
			participantId: ada.participantId,
			at: room.now,
		});
	});

	it('gives the same receipt again, and refuses a revision the author has not seen', async () => {
		await save('one', 0);
		await save('two', 1);
		expect(await lock(1)).toMatchObject({ reason: 'stale-revision', detail: { revision: 2, text: 'two' } });
		const first = await lock(2);
		expect(await lock(2)).toEqual(first);
		expect(await lock(1)).toMatchObject({ reason: 'locked' });
	});

	it('never locks a text other than the one it hashed when saving and locking race', async () => {
		await save('one', 0);
		for (let i = 1; i <= 8; i++) {
			const [, receipt] = await Promise.all([save(`text ${i}`, i), lock(i)]);
			const entry = await stored();
			if (receipt.ok) {
				expect(entry.specHash).toBe(sha(entry.specText));
				expect(entry.revision).toBe(receipt.value.revision);
				return;
			}
			expect(entry.specLockedAt).toBeNull();
		}
	});

	it('locks a whole room in one go, each with their own receipt', async () => {
		const people = await Promise.all(Array.from({ length: 30 }, (_, i) => room.guest(`P${i}`)));
		await Promise.all(people.map((identity, i) => save(`spec ${i}`, 0, { identity })));
		const receipts = await Promise.all(
			people.map((identity) => lockSpec(room.deps, { code: room.code, identity, revision: 1 })),
		);
		expect(receipts.map((r) => r.ok && r.value.hash)).toEqual(people.map((_, i) => sha(`spec ${i}`)));
	});

	it('comes off when a facilitator reopens, and a new lock is a new receipt; both are audited', async () => {
		await save('first', 0);
		await lock(1);
		await room.moveTo('deciding');
		room.now += MINUTE;
		await room.command({
			type: 'reopen',
			participantId: ada.participantId,
			phase: 'writing',
			until: room.now + 5 * MINUTE,
			reason: 'pressed by mistake',
		});
		await save('second', 1);
		expect(await lock(2)).toMatchObject({ value: { hash: sha('second') } });
		const audit = await db.current.prisma.auditEntry.findMany({
			where: { competitionId: room.competitionId, action: { startsWith: 'spec.' } },
			orderBy: { id: 'asc' },
		});
		expect(audit.map((a) => a.action)).toEqual(['spec.locked', 'spec.unlocked', 'spec.locked']);
		expect(audit[1]!.data).toMatchObject({ receipt: { hash: sha('first') } });
	});

	it('stays when the end of writing is undone, while the locks of that move come off', async () => {
		const bob = await room.guest('Bob');
		await save('mine', 0);
		await lock(1);
		await save('his', 0, { identity: bob });
		room.now += 1000;
		await room.command({ type: 'advance', expectedPhase: 'writing' });
		expect(await stateOf(bob)).toMatchObject({ specLockedBy: 'facilitator', specHash: sha('his') });
		await room.command({ type: 'undo', expectedPhase: 'deciding' });
		expect((await stored()).specLockedBy).toBe('author');
		expect((await stateOf(bob)).specLockedAt).toBeNull();
	});
});

describe('reading', () => {
	it('shows only the own spec, and none before writing', async () => {
		await save('secret of Ada', 0);
		const bob = await room.guest('Bob');
		const his = await viewSpec(room.deps, { code: room.code, identity: bob });
		expect(JSON.stringify(his)).not.toContain('secret of Ada');
		const early = await createRoom(db.current);
		const eve = await early.guest('Eve');
		expect(await viewSpec(room.deps, { code: early.code, identity: eve })).toMatchObject({
			reason: 'not-visible-yet',
		});
	});

	it('offers the choice points as headings only where they stand inside the template', async () => {
		const plain = await viewSpec(room.deps, { code: room.code, identity: ada });
		expect(plain).toMatchObject({ value: { text: '', template: expect.stringContaining('# Out of scope') } });
		expect(JSON.stringify(plain)).not.toContain('fork');
		const inside = await createRoom(db.current, { placement: 'inside' });
		const eve = await inside.guest('Eve');
		await inside.moveTo('writing');
		expect(await viewSpec(inside.deps, { code: inside.code, identity: eve })).toMatchObject({
			value: { template: expect.stringContaining('# The first fork') },
		});
	});

	it('shows the author every paste that was noted', async () => {
		const paste = {
			code: room.code,
			identity: ada,
			characters: 412,
			selfDeclared: true,
			note: 'my own wiki',
		};
		expect((await notePaste(room.deps, paste)).ok).toBe(true);
		expect(await viewSpec(room.deps, { code: room.code, identity: ada })).toMatchObject({
			value: { pastes: [{ at: room.now, characters: 412, selfDeclared: true, note: 'my own wiki' }] },
		});
	});
});

describe('live mirror', () => {
	it('hands the requirement to authors only where it was turned on', async () => {
		expect(await viewSpec(room.deps, { code: room.code, identity: ada })).toMatchObject({
			value: { mirror: null },
		});
		const mirrored = await createRoom(db.current, { liveMirror: true });
		const bob = await mirrored.guest('Bob');
		await mirrored.moveTo('writing');
		const view = await viewSpec(mirrored.deps, { code: mirrored.code, identity: bob });
		expect(view).toMatchObject({ value: { mirror: { requirement: 'When it happens, do it.' } } });
	});
});

import { beforeEach, describe, expect, it } from 'vitest';
import { createRoom, PACK, type TestRoom } from '../../../../../tests/room.ts';
import { useTestDatabase } from '../../../../../tests/test-database.ts';
import type { CompetitionSettings } from '../../../contract/competition.ts';
import { LIMITS } from '../../../domain/limits.ts';
import { saveSpec } from '../writing/save-spec.ts';
import { decideAt, type DecideInput } from './decide.ts';
import { finishDeciding } from './finish-deciding.ts';
import { viewDecisions } from './view-decisions.ts';

const db = useTestDatabase();
const MINUTE = 60_000;
const SPEC = 'When it happens we go left three times.';
let room: TestRoom;
let ada: Awaited<ReturnType<TestRoom['guest']>>;

async function open(
	phase: string,
	placement: CompetitionSettings['placement'] = 'after',
	off: string[] = [],
) {
	const optionalPhases = (['briefing', 'deciding', 'predicting'] as const).filter((p) => !off.includes(p));
	room = await createRoom(db.current, { placement, optionalPhases });
	ada = await room.guest('Ada');
	await room.moveTo('writing');
	const edit = { text: SPEC, baseRevision: 0, editId: 'first-edit', more: false };
	await saveSpec(room.deps, { code: room.code, identity: ada, ...edit });
	await room.moveTo(phase);
}
beforeEach(() => open('deciding'));

const at = () => ({ code: room.code, identity: ada });
const decide = (more: Partial<DecideInput> = {}) =>
	decideAt(room.deps, {
		...at(),
		choicePointId: 'first',
		choice: { kind: 'alternative', alternativeId: 'left', parameters: { steps: 4 } },
		rationale: 'It is shorter.',
		rejected: 'Right is longer.',
		confidence: 'lean',
		span: null,
		baseVersion: 0,
		...more,
	});
const done = (value = true) => finishDeciding(room.deps, { ...at(), done: value });
const view = async () => {
	const result = await viewDecisions(room.deps, at());
	if (!result.ok) throw new Error(result.reason);
	return result.value;
};

describe('an answer', () => {
	it('is kept with its parameters, reasons and confidence, and told as progress', async () => {
		expect(await decide()).toMatchObject({ ok: true, value: { version: 1, decidedAt: room.now } });
		expect((await view()).decisions).toEqual([
			{
				choicePointId: 'first',
				choice: { kind: 'alternative', alternativeId: 'left', parameters: { steps: 4 } },
				rationale: 'It is shorter.',
				rejected: 'Right is longer.',
				confidence: 'lean',
				span: null,
				version: 1,
				decidedAt: room.now,
			},
		]);
		expect(room.said).toContainEqual({
			type: 'progress',
			rows: [{ participantId: ada.participantId, decided: 1 }],
		});
	});

	it('may be to leave it to the agent, and back', async () => {
		await decide({ choice: { kind: 'delegated' } });
		expect((await view()).decisions[0]!.choice).toEqual({ kind: 'delegated' });
		expect(await decide({ baseVersion: 1 })).toMatchObject({ value: { version: 2 } });
	});

	it('quotes the own spec as it is stored, and no passage outside it', async () => {
		const span = { start: SPEC.indexOf('left'), end: SPEC.indexOf('left') + 4 };
		expect(await decide({ span })).toMatchObject({ value: { span: { ...span, quote: 'left' } } });
		for (const wrong of [
			{ start: 4, end: 4 },
			{ start: 0, end: SPEC.length + 1 },
		])
			expect(await decide({ baseVersion: 1, span: wrong })).toMatchObject({ reason: 'invalid-input' });
	});

	it('names an alternative and parameters of the choice point, within their bounds', async () => {
		const choose = (alternativeId: string, parameters: Record<string, number>) =>
			decide({ choice: { kind: 'alternative', alternativeId, parameters } });
		expect(await decide({ choicePointId: 'third' })).toMatchObject({ reason: 'no-such-thing' });
		expect(await choose('up', {})).toMatchObject({ reason: 'no-such-alternative' });
		expect(await choose('left', { steps: 10 })).toMatchObject({ reason: 'invalid-input' });
		expect(await choose('right', { steps: 3 })).toMatchObject({ reason: 'invalid-input' });
		expect(await choose('left', JSON.parse('{"__proto__": 3}'))).toMatchObject({ reason: 'invalid-input' });
		expect(await choose('left', {})).toMatchObject({ value: { choice: { parameters: { steps: 3 } } } });
		expect((await view()).decisions).toHaveLength(1);
	});

	it('is lost to nobody: of two windows one wins and the other is shown what there is', async () => {
		const results = await Promise.all([decide(), decide({ choice: { kind: 'delegated' } })]);
		expect(results.filter((r) => r.ok)).toHaveLength(1);
		const stored = (await view()).decisions[0]!;
		expect(results.find((r) => !r.ok)).toMatchObject({
			reason: 'stale-version',
			detail: { decision: { choice: stored.choice, version: 1 } },
		});
		expect(await decide({ baseVersion: 7 })).toMatchObject({ reason: 'stale-version' });
		expect(await decide({ choicePointId: 'second', baseVersion: 3 })).toMatchObject({
			reason: 'stale-version',
			detail: { decision: null },
		});
	});

	it('is taken until the end of the grace, and frozen by the build', async () => {
		room.now += 10 * MINUTE + LIMITS.round.graceMs - 1;
		expect((await decide()).ok).toBe(true);
		room.now += 1;
		expect(await decide({ baseVersion: 1 })).toMatchObject({ reason: 'deadline-passed' });
		await room.moveTo('building');
		room.now += LIMITS.round.graceMs;
		expect(await decide({ baseVersion: 1 })).toMatchObject({ reason: 'frozen' });
		expect(await done()).toMatchObject({ reason: 'frozen' });
	});

	it('never lands on an entry that the build has locked', async () => {
		await db.current.prisma.entry.update({
			where: { participantId: ada.participantId },
			data: { lockedAt: new Date(room.now) },
		});
		expect(await decide()).toMatchObject({ reason: 'frozen' });
	});

	it('is left out, not delegated, when the author never gave it', async () => {
		await decide();
		await room.moveTo('building');
		const rows = await db.current.prisma.decision.findMany({ where: { entryId: (await entry()).id } });
		expect(rows.map((r) => r.choicePointId)).toEqual(['first']);
	});
});

const entry = () =>
	db.current.prisma.entry.findUniqueOrThrow({ where: { participantId: ada.participantId } });

describe('done', () => {
	it('is refused while any choice point is open, and says which', async () => {
		await decide();
		expect(await done()).toMatchObject({
			reason: 'unfinished-decisions',
			detail: { choicePointIds: ['second'] },
		});
		await decide({ choicePointId: 'second', choice: { kind: 'delegated' } });
		expect(await done()).toEqual({ ok: true, value: { doneAt: room.now } });
		expect(await room.events()).toContainEqual({
			type: 'entry.finished',
			participantId: ada.participantId,
			phase: 'deciding',
			finished: true,
		});
	});

	it('can be taken back and told once each', async () => {
		await decide();
		await decide({ choicePointId: 'second', choice: { kind: 'delegated' } });
		await Promise.all([done(), done(), done()]);
		await done(false);
		const told = (await room.events()).filter((e) => e.type === 'entry.finished');
		expect(told.map((e) => e.finished)).toEqual([true, false]);
		expect((await view()).doneAt).toBeNull();
	});
});

describe('the choice points', () => {
	it('stay hidden before deciding', async () => {
		await open('writing');
		expect(await viewDecisions(room.deps, at())).toMatchObject({ reason: 'not-visible-yet' });
		expect(await decide()).toMatchObject({ reason: 'not-visible-yet' });
	});

	it('never show their cues', async () => {
		expect(JSON.stringify(await view())).not.toContain('secret-cue');
	});

	it('come in an order of their own for each participant, always the same, colours kept', async () => {
		const orders = new Set<string>();
		for (let i = 0; i < 12; i++) {
			const identity = await room.guest(`P${i}`);
			const seen = await viewDecisions(room.deps, { code: room.code, identity });
			const again = await viewDecisions(room.deps, { code: room.code, identity });
			expect(again).toEqual(seen);
			if (!seen.ok) throw new Error(seen.reason);
			const { alternatives } = seen.value.choicePoints[0]!;
			for (const a of alternatives) expect(PACK.choicePoints[0]!.alternatives[a.index]!.id).toBe(a.id);
			orders.add(alternatives.map((a) => a.id).join());
		}
		expect(orders.size).toBeGreaterThan(2);
	});

	it('are open beside the text where they stand inside the template', async () => {
		await open('writing', 'inside');
		expect((await decide()).ok).toBe(true);
		await room.moveTo('deciding');
		expect((await decide({ baseVersion: 1 })).ok).toBe(true);
		await open('writing', 'inside', ['deciding']);
		expect((await decide()).ok).toBe(true);
		await room.moveTo('predicting');
		room.now += LIMITS.round.graceMs;
		expect(await decide({ baseVersion: 1 })).toMatchObject({ reason: 'deadline-passed' });
	});

	it('do not exist when switched off', async () => {
		await open('writing', 'off');
		await room.moveTo('deciding');
		expect(await decide()).toMatchObject({ ok: false });
	});

	it('show nobody the answers of somebody else', async () => {
		await decide({ rationale: 'the secret reason' });
		const bob = await room.guest('Bob');
		const seen = await viewDecisions(room.deps, { code: room.code, identity: bob });
		expect(seen).toMatchObject({ value: { decisions: [], spec: { text: '' } } });
		const olga = await room.guest('Olga', 'observer');
		expect(await viewDecisions(room.deps, { code: room.code, identity: olga })).toMatchObject({
			reason: 'observer-cannot-write',
		});
	});
});

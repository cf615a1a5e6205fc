import { beforeEach, describe, expect, it } from 'vitest';
import { createRoom, type TestRoom } from '../../../../../tests/room.ts';
import { useTestDatabase } from '../../../../../tests/test-database.ts';
import { predictSchema, type PredictionInput } from '../../../contract/prediction.ts';
import { LIMITS } from '../../../domain/limits.ts';
import { finishPredicting, predict, viewPredictions } from './predict.ts';

const db = useTestDatabase();
let room: TestRoom;
let ada: Awaited<ReturnType<TestRoom['guest']>>;

beforeEach(async () => {
	room = await createRoom(db.current);
	ada = await room.guest('Ada');
	await room.moveTo('predicting');
});

const at = () => ({ code: room.code, identity: ada });
const view = async () => {
	const result = await viewPredictions(room.deps, at());
	if (!result.ok) throw new Error(result.reason);
	return result.value;
};
const put = async (predictions: PredictionInput[], version?: string) =>
	predict(room.deps, { ...at(), predictions, version: version ?? (await view()).version });
const texts = async () => (await view()).predictions.map((p) => p.text);
const text = (value: string, choicePointId: string | null = null) => ({ text: value, choicePointId });

describe('predictions', () => {
	it('keep their order and may be tied to a choice point', async () => {
		await put([text('a retry'), text('an audit log', 'second')]);
		expect((await view()).predictions).toMatchObject([text('a retry'), text('an audit log', 'second')]);
		expect((await view()).choicePoints).toContainEqual({ id: 'second', title: 'The second fork' });
		expect(await put([text('x', 'unknown')])).toMatchObject({ reason: 'no-such-thing' });
	});

	it('of two windows do not mix or overwrite each other, and the same list twice is no conflict', async () => {
		const { version } = await view();
		const results = await Promise.all([put([text('one')], version), put([text('two')], version)]);
		expect(results.filter((r) => r.ok)).toHaveLength(1);
		expect(results.find((r) => !r.ok)).toMatchObject({ reason: 'stale-version' });
		const [kept] = await texts();
		expect(await put([text(kept!)], version)).toMatchObject({ ok: true });
		expect(await texts()).toEqual([kept]);
	});

	it('are limited in number and length', () => {
		const many = Array.from({ length: LIMITS.counts.predictions + 1 }, () => text('x'));
		expect(predictSchema.safeParse({ predictions: many, version: '' }).success).toBe(false);
		const long = [text('x'.repeat(LIMITS.text.prediction + 1))];
		expect(predictSchema.safeParse({ predictions: long, version: '' }).success).toBe(false);
	});

	it('are frozen by the build, which no hindsight passes', async () => {
		await put([text('before')]);
		await room.moveTo('building');
		room.now += LIMITS.round.graceMs;
		expect(await put([text('after')])).toMatchObject({ reason: 'frozen' });
		expect(await texts()).toEqual(['before']);
	});

	it('are seen by their author only', async () => {
		await put([text('secret guess')]);
		const bob = await room.guest('Bob');
		const seen = await viewPredictions(room.deps, { code: room.code, identity: bob });
		expect(JSON.stringify(seen)).not.toContain('secret guess');
	});

	it('may be done, also with none, and not before their phase', async () => {
		expect(await finishPredicting(room.deps, { ...at(), done: true })).toEqual({
			ok: true,
			value: { doneAt: room.now },
		});
		expect((await view()).doneAt).toBe(room.now);
		const early = await createRoom(db.current);
		const eve = await early.guest('Eve');
		await early.moveTo('writing');
		const here = { code: early.code, identity: eve };
		expect(await viewPredictions(early.deps, here)).toMatchObject({ reason: 'not-visible-yet' });
		expect(await finishPredicting(early.deps, { ...here, done: true })).toMatchObject({
			reason: 'wrong-phase',
		});
	});
});

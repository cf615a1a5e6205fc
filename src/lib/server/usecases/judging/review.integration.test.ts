import { beforeEach, describe, expect, it } from 'vitest';
import { giveBuild } from '../../../../../tests/judging.ts';
import { createRoom, type TestRoom } from '../../../../../tests/room.ts';
import { useTestDatabase } from '../../../../../tests/test-database.ts';
import { LIMITS } from '../../../domain/limits.ts';
import { decideAt } from '../deciding/decide.ts';
import { predict, viewPredictions } from '../predicting/predict.ts';
import { finishReview, judgeOwnPrediction, labelOwnAddition, viewReview } from './review.ts';

const db = useTestDatabase();
let room: TestRoom;
let ada: Awaited<ReturnType<TestRoom['guest']>>;
let bob: typeof ada;

const at = (identity = ada) => ({ code: room.code, identity });
async function review(identity = ada) {
	const view = await viewReview(room.deps, at(identity));
	if (!view.ok) throw new Error(view.reason);
	return view.value;
}
const label = (additionId: string, identity = ada) =>
	labelOwnAddition(room.deps, {
		...at(identity),
		...{
			additionId,
			label: 'embellishment' as const,
			link: 'never-decided' as const,
			note: 'Nobody needs it.',
		},
	});

beforeEach(async () => {
	room = await createRoom(db.current);
	[ada, bob] = [await room.guest('Ada'), await room.guest('Bob')];
	await room.moveTo('deciding');
	const decided = await decideAt(room.deps, {
		...at(),
		...{ choicePointId: 'first', rationale: '', rejected: '', confidence: null, span: null, baseVersion: 0 },
		choice: { kind: 'alternative', alternativeId: 'left', parameters: { steps: 3 } },
	});
	if (!decided.ok) throw new Error(JSON.stringify(decided));
	await room.moveTo('predicting');
	const predictions = await viewPredictions(room.deps, at());
	if (!predictions.ok) throw new Error(predictions.reason);
	const list = [{ text: 'an audit log', choicePointId: null }];
	const predicted = await predict(room.deps, {
		...at(),
		predictions: list,
		version: predictions.value.version,
	});
	if (!predicted.ok) throw new Error(predicted.reason);
	await room.moveTo('building');
	room.now += LIMITS.round.graceMs + 1;
	for (const guest of [ada, bob])
		await giveBuild(db.current, guest.participantId, {
			behaviour: { first: 'right', second: 'left' },
			additions: [
				{ id: 'log', consequence: 1 },
				{ id: 'other-way', kind: 'contradicted-choice', choicePointId: 'first', consequence: 3 },
				{ id: 'chose', kind: 'undecided-choice', choicePointId: 'second', consequence: 2 },
			],
		});
	await room.moveTo('reviewing');
});

describe('the additions', () => {
	it('come by falling consequence with what was decided and what the measurement suggests', async () => {
		const { additions } = await review();
		expect(additions.map((a) => a.id)).toEqual(['other-way', 'chose', 'log']);
		expect(additions[0]).toMatchObject({
			decided: 'Go left',
			suggestedLink: 'contradicts',
			label: null,
			link: null,
		});
		expect(additions[1]).toMatchObject({ decided: null, suggestedLink: 'never-decided' });
	});

	it('keep label, link and note, and give them back', async () => {
		expect(await label('log')).toMatchObject({ ok: true });
		expect((await review()).additions.at(-1)).toMatchObject({
			...{ label: 'embellishment', link: 'never-decided', note: 'Nobody needs it.' },
		});
		const none = { label: null, link: null, note: '' };
		await labelOwnAddition(room.deps, { ...at(), additionId: 'log', ...none });
		expect((await review()).additions.at(-1)).toMatchObject(none);
	});

	it('of another author stay untouched', async () => {
		await label('log');
		expect((await review(bob)).additions.every((a) => a.label === null)).toBe(true);
		expect(await label('unknown')).toMatchObject({ reason: 'no-such-thing' });
	});

	it('cannot be labelled before, after, in a pause, or by an observer', async () => {
		const olga = await room.guest('Olga', 'observer');
		expect(await label('log', olga)).toMatchObject({ reason: 'observer-cannot-write' });
		await room.command({ type: 'pause', reason: 'the projector' });
		room.now += LIMITS.round.graceMs + 1;
		expect(await label('log')).toMatchObject({ reason: 'paused' });
		await room.command({ type: 'resume' });
		await room.moveTo('presenting');
		room.now += LIMITS.round.graceMs + 1;
		expect((await label('log')).ok).toBe(false);
	});
});

describe('a prediction', () => {
	it('came true by an addition of the own build only, and can be taken back', async () => {
		const [prediction] = (await review()).predictions;
		const judge = (additionId: string | null, identity = ada) =>
			judgeOwnPrediction(room.deps, { ...at(identity), predictionId: prediction!.id, additionId });
		expect(await judge('nothing-there')).toMatchObject({ reason: 'no-such-thing' });
		expect(await judge('log', bob)).toMatchObject({ reason: 'no-such-thing' });
		expect((await review()).predictions[0]?.additionId).toBeNull();
		expect(await judge('log')).toMatchObject({ ok: true });
		expect((await review()).predictions[0]?.additionId).toBe('log');
		await judge(null);
		expect((await review()).predictions[0]?.additionId).toBeNull();
	});
});

describe('being done', () => {
	it('needs a label on every addition, names the open ones, and is told once', async () => {
		await label('log');
		const refused = await finishReview(room.deps, { ...at(), done: true });
		expect(refused).toMatchObject({
			reason: 'unlabelled-additions',
			detail: { open: ['other-way', 'chose'] },
		});
		await label('other-way');
		await label('chose');
		for (let i = 0; i < 2; i++)
			expect((await finishReview(room.deps, { ...at(), done: true })).ok).toBe(true);
		const told = (await room.events()).filter((e) => e.type === 'entry.finished' && e.phase === 'reviewing');
		expect(told).toEqual([
			{ type: 'entry.finished', participantId: ada.participantId, phase: 'reviewing', finished: true },
		]);
		await finishReview(room.deps, { ...at(), done: false });
		expect((await review()).doneAt).toBeNull();
	});

	it('is possible without a build', async () => {
		await db.current.prisma.build.updateMany({
			where: { entry: { participantId: ada.participantId } },
			data: { outcome: 'infra_error' },
		});
		expect((await review()).build).toBeNull();
		expect(await finishReview(room.deps, { ...at(), done: true })).toMatchObject({ ok: true });
	});
});

import { beforeEach, describe, expect, it } from 'vitest';
import { createRoom, type TestRoom } from '../../../../../tests/room.ts';
import { useTestDatabase } from '../../../../../tests/test-database.ts';
import { LIMITS } from '../../../domain/limits.ts';
import { ask, listQuestions } from './ask.ts';

const db = useTestDatabase();
let room: TestRoom;
let ada: Awaited<ReturnType<TestRoom['guest']>>;

beforeEach(async () => {
	room = await createRoom(db.current);
	ada = await room.guest('Ada');
});

const put = (question: string, identity = ada) => ask(room.deps, { code: room.code, identity, question });
const list = async (identity = ada) => {
	const listed = await listQuestions(room.deps, { code: room.code, identity });
	if (!listed.ok) throw new Error(listed.reason);
	return listed.value;
};

describe('a question', () => {
	it('may be asked from the lobby to predicting, and not once the build has begun', async () => {
		for (const phase of ['lobby', 'briefing', 'writing', 'deciding', 'predicting']) {
			await room.moveTo(phase);
			expect((await put(`in ${phase}`)).ok).toBe(true);
			room.now += LIMITS.rates.clarificationPerParticipant.windowMs;
		}
		await room.moveTo('building');
		expect(await put('too late')).toMatchObject({ reason: 'wrong-phase' });
		expect(await list()).toHaveLength(5);
	});

	it('is private: others learn neither its words nor that it was asked', async () => {
		await put('What of a seller without a wallet?');
		const bob = await room.guest('Bob');
		expect(await list(bob)).toEqual([]);
		expect(await list()).toMatchObject([{ mine: true, askedBy: null, answer: null }]);
	});

	it('is limited in rate and number', async () => {
		const { tries, windowMs } = LIMITS.rates.clarificationPerParticipant;
		for (let i = 0; i < tries; i++) expect((await put(`q${i}`)).ok).toBe(true);
		expect(await put('too fast')).toMatchObject({ reason: 'rate-limited' });
		for (let i = tries; i < LIMITS.counts.clarificationsPerParticipant; i++) {
			room.now += windowMs;
			expect((await put(`q${i}`)).ok).toBe(true);
		}
		room.now += windowMs;
		expect(await put('one too many')).toMatchObject({ reason: 'too-many' });
	});
});

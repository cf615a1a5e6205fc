import { beforeEach, describe, expect, it } from 'vitest';
import { giveBuild, type Built } from '../../../../../tests/judging.ts';
import { createRoom, type TestRoom } from '../../../../../tests/room.ts';
import { useTestDatabase } from '../../../../../tests/test-database.ts';
import { voteSchema, type Vote } from '../../../contract/ballot.ts';
import { LIMITS } from '../../../domain/limits.ts';
import { enterRoom } from '../room.ts';
import { viewOutputFile } from './output-file.ts';
import { viewPresenting } from './presenting.ts';
import { viewBallots, vote } from './voting.ts';

const db = useTestDatabase();
let room: TestRoom;
type Guest = Awaited<ReturnType<TestRoom['guest']>>;
let guests: Guest[];
let built: Built[];

const at = (identity: Guest) => ({ code: room.code, identity });
async function ballots(identity: Guest) {
	const view = await viewBallots(room.deps, at(identity));
	if (!view.ok) throw new Error(view.reason);
	return view.value;
}
const mark = (identity: Guest, alias: string, given: Vote = { impression: 3 }) =>
	vote(room.deps, { ...at(identity), alias, vote: given });
const rubric: Vote = { rubric: { coverage: 2, alignment: null, skeleton: 4 }, comment: 'Clear.' };
const inform = () => room.command({ type: 'openInformed', expectedPhase: 'voting' });
const enter = async (identity: Guest) => {
	const entered = await enterRoom(room.deps, { ...at(identity), surface: 'participant' });
	if (!entered.ok) throw new Error(entered.reason);
	return entered.value;
};

beforeEach(async () => {
	room = await createRoom(db.current);
	guests = [];
	for (const name of ['Ada', 'Bob', 'Cy', 'Di']) guests.push(await room.guest(name));
	await room.moveTo('building');
	room.now += LIMITS.round.graceMs + 1;
	built = [];
	for (const [i, guest] of guests.entries())
		built.push(await giveBuild(db.current, guest.participantId, { failed: i, additions: [{ id: 'a' }] }));
});

describe('presenting', () => {
	it('shows one entry at a time by its label, every entry once, in an order drawn at random', async () => {
		await room.moveTo('presenting');
		const watcher = await room.guest('Olga', 'observer');
		const seen: string[] = [];
		for (let i = 0; i < guests.length; i++) {
			const view = await viewPresenting(room.deps, await enter(watcher));
			if (!view.ok) throw new Error(view.reason);
			const { position, of, current } = view.value;
			expect({ position, of }).toEqual({ position: i, of: guests.length });
			expect(current).toMatchObject({ author: null, measured: null, own: false });
			expect(JSON.stringify(view.value)).not.toMatch(/Ada|Bob|secret|Secret/);
			seen.push(current!.alias);
			if (i + 1 < guests.length)
				await room.command({ type: 'presentNext', expectedIndex: i, entries: guests.length });
		}
		expect(seen.toSorted()).toEqual(built.map((b) => b.alias).toSorted());
	});

	it('opens files of entries already shown, only listed ones, and none of those to come', async () => {
		await room.moveTo('presenting');
		const olga = await room.guest('Olga', 'observer');
		const view = await viewPresenting(room.deps, await enter(olga));
		const current = view.ok ? view.value.current!.alias : '';
		const open = async (alias: string, path: string) =>
			viewOutputFile({ ...room.deps, artifactsDir: '/nowhere' }, await enter(olga), { alias, path });
		const later = built.find((b) => b.alias !== current)!.alias;
		for (const [alias, path] of [
			[later, 'main.py'],
			[current, '../../etc/passwd'],
			[current, '/etc/passwd'],
		] as const)
			expect(await open(alias, path)).toMatchObject({ reason: 'no-such-thing' });
	});
});

describe('a ballot', () => {
	beforeEach(() => room.moveTo('voting'));

	it('shows every other entry, blind and without any result, and never the own one', async () => {
		for (const [i, guest] of guests.entries()) {
			const view = await ballots(guest);
			expect(view.ballots.map((b) => b.alias).toSorted()).toEqual(
				built
					.filter((_, j) => j !== i)
					.map((b) => b.alias)
					.toSorted(),
			);
			expect(view).toMatchObject({ half: 'impression', left: 3 });
			const text = JSON.stringify(view);
			for (const leak of ['Ada', 'Bob', 'Secret', 'secret', 'participantId', 'Addition a'])
				expect(text).not.toContain(leak);
		}
		const orders = await Promise.all(
			guests.map(async (g) => (await ballots(g)).ballots.map((b) => b.alias).join()),
		);
		expect(new Set(orders).size).toBe(guests.length);
	});

	it('refuses a vote for oneself, for a label that is not there, and for another round', async () => {
		const [ada] = guests;
		expect(await mark(ada!, built[0]!.alias)).toMatchObject({ reason: 'no-self-vote' });
		expect(await mark(ada!, 'Z99')).toMatchObject({ reason: 'no-such-thing' });
		const elsewhere = await createRoom(db.current);
		const stranger = await elsewhere.guest('Eve');
		expect(await mark(stranger, built[1]!.alias)).toMatchObject({ reason: 'not-in-competition' });
	});

	it('keeps first impression and rubric apart: each counts only in its half', async () => {
		const [ada] = guests;
		const other = built[1]!.alias;
		expect(await mark(ada!, other, rubric)).toMatchObject({ reason: 'rubric-not-open' });
		expect(await mark(ada!, other)).toMatchObject({ ok: true, value: { left: 2 } });
		expect(await mark(ada!, other, { impression: 1 })).toMatchObject({ ok: true, value: { left: 2 } });
		await inform();
		expect(await mark(ada!, other)).toMatchObject({ reason: 'first-impression-closed' });
		expect(await mark(ada!, other, rubric)).toMatchObject({ ok: true });
		expect((await ballots(ada!)).ballots.find((b) => b.alias === other)).toMatchObject({
			impression: 1,
			...rubric,
		});
	});

	it('opens the check results with the rubric, still blind and without names of hidden checks', async () => {
		await inform();
		const view = await ballots(guests[0]!);
		expect(view).toMatchObject({ half: 'rubric', left: 3 });
		const other = view.ballots.find((b) => b.alias === built[2]!.alias)!;
		expect(other.entry.measured).toMatchObject({ passed: 2, failed: 2 });
		expect(other.entry.author).toBeNull();
		expect(JSON.stringify(view)).not.toMatch(/Secret|secret|Ada|Bob/);
	});

	it('tells what the analyser read in a spec only together with the check results', async () => {
		built[1] = await giveBuild(db.current, guests[1]!.participantId, { textDecides: { first: 'left' } });
		const shown = async () =>
			(await ballots(guests[0]!)).ballots.find((b) => b.alias === built[1]!.alias)?.entry.decisions[0];
		expect(await shown()).toMatchObject({ choice: null, decidedBy: null, quote: null });
		await inform();
		expect(await shown()).toMatchObject({ choice: { alternativeId: 'left' }, decidedBy: 'text' });
	});

	it('can be changed until the vote closes, and says once that somebody is through', async () => {
		const [ada] = guests;
		for (const { alias } of built.slice(1)) await mark(ada!, alias);
		await mark(ada!, built[1]!.alias, { impression: 0 });
		const told = (await room.events()).filter((e) => e.type === 'entry.finished' && e.phase === 'voting');
		expect(told).toHaveLength(1);
		await room.moveTo('results');
		room.now += LIMITS.round.graceMs + 1;
		expect(await mark(ada!, built[1]!.alias)).toMatchObject({ reason: 'wrong-phase' });
	});

	it('is drawn for observers and for who comes late, who sees the least shown entries too', async () => {
		const late = await room.guest('Late');
		const olga = await room.guest('Olga', 'observer');
		for (const guest of [late, olga]) {
			expect((await ballots(guest)).ballots).toHaveLength(guests.length);
			expect(await mark(guest, built[0]!.alias)).toMatchObject({ ok: true });
		}
		const again = (await ballots(olga)).ballots.map((b) => b.alias);
		expect((await ballots(olga)).ballots.map((b) => b.alias)).toEqual(again);
	});

	it('keeps what was said when two answers of one voter arrive at once', async () => {
		const [ada] = guests;
		const answers = await Promise.all(
			built.slice(1).map(({ alias }, i) => mark(ada!, alias, { impression: i })),
		);
		expect(answers.every((a) => a.ok)).toBe(true);
		expect((await ballots(ada!)).left).toBe(0);
	});
});

it('a vote is whole points from 0 to 4, and a rubric has all three criteria', () => {
	for (const impression of [-1, 5, 2.5, Number.NaN, '3'])
		expect(voteSchema.safeParse({ impression }).success).toBe(false);
	expect(voteSchema.safeParse({ rubric: { coverage: 1, alignment: 1 } }).success).toBe(false);
	expect(
		voteSchema.safeParse({ impression: 1, rubric: { coverage: 1, alignment: 1, skeleton: 1 } }).success,
	).toBe(false);
	expect(voteSchema.safeParse({ rubric: { coverage: 1, alignment: null, skeleton: 1 } }).success).toBe(true);
});

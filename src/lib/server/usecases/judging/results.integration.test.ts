import { beforeEach, describe, expect, it } from 'vitest';
import { createFacilitated, type Facilitated } from '../../../../../tests/facilitator.ts';
import { giveBuild, SPEC, type Built } from '../../../../../tests/judging.ts';
import { useTestDatabase } from '../../../../../tests/test-database.ts';
import { resultsFileSchema, type ResultsView } from '../../../contract/results.ts';
import { LIMITS } from '../../../domain/limits.ts';
import { viewDebrief } from './debrief.ts';
import { exportRoom } from './export.ts';
import { contestMark, viewContests, viewOwnComments, viewOwnMarks } from './own-marks.ts';
import { viewResults } from './results.ts';
import { viewBallots, vote } from './voting.ts';

const db = useTestDatabase();
let room: Facilitated;
type Guest = Awaited<ReturnType<Facilitated['guest']>>;
let guests: Guest[];
let built: Built[];

const NAMES = ['Ada', 'Bob', '=HYPERLINK("x")'];
const at = (identity: Guest) => ({ code: room.code, identity });
const enter = (identity: Guest) => room.enter(identity, 'participant');
async function results(identity: Guest): Promise<ResultsView> {
	const view = await viewResults(room.deps, await enter(identity));
	if (!view.ok) throw new Error(view.reason);
	return view.value;
}
const ok = <T>(result: { ok: true; value: T } | { ok: false; reason: string }): T => {
	if (!result.ok) throw new Error(result.reason);
	return result.value;
};
const reveal = (expectedRevealed: number) =>
	room.command({ type: 'revealNext', expectedRevealed, entries: 3 });
async function exported(format: 'json' | 'csv' | 'madr' | 'bundle', identity?: Guest) {
	return exportRoom(room.deps, await (identity ? enter(identity) : room.enter()), format);
}

/** Ada is best by the checks, Bob at a glance; the third has no build that counts. */
beforeEach(async () => {
	room = await createFacilitated(db.current);
	guests = [];
	for (const name of NAMES) guests.push(await room.guest(name));
	await room.moveTo('building');
	room.now += LIMITS.round.graceMs + 1;
	const points = { coverage: 4, alignment: 4, skeleton: 3 };
	built = [
		await giveBuild(db.current, guests[0]!.participantId, { scores: points }),
		await giveBuild(db.current, guests[1]!.participantId, {
			...{
				behaviour: { first: 'right', second: null },
				failed: 2,
				scores: { coverage: 1, alignment: 0, skeleton: 1 },
			},
			spec: `${SPEC}\n\n<script>alert(1)</script> [x](javascript:alert(1))`,
		}),
		await giveBuild(db.current, guests[2]!.participantId, { outcome: 'infra_error' }),
	];
	await room.moveTo('voting');
	for (const guest of guests)
		for (const { alias } of ok(await viewBallots(room.deps, at(guest))).ballots)
			ok(
				await vote(room.deps, {
					...at(guest),
					alias,
					vote: { impression: alias === built[1]!.alias ? 4 : 1 },
				}),
			);
});

describe('results', () => {
	it('are nobody\u2019s before their phase, also not the facilitator\u2019s', async () => {
		expect(await viewResults(room.deps, await enter(guests[0]!))).toMatchObject({
			reason: 'not-visible-yet',
		});
		expect(await viewResults(room.deps, await room.enter())).toMatchObject({ reason: 'not-visible-yet' });
	});

	it('come one by one from last to first, and nothing of the others before', async () => {
		await room.moveTo('results');
		expect(await results(guests[0]!)).toMatchObject({ revealed: 0, of: 3, standings: [], rubricWinners: [] });
		await reveal(0);
		const first = await results(guests[0]!);
		expect(first.standings.map((s) => s.author)).toEqual([NAMES[2]]);
		expect(first.standings[0]).toMatchObject({ notScored: 'no-counting-build', total: null, rank: null });
		await reveal(1);
		const second = await results(guests[1]!);
		expect(second.standings.map((s) => s.author)).toEqual(['Bob', NAMES[2]]);
		expect(second).toMatchObject({ complete: false, crowdFavourites: [], rubricWinners: [] });
		expect(JSON.stringify(second)).not.toContain('Ada');
		expect(JSON.stringify(second)).not.toContain(built[0]!.alias);
		await reveal(2);
		expect((await results(guests[0]!)).complete).toBe(true);
	});

	it('put rubric and crowd side by side, name the gap, and say where each value is from', async () => {
		await room.moveTo('results');
		for (let i = 0; i < 3; i++) await reveal(i);
		const view = await results(guests[0]!);
		expect(view).toMatchObject({ crowdFavourites: [built[1]!.alias], rubricWinners: [built[0]!.alias] });
		const [ada, bob] = view.standings;
		expect(ada).toMatchObject({
			own: true,
			rank: 1,
			crowd: { rank: 2 },
			gap: { name: 'better-than-it-looks' },
		});
		expect(bob).toMatchObject({
			own: false,
			rank: 2,
			crowd: { rank: 1, mean: 4 },
			gap: { name: 'looks-complete' },
		});
		expect(ada?.criteria.coverage).toMatchObject({ value: 4, basis: 'check', check: 4 });
		expect(ada?.criteria.coverage.evidence[0]?.quote).toBe(SPEC.slice(0, 20));
		expect(bob?.checks).toMatchObject({ passed: 2, failed: 2 });
	});

	it('let people have the last word, and keep what the check said beside it', async () => {
		await room.command({ type: 'openInformed', expectedPhase: 'voting' });
		const given = { rubric: { coverage: 1, alignment: null, skeleton: 2 }, comment: 'Thin.' };
		ok(await vote(room.deps, { ...at(guests[1]!), alias: built[0]!.alias, vote: given }));
		await room.moveTo('debrief');
		const ada = (await results(guests[1]!)).standings.find((s) => s.author === 'Ada');
		expect(ada?.criteria.coverage).toMatchObject({ value: 1, basis: 'people', check: 4 });
		expect(ada?.criteria.alignment.people).toMatchObject({ raters: 0, cannotTell: 1 });
		expect(ada?.raters).toBe(1);
		expect(ok(await viewOwnComments(room.deps, at(guests[0]!)))).toEqual(['Thin.']);
		expect(ok(await viewOwnComments(room.deps, at(guests[1]!)))).toEqual([]);
	});
});

it('counts what only the text decides as decided there, and quotes it: results, debrief, records', async () => {
	const [ada] = guests;
	const quote = SPEC.split('\n')[2];
	built[0] = await giveBuild(db.current, ada!.participantId, { textDecides: { first: 'left' } });
	await room.moveTo('debrief');
	const standing = (await results(ada!)).standings.find((s) => s.author === 'Ada');
	expect(standing?.alignment).toMatchObject([
		{ choicePointId: 'first', status: 'honoured', decidedBy: 'text', decidedAlternativeId: 'left', quote },
		{ choicePointId: 'second', status: 'agent-chose-undecided', decidedBy: null, quote: null },
	]);
	expect(standing?.criteria.alignment).toMatchObject({
		check: 2,
		evidence: [
			{ text: expect.stringContaining('decided in the text, not in the record'), quote },
			{ quote: null },
		],
	});
	const view = ok(await viewDebrief(room.deps, await enter(ada!)));
	expect(view.points[0]).toMatchObject({ inText: 1, undecided: 2, unprompted: 1 });
	expect(view.entries.find((e) => e.author === 'Ada')).toMatchObject({ decided: 1, inText: 1, undecided: 1 });
	const { files } = ok(await exported('bundle', ada));
	const record = files.find((f) => f.path.endsWith(`${built[0]!.alias}/0001-first.md`));
	for (const text of [record?.content, files.find((f) => f.path === 'index.html')?.content])
		expect(text).toContain('decided in the text, not in the record');
});

it('scores what the text decides also where nobody was asked', async () => {
	const quiet = await createFacilitated(db.current, { placement: 'off' });
	const guest = await quiet.guest('Ada');
	await quiet.moveTo('building');
	quiet.now += LIMITS.round.graceMs + 1;
	await giveBuild(db.current, guest.participantId, { textDecides: { first: 'left', second: 'right' } });
	await quiet.moveTo('debrief');
	const view = await viewResults(quiet.deps, await quiet.enter(guest, 'participant'));
	expect(ok(view).standings[0]?.criteria.alignment.check).toBe(4);
});

describe('the debrief', () => {
	it('waits for its phase', async () => {
		await room.moveTo('results');
		expect(await viewDebrief(room.deps, await room.enter())).toMatchObject({ reason: 'not-visible-yet' });
	});

	it('counts every entry at every fork', async () => {
		await room.moveTo('debrief');
		const view = ok(await viewDebrief(room.deps, await enter(guests[0]!)));
		for (const point of view.points) expect(point.flow.reduce((sum, cell) => sum + cell.count, 0)).toBe(3);
		expect(view.points[0]).toMatchObject({
			undecided: 3,
			delegated: 0,
			agentChose: { surfaced: 0, silent: 2 },
		});
		expect(view.team).toMatchObject({ total: 6, undecided: 6, decidedShare: 0 });
		expect(view.passages.length).toBeGreaterThan(0);
	});
});

describe('marks on one\u2019s own spec', () => {
	it('belong to their author, can be contested and taken back, and reach the facilitator in the debrief', async () => {
		const [ada, bob] = guests;
		const { units } = ok(await viewOwnMarks(room.deps, at(ada!)));
		const unit = units.find((u) => u.class === 'decision')!;
		expect(unit.text).toContain('retry three times');
		const { start, end } = unit;
		expect(
			await contestMark(room.deps, { ...at(ada!), start, end: end + 1, claimed: 'other' }),
		).toMatchObject({
			reason: 'no-such-thing',
		});
		ok(await contestMark(room.deps, { ...at(ada!), start, end, claimed: 'description' }));
		expect(ok(await viewOwnMarks(room.deps, at(bob!))).units.every((u) => u.claimed === null)).toBe(true);
		expect(await viewContests(room.deps, await room.enter())).toMatchObject({ reason: 'not-visible-yet' });
		await room.moveTo('debrief');
		expect(ok(await viewContests(room.deps, await room.enter()))).toMatchObject([
			{ author: 'Ada', given: 'decision', claimed: 'description' },
		]);
		expect(await viewContests(room.deps, await enter(bob!))).toMatchObject({ reason: 'not-facilitator' });
		ok(await contestMark(room.deps, { ...at(ada!), start, end, claimed: null }));
		expect(ok(await viewContests(room.deps, await room.enter()))).toEqual([]);
	});
});

describe('an export', () => {
	it('in the middle of the round is valid and tells nothing that is not revealed', async () => {
		const file = resultsFileSchema.parse(JSON.parse(String(ok(await exported('json')).content)));
		expect(file).toMatchObject({ results: { revealed: 0, standings: [] }, debrief: null });
		for (const { path, content } of ok(await exported('bundle')).files) {
			if (path !== 'audit.csv')
				for (const leak of ['Ada', 'Bob', 'HYPERLINK']) expect(content, path).not.toContain(leak);
			expect(path).not.toBe('ballots.csv');
		}
		await room.moveTo('results');
		await reveal(0);
		const partly = ok(await exported('csv')).content;
		expect(partly).toContain('HYPERLINK');
		expect(partly).not.toContain('Bob');
	});

	it('has the whole round in the debrief: by schema, with ballots without voters and the audit log', async () => {
		await room.moveTo('debrief');
		const files = new Map(ok(await exported('bundle')).files.map((f) => [f.path, f.content]));
		expect([...files.keys()].filter((path) => !path.startsWith('decisions/'))).toEqual([
			...['index.html', 'results.json', 'standings.csv', 'ballots.csv', 'audit.csv'],
		]);
		const file = resultsFileSchema.parse(JSON.parse(files.get('results.json')!));
		expect(file.results.standings).toHaveLength(3);
		expect(file.debrief?.points).toHaveLength(2);
		expect(files.get('ballots.csv')).not.toMatch(/Ada|Bob/);
		for (const guest of guests) expect(files.get('ballots.csv')).not.toContain(guest.participantId);
		expect(files.get(`decisions/${built[0]!.alias}/0001-first.md`)).toContain('Nobody decided');
	});

	it('makes nothing run: no formula in a table, no markup in the page', async () => {
		await room.moveTo('debrief');
		const files = new Map(ok(await exported('bundle')).files.map((f) => [f.path, f.content]));
		expect(files.get('standings.csv')).toContain(`"'=HYPERLINK(""x"")"`);
		expect(files.get('index.html')).not.toMatch(/<script|href=|src=/i);
		expect(files.get('index.html')).toContain('=HYPERLINK(&quot;x&quot;)');
	});

	it('by a participant carries no audit log; the stage gets none', async () => {
		await room.moveTo('debrief');
		const paths = ok(await exported('bundle', guests[0])).files.map((f) => f.path);
		expect(paths).not.toContain('audit.csv');
		expect(paths).not.toContain('contests.jsonl');
		expect(await exportRoom(room.deps, await room.enter(room.fay, 'stage'), 'json')).toMatchObject({
			ok: false,
		});
	});
});

// What a program can do to its own verdict: nothing. Small programs against a small pack, over the real protocol.
import { describe, expect, it } from 'vitest';
import { verificationSchema } from '#lib/contract/verification.ts';
import { summarise, type Verification } from '#lib/domain/build/verification.ts';
import type { ChallengeRuntime } from './runtime.ts';
import { verifyProgram, type VerifyOptions } from './verify.ts';
import { program } from './world/programs.ts';

interface Sum {
	total: number;
	notes: string[];
}
const ask = { id: 'a', method: 'go', params: {} };
const runtime: ChallengeRuntime<Sum> = {
	world: {
		create: () => ({ total: 0, notes: [] }),
		reads: {},
		effects: {
			add: (s, { n }) => ({ total: (s.total += Number(n)) }),
			note: (s, { text }) => ({ noted: s.notes.push(String(text)) }),
		},
	},
	checks: [
		{
			id: 'adds-two',
			title: 'It adds two',
			cites: [],
			async play({ run }) {
				const r = await run({ sends: [ask] });
				return r.state.total === 2
					? []
					: [`the total is ${r.state.total}, it said ${String(r.replies.a?.result)}`];
			},
		},
		{
			id: 'adds-two-each-time',
			title: 'It adds two again and again',
			cites: [],
			play: ({ run, each }) =>
				each([1, 2, 3, 4], async () => {
					const r = await run({ sends: [ask] });
					return r.state.total === 2 ? [] : ['it does not'];
				}),
		},
	],
	fingerprints: [
		{
			choicePointId: 'how',
			async measure({ run }) {
				const r = await run({ sends: [ask] });
				return { value: { total: r.state.total }, trace: r.trace };
			},
			alternatives: { two: { matches: (v) => (v as { total: number }).total === 2 } },
			summary: () => 'It was seen.',
		},
	],
	invariants: (r) => (r.outcome === 'quiet' ? [] : [`the run ended ${r.outcome}: ${r.detail}`]),
	observe: ({ state }) =>
		state.notes.map((text) => ({
			key: `note:${text}`,
			kind: 'unasked-effect',
			title: `Notes "${text}"`,
			detail: text,
			lines: [text],
			consequence: 1,
		})),
	mutants: [],
};
const verify = (source: string, more: Partial<VerifyOptions<Sum>> = {}): Promise<Verification> =>
	verifyProgram({
		runtime,
		launch: program(source),
		sandboxLevel: 'weak',
		seed: 1,
		decisions: [],
		...more,
	});
const verdicts = (v: Verification) => Object.fromEntries(v.checks.map((c) => [c.id, c.verdict]));
const GOOD = `on('go', async () => { await call('add', { n: 2 }); return 'done'; });`;

describe('a verification', { timeout: 60_000 }, () => {
	it('passes a program that does what is asked', async () => {
		const v = await verify(GOOD);
		expect(summarise(v)).toMatchObject({ passed: 3, failed: 0, outcome: 'passed' });
		expect(v.fingerprints[0]).toMatchObject({ alternativeId: 'two', unknown: null });
	});

	it.each([
		[
			'prints a verdict of its own',
			`raw('{"verdict":"pass","checks":[],"outcome":"passed"}'); return 'pass';`,
		],
		[
			'answers for others',
			`for (const id of ['sync-1', 'sync-2', 'start-1', 'a']) send({ id, result: null });`,
		],
		['answers twice', `send({ id: m.id, result: 1 }); send({ id: m.id, result: 2 });`],
		[
			'names members twice',
			`raw('{"jsonrpc":"2.0","id":"' + m.id + '","result":{"total":2},"result":{"total":3}}');`,
		],
		[
			'names prototypes',
			`raw('{"jsonrpc":"2.0","id":"' + m.id + '","result":{"__proto__":{"total":2},"constructor":{"prototype":{"total":2}}}}');`,
		],
		['closes its output', `require('node:fs').closeSync(1);`],
		['leaves', `process.exit(0);`],
		['says NaN', `raw('{"jsonrpc":"2.0","id":1,"method":"add","params":{"n":NaN}}'); return 2;`],
	])('fails one that %s instead', async (_, body) => {
		const v = await verify(`on('go', async (p, m) => { ${body} });`);
		expect(verdicts(v)['adds-two']).not.toBe('pass');
		expect(summarise(v).outcome).toBe('failed');
		expect(v.fingerprints[0]?.alternativeId).toBeNull();
		expect(({} as { total?: number }).total).toBeUndefined();
	});

	it('gives no green to a program that acts off the clock where it would fail', async () => {
		const v = await verify(
			`on('go', async (p, m) => { setTimeout(() => send({ id: m.id, result: 1 }), 30); });`,
		);
		expect(verdicts(v)).toMatchObject({ 'adds-two': 'not-applicable' });
		expect(v.fingerprints[0]?.unknown).toContain('off the clock');
		expect(summarise(v).outcome).toBe('failed');
	});

	it('fails the protocol of a program that never answers start, and repeats its last words', async () => {
		const v = await verify(`console.error('TypeError: no such thing'); process.exit(3);`);
		expect(verdicts(v)).toEqual({
			'adds-two': 'fail',
			'adds-two-each-time': 'fail',
			'keeps-the-protocol': 'fail',
		});
		expect(v.checks[0]?.why).toContain('it wrote to stderr: "TypeError: no such thing"');
		expect(v.checks.at(-1)?.why).toEqual(['it never answered start']);
	});

	it('keeps only what can be stored and shown, whatever the program says', async () => {
		const v = await verify(`on('go', async () => {
			for (const text of ['a\\u0000b', '\\ud800', '\\u001b[2J\\u0007', 'x'.repeat(5000)]) await call('note', { text, ['k\\u0000']: 1 });
			return '\\u0000\\ud800\\u001b'; });`);
		const text = JSON.stringify(v);
		expect(text).not.toMatch(/\\u00(?:0|1)|\\ud8/);
		expect(Math.max(...v.observations.map((o) => o.title.length))).toBeLessThanOrEqual(160);
		expect(v.checks[0]?.why[0]?.length).toBeLessThanOrEqual(500);
		expect(verificationSchema.safeParse(v).success).toBe(true);
	});

	it('lists no more findings than a person can go through', async () => {
		const v = await verify(
			`let n = 0; on('go', async () => { for (let i = 0; i < 60; i++) await call('note', { text: 'n' + n++ }); });`,
		);
		expect(v.observations).toHaveLength(40);
	});

	it.each([
		['hung three times', `on('go', async () => { for (;;); });`, { runOptions: { limits: { turnMs: 300 } } }],
		[
			'took more than 1 s in all',
			`on('go', async () => { for (;;) { await call('timer.after', { ms: 1 }); for (const end = Date.now() + 50; Date.now() < end;); } });`,
			{ programWallMs: 1000 },
		],
	])('stops when a program %s, and passes nothing it has not run to its end', async (why, body, more) => {
		const v = await verify(body, { lanes: 1, ...more });
		expect(verdicts(v)).toMatchObject({ 'adds-two': 'fail', 'adds-two-each-time': 'fail' });
		expect(v.checks[1]?.why.join()).toContain(why);
		expect(v.fingerprints[0]?.unknown).toContain(why);
	});

	it('passes no check that was cut short', async () => {
		const slow = `on('go', async () => { await call('add', { n: 2 }); for (const end = Date.now() + 250; Date.now() < end;); return 1; });`;
		const v = await verify(slow, { only: 'checks', checkIds: ['adds-two-each-time'], programWallMs: 400 });
		expect(verdicts(v)['adds-two-each-time']).toBe('fail');
	});
});

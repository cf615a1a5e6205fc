import { describe, expect, it } from 'vitest';
import { Refuse, RESTART, run, VerifierError, type Scenario, type World } from './kit.ts';
import { program } from './programs.ts';

interface Counter {
	total: number;
	adds: number[];
}
const counter: World<Counter> = {
	create: () => ({ total: 0, adds: [] }),
	reads: { total: (s) => ({ total: s.total }) },
	effects: {
		add: (s, p) => {
			if (typeof p.n !== 'number') throw new Refuse('bad_request', 'n must be a number');
			s.total += p.n;
			s.adds.push(p.n);
			return { total: s.total };
		},
		broken: () => {
			throw new Error('a mistake in the world');
		},
	},
};
const ask = (id: string, more: object = {}): Scenario['sends'][number] => ({
	id,
	method: 'go',
	params: { id },
	...more,
});
const play = (source: string, scenario: Partial<Scenario> = {}, options = {}) =>
	run(counter, program(source), { seed: 3, sends: [ask('a')], ...scenario }, options);

describe('a run', { timeout: 60_000 }, () => {
	it('is quiet when everything is answered, and time passes by calls and timers only', async () => {
		const r =
			await play(`on('go', async () => { await call('add', { n: 2 }); await call('timer.after', { ms: 30000 });
			return (await call('clock.now')).result.now; });`);
		expect(r.outcome).toBe('quiet');
		expect(r.state.total).toBe(2);
		expect(r.replies.a?.result).toBe(30_002);
		expect([r.offClock, r.noise, r.violations]).toEqual([0, [], []]);
	});

	it('sends no request before start is answered', async () => {
		const r = await play(`on('start', async () => { await call('timer.after', { ms: 500 }); return null; });
			on('go', async () => now);`);
		expect(r.replies.a?.result).toBe(500);
	});

	it('applies the effect of a ref once, refuses other params, and keeps methods apart', async () => {
		const r = await play(`on('go', async () => [
			(await call('add', { n: 1, ref: 'x' })).result, (await call('add', { ref: 'x', n: 1 })).result,
			(await call('add', { n: 2, ref: 'x' })).error.data.kind, (await call('store.put', { key: 'k', value: 1, ref: 'x' })).result ]);`);
		expect(r.replies.a?.result).toEqual([{ total: 1 }, { total: 1 }, 'conflict', { version: 1 }]);
		expect(r.state.adds).toEqual([1]);
	});

	it('keeps versions, lists by prefix and refuses a stale write', async () => {
		const r = await play(`on('go', async () => {
			await call('store.put', { key: 'p/b', value: { x: 1 } }); await call('store.put', { key: 'p/a', value: null, ifVersion: 0 });
			const stale = await call('store.put', { key: 'p/b', value: 2, ifVersion: 0 });
			return [stale.error.data.kind, (await call('store.get', { key: 'none' })).result, (await call('store.list', { prefix: 'p/' })).result.entries]; });`);
		expect(r.replies.a?.result).toEqual([
			'conflict',
			{ value: null, version: 0 },
			[
				{ key: 'p/a', value: null, version: 1 },
				{ key: 'p/b', value: { x: 1 }, version: 1 },
			],
		]);
	});

	it('answers every call, also the senseless ones', async () => {
		const r = await play(`on('go', async () => { const kinds = [];
			for (const [m, p] of [['nothing', {}], ['constructor', {}], ['add', { n: 'x' }], ['add', [1]], ['timer.after', {}], ['store.get', {}]])
				{ const { error } = await call(m, p); kinds.push(error.data?.kind ?? error.code); } return kinds; });`);
		expect(r.replies.a?.result).toEqual([
			-32601,
			-32601,
			'bad_request',
			'bad_request',
			'bad_request',
			'bad_request',
		]);
	});

	it('ignores unknown members and answers to nothing open, and serves an answer that comes twice', async () => {
		const r =
			await play(`on('go', async (p, m) => { raw(JSON.stringify({ jsonrpc: '2.0', id: 'nobody', result: 1 }));
			send({ id: m.id, result: 'first', more: 1 }); send({ id: m.id, result: 'second' }); });`);
		expect(r.replies.a?.result).toBe('first');
		expect([r.outcome, r.violations]).toEqual(['quiet', []]);
	});

	it('notes batches, notifications, reused and unusable ids, and goes on', async () => {
		const r = await play(`on('go', async () => {
			raw(JSON.stringify([{ jsonrpc: '2.0', id: 1, method: 'total' }])); raw(JSON.stringify({ jsonrpc: '2.0', method: 'total' }));
			raw(JSON.stringify({ jsonrpc: '2.0', id: 1.5, method: 'total' })); send({ id: 'z'.repeat(101), method: 'total' });
			send({ id: 77, method: 'total' }); send({ id: 77, method: 'total' }); return 'done'; });`);
		expect(r.replies.a?.result).toBe('done');
		expect(r.violations.map((v) => v.split(':')[0])).toEqual([
			'a batch',
			'a notification',
			'a call without a usable id',
			'a call without a usable id',
			'an id that is still open',
		]);
	});

	it('takes ids of any integer and gives them back as they were', async () => {
		const r = await play(`on('go', async () => {
			const seen = []; process.stdin.on('data', (d) => seen.push(String(d)));
			raw('{"jsonrpc":"2.0","id":12345678901234567890,"method":"add","params":{"n":1,"id":3}}');
			raw('{"jsonrpc":"2.0","id":-7,"method":"add","params":{"n":1}}');
			raw('{"jsonrpc":"2.0","id":1' + '0'.repeat(100) + ',"method":"add","params":{"n":1}}');
			await call('timer.after', { ms: 10 });
			return seen.join('').split('\\n').filter((l) => /total/.test(l)).map((l) => /"id":([^,]+)/.exec(l)[1]); });`);
		expect(r.replies.a?.result).toEqual(['12345678901234567890', '-7']);
		expect(r.violations.map((v) => v.split(':')[0])).toEqual(['a call without a usable id']);
	});

	it.each([
		['an error', `{ error: { code: -32601, message: 'unknown' } }`],
		['another result', `{ result: 'done' }`],
	])('notes a sync that is answered with %s, and goes on', async (_, body) => {
		const r = await play(`answerSync = false;
			require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
				const m = JSON.parse(line); if (m.method === 'sync') setImmediate(() => send({ id: m.id, ...${body} })); });
			on('go', async () => 'done');`);
		expect(r.replies.a?.result).toBe('done');
		expect(r.violations[0]).toContain('sync answered with something else than null');
	});

	it('bears up to 200 lines that are no message and kills beyond', async () => {
		const noisy = (n: number): string =>
			`on('go', async () => { for (let i = 0; i < ${n}; i++) raw('debug ' + i); return 1; });`;
		const fine = await play(noisy(200));
		expect([fine.outcome, fine.noise.length]).toEqual(['quiet', 20]);
		expect((await play(noisy(201))).detail).toContain('too-much-noise');
	});

	it.each([
		['a line too long', `raw('x'.repeat(300 * 1024));`, 'line-too-long'],
		[
			'too much output',
			`for (let i = 0; i < 90; i++) raw(JSON.stringify('x'.repeat(100 * 1024)));`,
			'too-much-',
		],
		['more than 200 calls in a turn', `for (let i = 0; i < 201; i++) call('total', {});`, 'flood'],
		['no answer to sync', `answerSync = false;`, 'unresponsive'],
		['leaving', `process.exit(0);`, 'exited: exit code 0'],
		['closing stdout', `require('node:fs').closeSync(1); await new Promise(() => {});`, 'died'],
	])('dies of %s', async (_, body, detail) => {
		const r = await play(`on('go', async () => { ${body} });`, {}, { limits: { turnMs: 3000 } });
		expect(r.outcome).toBe('died');
		expect(`died ${r.detail}`).toContain(detail);
	});

	it('ends a run whose wall time is over, however often the program answers', async () => {
		const endless = `on('go', async () => { for (;;) await call('timer.after', { ms: 1 }); });`;
		const r = await play(endless, { maxCalls: 1e9 }, { wallMs: 300 });
		expect([r.outcome, r.death?.why]).toEqual(['died', 'too-slow']);
	});

	it('says which limit of its sandbox a program went over', async () => {
		const stopped = (onKill: (limit: string) => void) => {
			const child = program(`on('go', () => new Promise(() => {}));`)(onKill);
			child.stdout?.once('data', () => {
				onKill('memory');
				child.kill('SIGKILL');
			});
			return child;
		};
		const r = await run(counter, stopped, { seed: 3, sends: [ask('a')] });
		expect([r.outcome, r.detail]).toEqual(['died', 'over-limit: more memory than its sandbox allows']);
	});

	it('ends stalled, with too many calls, or at the horizon', async () => {
		expect((await play(`on('go', async () => { await new Promise(() => {}); });`)).outcome).toBe('stalled');
		expect((await play(`on('start', () => new Promise(() => {}));`)).detail).toContain('start');
		expect((await play(`on('go', async () => { for (;;) await call('total', {}); });`)).outcome).toBe(
			'too-many-calls',
		);
		expect(
			(await play(`on('go', async () => { await call('timer.after', { ms: 8 * 86400e3 }); });`)).outcome,
		).toBe('horizon');
	});

	it('restarts 1000 ms later with the next boot and delivers the same request under the same id', async () => {
		const source = `let boot; on('start', async (p) => { boot = p.boot; return null; });
			on('go', async (p, m) => { await call('store.put', { key: 'b' + boot, value: { id: m.id, now, p } }); await call('add', { n: 1 }); return boot; });`;
		const r = await play(source, { faults: [{ method: 'add', nth: 1, kind: 'crash-after' }] });
		const [first, second] = ['b1', 'b2'].map(
			(key) => r.store.get(key)?.value as { id: string; now: number; p: unknown },
		);
		expect([r.replies.a?.result, r.boots, r.state.total]).toEqual([2, 2, 2]);
		expect(second).toMatchObject({ id: first?.id, p: first?.p });
		expect((second?.now ?? 0) - (first?.now ?? 0)).toBe(1002);
	});

	it('loses the request instead, and releases those that wait for it', async () => {
		const faults = [{ method: 'add', nth: 1, kind: 'crash-before' as const }];
		const sends = [ask('a'), ask('b', { after: 'a' })];
		const r = await play(`on('go', async (p) => (await call('add', { n: 1 })).result);`, {
			faults,
			sends,
			redeliver: false,
		});
		expect([r.lost, r.state.total, Object.keys(r.replies)]).toEqual([['a'], 1, ['b']]);
	});

	it('drops what was asked and not yet applied, and its fault then never struck', async () => {
		const faults = [
			{ method: 'add', nth: 1, kind: 'crash-before' as const },
			{ method: 'add', nth: 2, kind: 'unavailable' as const },
		];
		const source = `let boot; on('start', async (p) => { boot = p.boot; return null; });
			on('go', async () => { if (boot === 1) await Promise.all([call('add', { n: 1 }), call('add', { n: 2 })]); return 1; });`;
		const r = await play(source, { faults });
		expect([r.state.total, r.unhit]).toEqual([0, [faults[1]]]);
	});

	it('restarts between requests without losing an answered one', async () => {
		const sends = [ask('a'), { id: 'r', method: RESTART, params: {}, after: 'a' }, ask('b', { after: 'r' })];
		const r = await play(`on('go', async () => (await call('add', { n: 1 })).result.total);`, { sends });
		expect([r.replies.a?.result, r.replies.b?.result, r.boots]).toEqual([1, 2, 2]);
	});

	it.each([
		['unavailable', 0, 'unavailable'],
		['timeout', 0, 'timeout'],
		['lost-answer', 5, 'timeout'],
	] as const)('%s leaves %i done and says %s', async (kind, total, said) => {
		const source = `on('go', async () => (await call('add', { n: 5 })).error.data.kind);`;
		const r = await play(source, { faults: [{ method: 'add', nth: 1, kind }] });
		expect([r.state.total, r.replies.a?.result]).toEqual([total, said]);
	});

	it('counts a fault by what it names, and only matching calls with `where`', async () => {
		const source = `on('go', async () => { const out = []; for (const n of [1, 2, 1, 2]) out.push((await call('add', { n })).error ? 'x' : n); return out; });`;
		const faults = [{ method: 'add', nth: 2, kind: 'unavailable' as const, where: { n: 2 } }];
		expect((await play(source, { faults })).replies.a?.result).toEqual([1, 2, 1, 'x']);
	});

	it('reports a program that acts off the clock', async () => {
		const patient = { stallMs: 5000 };
		const timer = `on('go', async () => { setTimeout(() => call('add', { n: 1 }), 20); await new Promise(() => {}); });`;
		expect((await play(timer, {}, patient)).offClock).toBe(1);
		const reply = `on('go', async (p, m) => { setTimeout(() => send({ id: m.id, result: 1 }), 20); });`;
		const r = await play(reply, {}, patient);
		expect([r.offClock, r.replies.a?.result]).toEqual([1, 1]);
	});

	it('is not held up by a daemon that keeps the pipes', async () => {
		const r = await play(
			`on('go', async () => { require('node:child_process').spawn('sleep', ['20'], { detached: true, stdio: 'inherit' }).unref(); return 1; });`,
		);
		expect(r.outcome).toBe('quiet');
	});

	it('serves several open requests and answers in any order', async () => {
		const source = `on('go', async ({ id }) => { await call('timer.after', { ms: id === 'a' ? 50 : 10 }); return id; });`;
		const r = await play(source, { sends: [ask('a'), ask('b')] });
		expect(
			r.trace.filter((l) => l.what === 'reply').map((l) => (l.out as { result: string }).result),
		).toEqual(['b', 'a']);
	});

	it('never blames the program for the world, the scenario or the launch', async () => {
		await expect(play(`on('go', async () => (await call('broken', {})).result);`)).rejects.toBeInstanceOf(
			VerifierError,
		);
		await expect(play('', { sends: [ask('a'), ask('a')] })).rejects.toBeInstanceOf(VerifierError);
		await expect(play('', { sends: [ask('a', { after: 'nobody' })] })).rejects.toBeInstanceOf(VerifierError);
		const nowhere = { create: () => ({}), reads: { 'clock.now': () => 1 }, effects: {} };
		await expect(run(nowhere, program(''), { seed: 1, sends: [] })).rejects.toBeInstanceOf(VerifierError);
		const { spawn } = await import('node:child_process');
		const missing = () => spawn('/does/not/exist', [], { stdio: 'pipe' });
		await expect(run(counter, missing, { seed: 1, sends: [] })).rejects.toBeInstanceOf(VerifierError);
	});

	it('survives data meant to break the checker', async () => {
		const r = await play(`on('go', async () => {
			raw('{"jsonrpc":"2.0","id":900,"method":"store.put","params":' + '['.repeat(5000) + ']'.repeat(5000) + '}');
			const put = await call('store.put', JSON.parse('{"key":"__proto__","value":{"__proto__":{"x":1}}}'));
			return [(await call('store.get', { key: '__proto__' })).result.version, ({}).x ?? null]; });`);
		expect(r.replies.a?.result).toEqual([1, null]);
		expect(r.violations[0]).toContain('nested deeper');
	});

	it('gives the same trace for the same seed, shuffled or not', async () => {
		const source = `on('go', async () => { await Promise.all([1, 2, 3, 4].map((n) => call('add', { n }))); return 1; });`;
		const traces = await Promise.all(
			[1, 2].map(async () => JSON.stringify((await play(source, { shuffle: true })).trace)),
		);
		expect(traces[0]).toBe(traces[1]);
		expect((await play(source, { shuffle: true, seed: 9 })).state.total).toBe(10);
	});
});

import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { composeProgram } from '#lib/server/agents/rehearsal.ts';
import { decisionsFor, pairwise } from '#lib/server/verify/covering.ts';
import { loadPack } from '#lib/server/verify/pack-loader.ts';
import { choicesOf } from '#lib/server/verify/verify.ts';
import { FAULT_KINDS, run, type Fault, type Launch } from '#lib/server/verify/world/kit.ts';
import { invariants } from './invariants.ts';
import { buy } from './scenarios.ts';
import { market, names } from './world.ts';

const HERE = path.resolve('challenges/data-marketplace-purchase');
const METHODS = [
	'*',
	'listing.get',
	'wallet.balance',
	'wallet.debit',
	'wallet.credit',
	'transactions.record',
	'transactions.update',
	'notify',
	'store.put',
	'store.get',
];
const fault: fc.Arbitrary<Fault> = fc.record({
	method: fc.constantFrom(...METHODS),
	nth: fc.integer({ min: 1, max: 10 }),
	times: fc.integer({ min: 1, max: 3 }),
	kind: fc.constantFrom(...FAULT_KINDS),
});
const scenario = fc.record({
	seed: fc.integer({ min: 1, max: 1e6 }),
	faults: fc.array(fault, { maxLength: 3 }),
	redeliver: fc.boolean(),
	shuffle: fc.boolean(),
	money: fc.constantFrom(1.5, 5.5),
	sends: fc.array(fc.record({ request: fc.integer({ min: 1, max: 2 }), wait: fc.boolean() }), {
		minLength: 1,
		maxLength: 3,
	}),
});

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'forkpoint-money-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

const launch =
	(dir: string): Launch =>
	() =>
		spawn(process.execPath, ['main.js'], {
			cwd: dir,
			detached: true,
			stdio: ['pipe', 'pipe', 'pipe'],
			env: { PATH: process.env.PATH },
		});

it(
	'never loses or makes money under generated fault schedules, whatever was decided',
	{ timeout: 300_000 },
	async () => {
		const challenge = await loadPack(HERE);
		const rows = pairwise(challenge.pack.choicePoints).slice(0, 3);
		for (const row of rows) {
			const decisions = decisionsFor(challenge.pack.choicePoints, row);
			const { files } = composeProgram({ challenge, decisions });
			for (const [file, content] of Object.entries(files)) await writeFile(path.join(folder, file), content);
			const holds = fc.asyncProperty(scenario, async ({ seed, faults, redeliver, shuffle, money, sends }) => {
				const n = names(seed);
				const given = {
					seed,
					faults,
					redeliver,
					shuffle,
					setup: { purchases: money },
					// The same request id always means the same listing.
					sends: sends.map(({ request, wait }, i) =>
						buy(seed, `r${i}`, {
							request: String(request),
							listing: request === 1 ? n.listing : n.other,
							...(wait && i > 0 && { after: `r${i - 1}` }),
						}),
					),
				};
				expect(invariants(await run(market, launch(folder), given), given, choicesOf(decisions))).toEqual([]);
			});
			await fc.assert(holds, { numRuns: 15, seed: 11, endOnFailure: true });
		}
	},
);

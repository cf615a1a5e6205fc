import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { decisionsFor, pairwise } from '../verify/covering.ts';
import { loadPack, type LoadedPack } from '../verify/pack-loader.ts';
import { composeProgram } from './rehearsal.ts';

let challenge: LoadedPack;
beforeAll(async () => {
	challenge = await loadPack(path.resolve('challenges/data-marketplace-purchase'));
});

describe('the rehearsal agent', () => {
	it('builds the same program for the same decisions', () => {
		const decisions = challenge.samples[1]?.decisions ?? [];
		expect(composeProgram({ challenge, decisions })).toEqual(composeProgram({ challenge, decisions }));
	});

	it('uses the figures of the decision and says so in the file', () => {
		const decider = challenge.samples.find((s) => s.id === 'decider');
		const { files } = composeProgram({ challenge, decisions: decider?.decisions ?? [] });
		expect(files['credit-failure.js']).toMatch(/RETRIES = 5;\nconst WAIT = 60;/);
		expect(files['credit-failure.js']).toMatch(
			/^\/\/ The owner cannot be paid: retry, then park.*\(decided by the author\)/,
		);
	});

	it('writes every default it took to ASSUMPTIONS.md, and only those', () => {
		const none = composeProgram({ challenge, decisions: [] });
		const all = composeProgram({
			challenge,
			decisions: decisionsFor(challenge.pack.choicePoints, challenge.blueprint.defaults),
		});
		expect(none.assumptions.length - all.assumptions.length).toBe(6);
		for (const text of none.assumptions) expect(none.files['ASSUMPTIONS.md']).toContain(`- ${text}\n`);
		expect(none.resolved.every((r) => r.source === 'undecided')).toBe(true);
	});

	it('follows the text where nothing was decided, and the decision where both speak', () => {
		const finding = {
			choicePointId: 'credit-failure',
			alternativeId: 'roll-back',
			parameters: {},
			span: null,
		};
		const of = (decisions: Parameters<typeof composeProgram>[0]['decisions']) =>
			composeProgram({ challenge, decisions, findings: [finding] }).resolved[0];
		expect(of([])).toMatchObject({
			alternativeId: 'roll-back',
			source: 'spec',
			assumedParameters: ['retries'],
		});
		const decided = decisionsFor(challenge.pack.choicePoints, { 'credit-failure': 'retry-then-park' });
		const delegated = decided.map((d) => ({ ...d, choice: { kind: 'delegated' as const } }));
		expect(of(delegated)).toMatchObject({ alternativeId: 'roll-back', source: 'spec' });
		expect(composeProgram({ challenge, decisions: delegated }).resolved[0]?.source).toBe('delegated');
		expect(of(decided)).toMatchObject({ alternativeId: 'retry-then-park', source: 'decision' });
	});

	it('composes every combination of a pairwise cover without a missing import', () => {
		for (const row of pairwise(challenge.pack.choicePoints)) {
			const { files } = composeProgram({
				challenge,
				decisions: decisionsFor(challenge.pack.choicePoints, row),
			});
			for (const source of Object.values(files))
				for (const [, name = ''] of source.matchAll(/from '\.\/([\w-]+\.js)'/g))
					expect(files).toHaveProperty([name]);
		}
	});

	it('covers every pair of alternatives', () => {
		const points = challenge.pack.choicePoints;
		const rows = pairwise(points);
		for (const a of points)
			for (const b of points)
				if (a.id < b.id)
					for (const x of a.alternatives)
						for (const y of b.alternatives)
							expect(rows.some((row) => row[a.id] === x.id && row[b.id] === y.id)).toBe(true);
		expect(rows.length).toBeLessThan(20);
	});

	it('leaves the given plumbing as it is', () => {
		const { files } = composeProgram({ challenge, decisions: [] });
		expect(files['rpc.js']).toBe(readFileSync(path.join(challenge.dir, 'contract/rpc.js'), 'utf8'));
	});
});

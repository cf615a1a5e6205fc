// Played voters: the same voter judges the same entry alike, better entries never get less, and a round has a spread.
import fc from 'fast-check';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { BallotView, RubricVote } from '../../../contract/ballot.ts';
import type { AdditionView } from '../../../contract/review.ts';
import type { ShownDecision } from '../../../contract/shown-entry.ts';
import { ADDITION_KINDS } from '../../../domain/build/addition.ts';
import { median } from '../../../domain/judging/scores.ts';
import { CRITERION_IDS } from '../../../domain/judging/rubric.ts';
import { loadPack, type LoadedPack } from '../../verify/pack-loader.ts';
import { impressionsOf, labelFor, rubricOf } from './hand.ts';

interface Facts {
	words: number;
	items: number;
	decided: number;
	reasoned: number;
	honoured: number;
	failed: number;
	unwanted: number;
}
const FORKS = 6;

const ballot = (facts: Facts, alias = 'A'): BallotView => ({
	alias,
	position: 1,
	impression: null,
	rubric: null,
	comment: '',
	entry: {
		alias,
		own: false,
		author: null,
		spec: '- item\n'.repeat(facts.items),
		wordCount: facts.words,
		decisions: Array.from({ length: FORKS }, (_, i): ShownDecision => ({
			choicePointId: `p${i}`,
			title: '',
			choice:
				i < facts.decided
					? { kind: 'alternative', alternativeId: 'x', label: 'x', parameters: {} }
					: { kind: 'delegated' },
			decidedBy: null,
			quote: null,
			rationale: i < facts.reasoned ? 'because' : ' ',
			rejected: '',
		})),
		output: { buildId: 'b', files: [] },
		measured: {
			outcome: 'passed',
			passed: 40 - facts.failed,
			failed: facts.failed,
			checks: [],
			behaviours: Array.from({ length: FORKS }, (_, i) => ({
				choicePointId: `p${i}`,
				title: '',
				summary: '',
				status: i < facts.honoured ? ('honoured' as const) : ('contradicted' as const),
				decidedBy: null,
				alternativeId: null,
			})),
			additions: Array.from({ length: facts.unwanted }, () => ({
				title: '',
				label: 'embellishment' as const,
				consequence: 1,
			})),
		},
	},
});
const facts: fc.Arbitrary<Facts> = fc.record({
	words: fc.nat(800),
	items: fc.nat(30),
	decided: fc.nat(FORKS),
	reasoned: fc.nat(FORKS),
	honoured: fc.nat(FORKS),
	failed: fc.nat(40),
	unwanted: fc.nat(12),
});
const WORSE: (keyof Facts)[] = ['failed', 'unwanted'];
const voter = fc.string({ minLength: 1, maxLength: 12 });

describe('a played voter', () => {
	it('gives the same entry the same points, whole and from 0 to 4, whatever its label', () => {
		fc.assert(
			fc.property(voter, facts, (name, given) => {
				const rubric = rubricOf(name, ballot(given));
				expect(rubricOf(name, ballot(given, 'Z'))).toEqual(rubric);
				const [{ impression } = { impression: -1 }] = impressionsOf(name, [ballot(given)]);
				for (const value of [impression, ...Object.values(rubric)]) expect([0, 1, 2, 3, 4]).toContain(value);
			}),
		);
	});

	it('never gives less for more of a quality', () => {
		const key = fc.constantFrom<keyof Facts>(
			...(['words', 'items', 'decided', 'reasoned', 'honoured', 'failed', 'unwanted'] as const),
		);
		fc.assert(
			fc.property(voter, facts, key, (name, given, what) => {
				const change = WORSE.includes(what) ? -1 : 1;
				const better = { ...given, [what]: Math.max(0, given[what] + change) };
				if (better.honoured > FORKS || better.decided > FORKS || better.reasoned > FORKS) return;
				const [before, after] = [rubricOf(name, ballot(given)), rubricOf(name, ballot(better))];
				for (const id of CRITERION_IDS) expect(after[id] ?? -1).toBeGreaterThanOrEqual(before[id] ?? -1);
			}),
		);
	});

	it('cannot tell alignment before anything was measured', () => {
		const blind = ballot({
			words: 1,
			items: 1,
			decided: 1,
			reasoned: 1,
			honoured: 1,
			failed: 0,
			unwanted: 0,
		});
		blind.entry.measured = null;
		expect(rubricOf('Ann', blind).alignment).toBeNull();
	});

	it('weighs differently from another: some entries part any two of ten voters', () => {
		const names = Array.from({ length: 10 }, (_, i) => `Voter ${i}`);
		const entries = fc.sample(facts, { numRuns: 60, seed: 7 });
		const marks = names.map((name) =>
			entries.map((e) => Object.values(rubricOf(name, ballot(e))).join()).join(';'),
		);
		expect(new Set(marks).size).toBe(names.length);
	});
});

describe('a round of the pack\u2019s samples', () => {
	let pack: LoadedPack;
	beforeAll(async () => void (pack = await loadPack(path.resolve('challenges/data-marketplace-purchase'))));

	it('has a spread, few ties, and a crowd that does not see what the rubric sees', () => {
		const entries = pack.samples.map(({ id, spec, decisions }) => {
			const made = decisions.filter((d) => d.choice.kind === 'alternative');
			const view = ballot(
				{
					words: spec.split(/\s+/).length,
					items: 0,
					decided: made.length,
					reasoned: made.filter((d) => d.rationale !== '').length,
					honoured: made.length,
					failed: 0,
					unwanted: 2,
				},
				id,
			);
			view.entry.spec = spec;
			return view;
		});
		const votes = (alias: string) =>
			pack.samples
				.filter((s) => s.id !== alias)
				.map((s) =>
					rubricOf(
						s.name,
						entries.find((e) => e.alias === alias)!,
					),
				);
		const totals = entries.map(({ alias }) => {
			const of = (id: keyof RubricVote) => median(votes(alias).map((v) => v[id] ?? 0)) ?? 0;
			return { alias, total: (of('coverage') + of('alignment') + of('skeleton')) / 3 };
		});
		const values = totals.map((t) => t.total);
		expect(Math.max(...values) - Math.min(...values)).toBeGreaterThan(1.5);
		expect(new Set(values).size).toBeGreaterThanOrEqual(5);
		expect(Math.max(...values)).toBeLessThanOrEqual(4);
		const first = totals.filter((t) => t.total === Math.max(...values)).map((t) => t.alias);
		expect(first).toEqual(['decider']);
		expect(totals.find((t) => t.total === Math.min(...values))?.alias).toBe('copier');
		for (const { alias } of entries) {
			const given = votes(alias).map((v) => Object.values(v).join());
			expect(new Set(given).size).toBeGreaterThan(1);
		}
	});
});

describe('a label', () => {
	const addition = (kind: AdditionView['kind'], span: AdditionView['span']): AdditionView =>
		({ kind, span, suggestedLink: 'matches' }) as AdditionView;

	it('is given to every kind, with the link that is suggested', () => {
		for (const kind of ADDITION_KINDS)
			expect(labelFor(addition(kind, null))).toMatchObject({ label: expect.any(String), link: 'matches' });
	});

	it('asks whether the spec speaks of it', () => {
		const span = { start: 0, end: 1, quote: 'x' };
		expect(labelFor(addition('retry', span)).label).toBe('specified');
		expect(labelFor(addition('retry', null)).label).toBe('prerequisite');
		expect(labelFor(addition('contradicted-choice', span)).label).toBe('contradicts');
	});
});

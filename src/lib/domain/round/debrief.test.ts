// What the debrief says of a small round, by value; and that no entry is lost or counted twice in any round.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FingerprintResult } from '../build/verification.ts';
import type { Decision } from '../challenge/decision.ts';
import type { TextFinding } from '../challenge/finding.ts';
import type { ChoicePoint } from '../challenge/pack.ts';
import { computeDebrief, type DebriefAddition, type DebriefEntry } from './debrief.ts';

const point = (id: string): ChoicePoint => ({
	id,
	title: id,
	question: '',
	context: '',
	consequenceRank: 1,
	cues: [],
	alternatives: ['retry', 'rollback'].map((alternative) => ({
		id: alternative,
		label: '',
		consequence: '',
		parameters: [],
		cues: [],
	})),
});

const decided = (
	choicePointId: string,
	alternativeId: string,
	parameters: Record<string, number> = {},
): Decision => ({
	choicePointId,
	choice: { kind: 'alternative', alternativeId, parameters },
	rationale: '',
	rejected: '',
	confidence: null,
	span: null,
});
const delegated = (choicePointId: string): Decision => ({
	...decided(choicePointId, ''),
	choice: { kind: 'delegated' },
});

const said = (
	choicePointId: string,
	alternativeId: string,
	parameters: Record<string, number> = {},
): TextFinding => ({ choicePointId, alternativeId, parameters, span: null });

const does = (choicePointId: string, alternativeId: string | null): FingerprintResult => ({
	choicePointId,
	value: { seen: true },
	alternativeId,
	parameters: {},
	summary: '',
	unknown: null,
	trace: [],
});
const unmeasured = (choicePointId: string): FingerprintResult => ({
	...does(choicePointId, null),
	value: null,
});

const addition = (id: string, change: Partial<DebriefAddition> = {}): DebriefAddition => ({
	id,
	kind: 'retry',
	title: id,
	choicePointId: null,
	consequence: 1,
	label: null,
	link: null,
	...change,
});

const entry = (entryId: string, change: Partial<DebriefEntry> = {}): DebriefEntry => ({
	entryId,
	decisions: [],
	unprompted: [],
	fingerprints: [],
	additions: [],
	predictions: [],
	...change,
});

describe('a choice point', () => {
	const entries = [
		entry('ann', {
			decisions: [decided('p', 'retry', { n: 3, a: 1 })],
			fingerprints: [does('p', 'retry')],
			unprompted: [said('p', 'retry')],
		}),
		entry('bob', {
			decisions: [decided('p', 'retry', { n: 5, a: 1 })],
			fingerprints: [does('p', 'rollback')],
		}),
		entry('cy', { decisions: [decided('p', 'retry', { a: 1, n: 5 })], fingerprints: null }),
		entry('dee', {
			decisions: [delegated('p')],
			fingerprints: [does('p', null)],
			additions: [addition('x', { kind: 'assumption', choicePointId: 'p' })],
		}),
		entry('eve', {
			fingerprints: [unmeasured('p')],
			unprompted: [said('other', 'retry')],
		}),
		entry('flo', { decisions: [delegated('p')], fingerprints: null }),
		entry('gil', {
			additions: [
				addition('x', { kind: 'retry', choicePointId: 'p' }),
				addition('y', { kind: 'assumption', choicePointId: 'other' }),
			],
		}),
	];
	const debrief = () => computeDebrief([point('p')], entries);
	const pointOf = () => debrief().points[0];

	it('counts what was chosen, with the parameters that were chosen most first', () => {
		expect(pointOf()?.chosen).toEqual([
			{
				alternativeId: 'retry',
				count: 3,
				parameters: [
					{ values: { a: 1, n: 5 }, count: 2 },
					{ values: { a: 1, n: 3 }, count: 1 },
				],
			},
			{ alternativeId: 'rollback', count: 0, parameters: [] },
		]);
		expect(pointOf()).toMatchObject({ choicePointId: 'p', delegated: 2, undecided: 2, unprompted: 1 });
	});

	it('counts what the outputs do', () => {
		expect(pointOf()?.outputs).toEqual([
			{ alternativeId: 'retry', count: 1 },
			{ alternativeId: 'rollback', count: 1 },
		]);
		expect(pointOf()).toMatchObject({ outputsOther: 1, outputsUnknown: 2 });
	});

	it('shows where each choice went', () => {
		const retry = { kind: 'alternative', alternativeId: 'retry' };
		expect(pointOf()?.flow).toEqual([
			{ choice: retry, behaviour: retry, count: 1 },
			{ choice: retry, behaviour: { kind: 'alternative', alternativeId: 'rollback' }, count: 1 },
			{ choice: retry, behaviour: { kind: 'not-built' }, count: 1 },
			{ choice: { kind: 'delegated' }, behaviour: { kind: 'other' }, count: 1 },
			{ choice: { kind: 'undecided' }, behaviour: { kind: 'unknown' }, count: 2 },
			{ choice: { kind: 'delegated' }, behaviour: { kind: 'not-built' }, count: 1 },
		]);
	});

	it('tells choices the agent pointed out from those it made silently, where something was built', () => {
		expect(pointOf()?.agentChose).toEqual({ surfaced: 1, silent: 2 });
	});

	it('counts a choice as pointed out when the agent\u2019s list of assumptions is evidence of it', () => {
		const evidence = [{ kind: 'file' as const, path: 'ASSUMPTIONS.md', line: 3, excerpt: 'left to me' }];
		const chose = addition('chose', { kind: 'delegated-choice', choicePointId: 'p' });
		const of = (more: Partial<DebriefAddition>) =>
			computeDebrief(
				[point('p')],
				[
					entry('e', {
						decisions: [delegated('p')],
						fingerprints: [does('p', 'retry')],
						additions: [{ ...chose, ...more }],
					}),
				],
			).points[0]?.agentChose;
		expect(of({ evidence })).toEqual({ surfaced: 1, silent: 0 });
		expect(of({})).toEqual({ surfaced: 0, silent: 1 });
	});

	it('tells for each entry and for the team who decided', () => {
		expect(debrief().entries[0]).toEqual({
			entryId: 'ann',
			decided: 1,
			inText: 0,
			delegated: 0,
			undecided: 0,
			unprompted: 1,
		});
		expect(debrief().entries[3]).toEqual({
			entryId: 'dee',
			decided: 0,
			inText: 0,
			delegated: 1,
			undecided: 0,
			unprompted: 0,
		});
		expect(debrief().team).toEqual({
			total: 7,
			decided: 3,
			inText: 0,
			delegated: 2,
			undecided: 2,
			decidedShare: 3 / 7,
			unpromptedShare: 1 / 7,
		});
	});

	it('counts what was decided in the text and not in the record, once, as chosen', () => {
		const spoke = computeDebrief(
			[point('p')],
			[
				entry('ann', { fingerprints: [does('p', 'retry')], unprompted: [said('p', 'retry', { n: 3 })] }),
				entry('bob', {
					decisions: [delegated('p')],
					fingerprints: [does('p', 'rollback')],
					unprompted: [said('p', 'retry', { n: 3 })],
				}),
				entry('cy', { decisions: [decided('p', 'rollback')], unprompted: [said('p', 'retry')] }),
				entry('dee', { decisions: [delegated('p')], fingerprints: [does('p', 'retry')] }),
			],
		);
		expect(spoke.points[0]).toMatchObject({
			chosen: [
				{ alternativeId: 'retry', count: 2, parameters: [{ values: { n: 3 }, count: 2 }] },
				{ alternativeId: 'rollback', count: 1 },
			],
			inText: 2,
			delegated: 1,
			undecided: 0,
			unprompted: 3,
			agentChose: { surfaced: 0, silent: 1 },
		});
		expect(spoke.entries.map((e) => [e.decided, e.inText])).toEqual([
			[1, 1],
			[1, 1],
			[1, 0],
			[0, 0],
		]);
		expect(spoke.team).toMatchObject({ decided: 3, inText: 2, decidedShare: 3 / 4, unpromptedShare: 3 / 4 });
	});

	it('keeps choice points apart', () => {
		const two = computeDebrief(
			[point('p'), point('q')],
			[entry('ann', { decisions: [decided('q', 'rollback')], fingerprints: [does('q', 'rollback')] })],
		);
		expect(two.points.map((x) => [x.undecided, x.outputs.map((o) => o.count)])).toEqual([
			[1, [0, 0]],
			[0, [0, 1]],
		]);
	});

	it('has no share when there is nothing to decide', () => {
		expect(computeDebrief([], [entry('ann')]).team).toMatchObject({
			total: 0,
			decidedShare: null,
			unpromptedShare: null,
		});
	});
});

describe('predictions', () => {
	it('come true, are guessed wrong, and leave surprises by falling consequence', () => {
		const additions = [
			addition('small'),
			addition('large', { consequence: 3 }),
			addition('large-2', { consequence: 3 }),
			addition('foreseen', { consequence: 5 }),
			addition('needed', { label: 'prerequisite' }),
			addition('asked', { label: 'specified' }),
			addition('meant', { label: 'implied' }),
			addition('frill', { label: 'embellishment', consequence: 2 }),
			addition('gap', { label: 'gap-filled', consequence: 2 }),
		];
		const predictions = [
			{ text: 'it will retry', additionId: 'foreseen' },
			{ text: 'it will log', additionId: null },
			{ text: 'it will mail', additionId: 'not-there' },
		];
		const [ann] = computeDebrief(
			[],
			[entry('ann', { additions: [...additions].reverse(), predictions })],
		).predictions;
		expect(ann?.expected).toEqual([{ text: 'it will retry', addition: additions[3] }]);
		expect(ann?.guessedWrong).toEqual(['it will log', 'it will mail']);
		expect(ann?.surprises.map((a) => a.id)).toEqual(['large', 'large-2', 'frill', 'gap', 'small']);
	});
});

describe('for every round', () => {
	const choice = fc.constantFrom('retry', 'rollback', 'delegated', 'none');
	const behaviour = fc.constantFrom('retry', 'rollback', 'other', 'unknown', 'not-built');
	const inText = fc.constantFrom('retry', 'rollback', 'none');
	const team = fc.array(fc.tuple(choice, behaviour, inText), { maxLength: 12 });

	it('every entry is counted once in each account of a choice point', () => {
		fc.assert(
			fc.property(team, (people) => {
				const entries = people.map(([c, b, t], i) =>
					entry(`e${i}`, {
						unprompted: t === 'none' ? [] : [said('p', t)],
						decisions: c === 'none' ? [] : [c === 'delegated' ? delegated('p') : decided('p', c)],
						fingerprints:
							b === 'not-built'
								? null
								: [b === 'unknown' ? unmeasured('p') : does('p', b === 'other' ? null : b)],
					}),
				);
				const [p] = computeDebrief([point('p')], entries).points;
				if (!p) throw new Error('no choice point');
				const open = (c: string) => c === 'none' || c === 'delegated';
				const settled = people.map(([c, b, t]) => [open(c) && t !== 'none' ? t : c, b] as const);
				const count = (of: string, which: 0 | 1) => settled.filter((x) => x[which] === of).length;
				expect(p.inText).toBe(people.filter(([c, , t]) => open(c) && t !== 'none').length);
				expect(p.flow.reduce((sum, cell) => sum + cell.count, 0)).toBe(people.length);
				expect(p.chosen.map((c) => c.count)).toEqual([count('retry', 0), count('rollback', 0)]);
				expect(p.outputs.map((o) => o.count)).toEqual([count('retry', 1), count('rollback', 1)]);
				expect([p.delegated, p.undecided, p.outputsOther, p.outputsUnknown]).toEqual([
					count('delegated', 0),
					count('none', 0),
					count('other', 1),
					count('unknown', 1),
				]);
			}),
		);
	});
});

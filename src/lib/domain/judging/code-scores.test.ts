// What code scores of a small entry, and on what evidence.
import { describe, expect, it } from 'vitest';
import type { Analysis, SkeletonPart, SkeletonStep } from '../analysis/types.ts';
import { compareAlignment } from '../build/alignment.ts';
import type { FingerprintResult } from '../build/verification.ts';
import type { ChoicePoint, Obligation } from '../challenge/pack.ts';
import { alignmentEvidence, CODE_JUDGE, codeScores } from './code-scores.ts';

const SPEC = 'Debit the buyer. If it fails, retry.';
const DEBIT = { start: 0, end: 16 };
const RETRY = { start: 17, end: 36 };

const obligation = (id: string, weight = 1): Obligation => ({
	id,
	text: `The demand ${id}.`,
	kind: 'explicit',
	weight,
	cues: [],
});
const point = (id: string): ChoicePoint => ({
	id,
	title: `Fork ${id}`,
	question: '',
	context: '',
	consequenceRank: 1,
	cues: [],
	alternatives: ['retry', 'stop'].map((a) => ({
		id: a,
		label: a,
		consequence: '',
		cues: [],
		parameters: [],
	})),
});
const does = (choicePointId: string, alternativeId: string): FingerprintResult => ({
	choicePointId,
	value: { seen: true },
	alternativeId,
	parameters: {},
	summary: 'It was seen.',
	unknown: null,
	trace: [],
});

const PARTS: readonly SkeletonPart[] = [
	'trigger',
	'actors',
	'steps',
	'states',
	'failure-branches',
	'invariants',
	'interfaces',
	'out-of-scope',
];
const analysis = (change: Partial<Analysis> = {}): Analysis => {
	const step = (failureBranch: number | null): SkeletonStep => ({
		...DEBIT,
		unit: 0,
		fallible: true,
		failureBranch,
	});
	const parts = Object.fromEntries(
		PARTS.map((part) => [part, { present: part === 'trigger', spans: part === 'actors' ? [DEBIT] : [] }]),
	) as unknown as Analysis['skeleton']['parts'];
	return {
		vagueTerms: [],
		summary: { words: 100 },
		skeleton: { parts, steps: [step(1), step(null)], unfinished: [1] },
		obligations: [
			{ obligationId: 'pay', level: 'decided', spans: [DEBIT, RETRY] },
			{ obligationId: 'tell', level: 'absent', spans: [] },
		],
		choices: [
			{
				choicePointId: 'p',
				status: 'decided',
				alternativeId: 'retry',
				parameters: {},
				spans: [RETRY],
				named: [],
			},
		],
		...change,
	} as unknown as Analysis;
};

const score = (change: Partial<Parameters<typeof codeScores>[0]> = {}) =>
	codeScores({
		pack: {
			choicePoints: [point('p'), point('q')],
			obligations: [obligation('pay', 3), obligation('tell')],
		},
		spec: SPEC,
		analysis: analysis(),
		decisions: [],
		fingerprints: [does('p', 'retry'), does('q', 'stop')],
		...change,
	});

describe('scores by code', () => {
	it('are one per criterion, under a name with a version', () => {
		expect(score().map((s) => s.criterion)).toEqual(['coverage', 'alignment', 'skeleton']);
		expect(CODE_JUDGE).toMatch(/^forkpoint-code\/\d+$/);
	});

	it('quote the first passage that settles an obligation, and none for an absent or unread one', () => {
		expect(score()[0]).toEqual({
			criterion: 'coverage',
			value: 3,
			evidence: [
				{ text: 'decided: The demand pay.', quote: 'Debit the buyer.' },
				{ text: 'absent: The demand tell.', quote: null },
			],
		});
		const unread = score({ analysis: analysis({ obligations: [] }) })[0];
		expect(unread).toMatchObject({ value: 0, evidence: [{ text: 'absent: The demand pay.' }, {}] });
	});

	it('count what the text decides, say so, and quote it', () => {
		expect(score()[1]).toEqual({
			criterion: 'alignment',
			value: 2,
			evidence: [
				{
					text: 'Fork p: honoured, decided in the text, not in the record. It was seen.',
					quote: 'If it fails, retry.',
				},
				{ text: 'Fork q: agent chose undecided. It was seen.', quote: null },
			],
		});
	});

	it.each(['suggested', 'mentioned', 'conflicting', 'delegated', 'absent'] as const)(
		'do not count a text that leaves it %s',
		(status) => {
			const choices = analysis().choices.map((c) => ({ ...c, status }));
			expect(score({ analysis: analysis({ choices }) })[1]).toMatchObject({
				value: 0,
				evidence: [{ text: 'Fork p: agent chose undecided. It was seen.', quote: null }, {}],
			});
		},
	);

	it('say of a decision in the record only what became of it, with its own passage', () => {
		const decisions = [
			{
				choicePointId: 'p',
				choice: { kind: 'alternative' as const, alternativeId: 'stop', parameters: {} },
				rationale: '',
				rejected: '',
				confidence: null,
				span: { ...DEBIT, quote: 'Debit the buyer.' },
			},
		];
		expect(score({ decisions })[1]?.evidence[0]).toEqual({
			text: 'Fork p: contradicted. It was seen.',
			quote: 'Debit the buyer.',
		});
	});

	it('list the parts of a skeleton, the unfinished steps and what vagueness cost', () => {
		const vague = Array.from({ length: 2 }, () => ({
			...DEBIT,
			term: 'fast',
			kind: 'unquantified' as const,
			advice: '',
		}));
		const texts = (given: Analysis) => score({ analysis: given })[2]?.evidence.map((e) => e.text) ?? [];
		expect(texts(analysis({ vagueTerms: vague }))).toEqual([
			'trigger: 100 %',
			'actors: 50 %',
			'ordered steps: 67 %',
			'states: 0 %',
			'failure branches: 50 %',
			'invariants: 0 %',
			'interfaces: 0 %',
			'out of scope: 0 %',
			'1 of 2 steps that can fail do not say what then.',
			'2 vague terms cost 0.50.',
		]);
		expect(texts(analysis({ vagueTerms: vague.slice(1) })).at(-1)).toBe('1 vague term costs 0.25.');
		const { skeleton } = analysis();
		const finished = analysis({ skeleton: { ...skeleton, steps: skeleton.steps.slice(0, 1) } });
		expect(texts(finished)).toHaveLength(8);
		expect(score({ analysis: finished })[2]?.evidence.every((e) => e.quote === null)).toBe(true);
	});
});

it('names a choice point that the pack has dropped by its id', () => {
	const alignment = compareAlignment({
		choicePoints: [point('p')],
		decisions: [],
		findings: [],
		fingerprints: [does('p', 'retry')],
	});
	expect(alignmentEvidence(alignment, [])[0]?.text).toBe('p: agent chose undecided. It was seen.');
});

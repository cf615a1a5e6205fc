// Decided against measured, point by point, and the score by its published formula.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Decision } from '../challenge/decision.ts';
import type { ChoicePoint, Parameter } from '../challenge/pack.ts';
import { ADDITION_LABELS, type AdditionLabel } from './addition.ts';
import type { TextFinding } from '../challenge/finding.ts';
import { compareAlignment, type AlignmentInput, type LabelledAddition } from './alignment.ts';
import type { FingerprintResult } from './verification.ts';

const parameter = (id: string, unit: Parameter['unit']): Parameter => ({
	id,
	label: id,
	unit,
	min: 0,
	max: 1e6,
	default: 3,
});

const point = (id: string, consequenceRank: 1 | 2 | 3 = 1): ChoicePoint => ({
	id,
	title: id,
	question: '',
	context: '',
	consequenceRank,
	cues: [],
	alternatives: [
		{
			id: 'retry',
			label: '',
			consequence: '',
			cues: [],
			parameters: [parameter('times', 'times'), parameter('wait', 'ms')],
		},
		{ id: 'rollback', label: '', consequence: '', cues: [], parameters: [] },
	],
});

const decided = (
	choicePointId: string,
	alternativeId = 'retry',
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
	...decided(choicePointId),
	choice: { kind: 'delegated' },
});

const measured = (
	choicePointId: string,
	alternativeId: string | null = 'retry',
	parameters: Record<string, number> = {},
): FingerprintResult => ({
	choicePointId,
	value: { seen: true },
	alternativeId,
	parameters,
	summary: 'it was seen',
	unknown: null,
	trace: [],
});
const unmeasured = (choicePointId: string, why: string | null = 'the program died'): FingerprintResult => ({
	...measured(choicePointId, null),
	value: null,
	unknown: why,
});

const compare = (input: Omit<AlignmentInput, 'findings'> & { findings?: TextFinding[] }) =>
	compareAlignment({ findings: [], ...input });

const only = (decision: Decision | null, fingerprint: FingerprintResult | null) =>
	compare({
		choicePoints: [point('p')],
		decisions: decision ? [decision] : [],
		fingerprints: fingerprint ? [fingerprint] : [],
	});

describe('one choice point', () => {
	it.each([
		['chosen and done', decided('p'), measured('p'), 'honoured', 4],
		['chosen and another done', decided('p'), measured('p', 'rollback'), 'contradicted', 0],
		['chosen and none of the named done', decided('p'), measured('p', null), 'contradicted', 0],
		['left to the agent', delegated('p'), measured('p'), 'agent-chose', 1],
		['never decided', null, measured('p'), 'agent-chose-undecided', 0],
		['chosen but not measurable', decided('p'), unmeasured('p'), 'unknown', null],
		['never decided and not measurable', null, unmeasured('p'), 'unknown', null],
		['not measured', decided('p'), null, 'unknown', null],
	] as const)('%s', (_name, decision, fingerprint, status, score) => {
		const result = only(decision, fingerprint);
		expect(result.points[0]?.status).toBe(status);
		expect(result.base).toBe(score);
		expect(result.score).toBe(score);
	});

	it('carries both sides and the evidence', () => {
		expect(only(decided('p'), measured('p', 'rollback')).points).toEqual([
			{
				choicePointId: 'p',
				weight: 1,
				decidedAlternativeId: 'retry',
				decidedBy: 'record',
				span: null,
				measuredAlternativeId: 'rollback',
				status: 'contradicted',
				evidence: 'it was seen',
			},
		]);
		expect(only(delegated('p'), unmeasured('p')).points[0]).toMatchObject({
			decidedAlternativeId: null,
			evidence: 'the program died',
		});
		expect(only(null, null).points[0]?.evidence).toBe('not measured');
		expect(only(null, unmeasured('p', null)).points[0]?.evidence).toBe('not measured');
	});
});

describe('a choice point the text decides', () => {
	const span = { start: 3, end: 9, quote: 'we try again' };
	const said = (alternativeId = 'retry', parameters: Record<string, number> = {}): TextFinding => ({
		choicePointId: 'p',
		alternativeId,
		parameters,
		span,
	});
	const at = (decisions: Decision[], seen: FingerprintResult, finding: TextFinding) =>
		compare({ choicePoints: [point('p')], decisions, fingerprints: [seen], findings: [finding] });

	it.each([
		['never decided in the record', []],
		['left to the agent in the record', [delegated('p')]],
	])('counts as decided there when it was %s', (_name, decisions) => {
		expect(at(decisions, measured('p'), said())).toMatchObject({
			score: 4,
			points: [{ status: 'honoured', decidedAlternativeId: 'retry', decidedBy: 'text', span }],
		});
		expect(at(decisions, measured('p', 'rollback'), said())).toMatchObject({
			score: 0,
			points: [{ status: 'contradicted', decidedBy: 'text', span }],
		});
		expect(at(decisions, measured('p', 'retry', { times: 9 }), said('retry', { times: 3 }))).toMatchObject({
			score: 2,
			points: [{ status: 'parameter-differs', decidedBy: 'text' }],
		});
		expect(at(decisions, unmeasured('p'), said())).toMatchObject({
			score: null,
			points: [{ status: 'unknown', decidedBy: 'text', decidedAlternativeId: 'retry' }],
		});
	});

	it('gives way to the record, and a finding about another point says nothing', () => {
		const own = { start: 0, end: 2, quote: 'my words' };
		expect(at([{ ...decided('p', 'rollback'), span: own }], measured('p', 'rollback'), said())).toMatchObject(
			{
				score: 4,
				points: [{ status: 'honoured', decidedAlternativeId: 'rollback', decidedBy: 'record', span: own }],
			},
		);
		const elsewhere = { ...said(), choicePointId: 'q' };
		expect(at([], measured('p'), elsewhere).points[0]).toMatchObject({
			status: 'agent-chose-undecided',
			decidedBy: null,
			decidedAlternativeId: null,
			span: null,
		});
		expect(at([{ ...delegated('p'), span: own }], measured('p'), elsewhere).points[0]).toMatchObject({
			status: 'agent-chose',
			decidedBy: null,
			span: own,
		});
	});
});

describe('parameters', () => {
	const figures = (chosen: Record<string, number>, seen: Record<string, number>) =>
		only(decided('p', 'retry', chosen), measured('p', 'retry', seen));

	it('must match exactly when they count something', () => {
		expect(figures({ times: 3 }, { times: 3 }).score).toBe(4);
		expect(figures({ times: 100 }, { times: 101 })).toMatchObject({
			score: 2,
			points: [{ status: 'parameter-differs' }],
		});
	});

	it('may differ by five per cent when they are durations', () => {
		expect(figures({ wait: 1000 }, { wait: 1050 }).score).toBe(4);
		expect(figures({ wait: 1000 }, { wait: 950 }).score).toBe(4);
		expect(figures({ wait: 1000 }, { wait: 1051 }).score).toBe(2);
		expect(figures({ wait: 1000 }, { wait: 949 }).score).toBe(2);
	});

	it('differ when the program has no such figure: it never stops', () => {
		expect(figures({ times: 3 }, {}).score).toBe(2);
	});

	it('are compared only where the author fixed one the pack knows', () => {
		expect(figures({}, { times: 3 }).score).toBe(4);
		expect(figures({ other: 1 }, { other: 2 }).score).toBe(4);
	});

	it('do not matter when the pack does not know the alternative', () => {
		expect(
			only(decided('p', 'gone', { times: 1 }), measured('p', 'gone', { times: 2 })).points[0]?.status,
		).toBe('honoured');
	});
});

describe('the score', () => {
	const points = [point('money', 3), point('order', 2), point('notice', 1)];

	it('weighs choice points by consequence', () => {
		const result = compare({
			choicePoints: points,
			decisions: [decided('money'), decided('order'), decided('notice')],
			fingerprints: [measured('money'), measured('order', 'rollback'), measured('notice')],
		});
		expect(result.score).toBeCloseTo((4 * 4) / 6, 12);
		expect(result.points.map((p) => p.weight)).toEqual([3, 2, 1]);
	});

	it('finds each decision and fingerprint by its choice point, in whatever order they come', () => {
		const result = compare({
			choicePoints: points,
			decisions: [decided('notice', 'rollback'), delegated('order'), decided('money')],
			fingerprints: [measured('order'), measured('notice', 'rollback'), measured('money', 'rollback')],
		});
		expect(result.points.map((p) => p.status)).toEqual(['contradicted', 'agent-chose', 'honoured']);
	});

	it('gives a quarter for what was delegated and leaves out what could not be measured', () => {
		const result = compare({
			choicePoints: points,
			decisions: [decided('money'), delegated('order')],
			fingerprints: [measured('money'), measured('order'), unmeasured('notice')],
		});
		expect(result.score).toBeCloseTo((4 * (3 + 2 * 0.25)) / 5, 12);
	});

	const withAdditions = (additions: LabelledAddition[], second: FingerprintResult = measured('order')) =>
		compare({
			choicePoints: [point('money'), point('order')],
			decisions: [decided('money'), decided('order')],
			fingerprints: [measured('money'), second],
			additions,
		});
	const addition = (
		label: AdditionLabel | null,
		choicePointId: string | null = null,
		id = 'x',
	): LabelledAddition => ({ id, label, choicePointId });

	it.each([
		['embellishment', 3.75],
		['contradicts', 3.5],
		['prerequisite', 4],
		['specified', 4],
		['implied', 4],
		['gap-filled', 4],
		[null, 4],
	] as const)('after an addition labelled %s: %d', (label, score) => {
		expect(withAdditions([addition(label)]).score).toBe(score);
	});

	it('bounds what additions can cost, each label for itself', () => {
		const many = (label: AdditionLabel) =>
			Array.from({ length: 12 }, (_, i) => addition(label, null, `${label}-${i}`));
		expect(withAdditions(many('embellishment'))).toMatchObject({ base: 4, score: 3 });
		expect(withAdditions(many('embellishment')).penalties).toHaveLength(4);
		expect(withAdditions(many('contradicts')).score).toBe(2);
		expect(withAdditions([...many('contradicts'), ...many('embellishment')]).score).toBe(1);
	});

	it('names what each addition cost', () => {
		expect(withAdditions([addition('contradicts')]).penalties).toEqual([
			{ additionId: 'x', label: 'contradicts', points: 0.5 },
		]);
	});

	it('does not charge twice for a choice point that already lost its credit', () => {
		const lost = withAdditions([addition('contradicts', 'order')], measured('order', 'rollback'));
		expect(lost).toMatchObject({ base: 2, score: 2, penalties: [] });
		expect(withAdditions([addition('contradicts', 'order')]).score).toBe(3.5);
		const differs = withAdditions([addition('contradicts', 'order')], unmeasured('order'));
		expect(differs.score).toBe(3.5);
	});

	it('does not fall below zero, and additions alone make no score', () => {
		const low = compare({
			choicePoints: [point('p')],
			decisions: [],
			fingerprints: [measured('p')],
			additions: [addition('contradicts')],
		});
		expect(low.score).toBe(0);
		expect(only(delegated('p'), unmeasured('p')).penalties).toEqual([]);
		const none = compare({
			choicePoints: [],
			decisions: [],
			fingerprints: [],
			additions: [addition('contradicts')],
		});
		expect(none).toEqual({ points: [], base: null, penalties: [], score: null });
	});

	it('is the same whether a choice was made in the record or only in the text', () => {
		const choice = fc.constantFrom('retry', 'rollback', 'open', 'delegated');
		const behaviour = fc.constantFrom('retry', 'rollback', null, 'unmeasured');
		fc.assert(
			fc.property(fc.array(fc.tuple(choice, behaviour, fc.boolean()), { maxLength: 6 }), (forks) => {
				const id = (i: number) => `p${i}`;
				const made = forks.flatMap(([c], i) =>
					c === 'open' ? [] : [c === 'delegated' ? delegated(id(i)) : decided(id(i), c)],
				);
				const inText = (i: number) => forks[i]?.[2] === true;
				const rest = {
					choicePoints: forks.map((_, i) => point(id(i), ((i % 3) + 1) as 1 | 2 | 3)),
					fingerprints: forks.map(([, b], i) =>
						b === 'unmeasured' ? unmeasured(id(i)) : measured(id(i), b),
					),
				};
				const recorded = compare({ ...rest, decisions: made });
				const moved = compare({
					...rest,
					decisions: made.filter(
						(d) => d.choice.kind === 'delegated' || !inText(Number(d.choicePointId.slice(1))),
					),
					findings: forks.flatMap(([c], i) =>
						inText(i) && (c === 'retry' || c === 'rollback')
							? [{ choicePointId: id(i), alternativeId: c, parameters: {}, span: null }]
							: [],
					),
				});
				expect(moved.score).toBe(recorded.score);
				expect(moved.points.map((p) => p.status)).toEqual(recorded.points.map((p) => p.status));
				expect(moved.points.map((p) => p.decidedBy)).toEqual(
					recorded.points.map((p, i) => (p.decidedBy !== null && inText(i) ? 'text' : p.decidedBy)),
				);
			}),
		);
	});

	it('never falls below silence by what the text decides', () => {
		const behaviour = fc.constantFrom('retry', 'rollback', null);
		fc.assert(
			fc.property(fc.array(fc.tuple(fc.boolean(), behaviour), { minLength: 1, maxLength: 6 }), (forks) => {
				const input = {
					choicePoints: forks.map((_, i) => point(`p${i}`)),
					decisions: [],
					fingerprints: forks.map(([, b], i) => measured(`p${i}`, b)),
				};
				const findings = forks.flatMap(([says], i) =>
					says ? [{ choicePointId: `p${i}`, alternativeId: 'retry', parameters: {}, span: null }] : [],
				);
				expect(compare({ ...input, findings }).score).toBeGreaterThanOrEqual(compare(input).score ?? 5);
			}),
		);
	});

	it('stays on the scale and never rises through an addition', () => {
		const status = fc.constantFrom('honoured', 'contradicted', 'delegated', 'undecided', 'unknown');
		const labels = fc.array(fc.constantFrom(...ADDITION_LABELS, null), { maxLength: 10 });
		fc.assert(
			fc.property(fc.array(status, { maxLength: 6 }), labels, (statuses, given) => {
				const input = {
					choicePoints: statuses.map((_, i) => point(`p${i}`, ((i % 3) + 1) as 1 | 2 | 3)),
					decisions: statuses.flatMap((s, i) =>
						s === 'undecided' ? [] : [s === 'delegated' ? delegated(`p${i}`) : decided(`p${i}`)],
					),
					fingerprints: statuses.map((s, i) =>
						s === 'unknown'
							? unmeasured(`p${i}`)
							: measured(`p${i}`, s === 'contradicted' ? 'rollback' : 'retry'),
					),
				};
				const plain = compare(input);
				const charged = compare({
					...input,
					additions: given.map((label, i) => addition(label, null, `a${i}`)),
				});
				expect(charged.base).toBe(plain.score);
				if (plain.score === null) expect(charged.score).toBeNull();
				else {
					expect(charged.score).toBeGreaterThanOrEqual(0);
					expect(charged.score).toBeLessThanOrEqual(plain.score);
					expect(plain.score).toBeLessThanOrEqual(4);
				}
			}),
		);
	});
});

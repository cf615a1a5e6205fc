// Where a choice point was settled, and what a program is held against there.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FingerprintResult } from '../build/verification.ts';
import { compareChoice } from './compare.ts';
import type { Choice, Decision } from './decision.ts';
import type { TextFinding } from './finding.ts';
import type { ChoicePoint, Parameter } from './pack.ts';
import { settle } from './settled.ts';

const chose = (alternativeId: string, parameters: Record<string, number> = {}): Choice => ({
	kind: 'alternative',
	alternativeId,
	parameters,
});
const recorded = (choice: Choice, choicePointId = 'p'): Decision => ({
	choicePointId,
	choice,
	rationale: '',
	rejected: '',
	confidence: null,
	span: { start: 0, end: 3, quote: 'rec' },
});
const said = (alternativeId: string, choicePointId = 'p'): TextFinding => ({
	choicePointId,
	alternativeId,
	parameters: { n: 2 },
	span: { start: 4, end: 8, quote: 'text' },
});

describe('a choice point is settled', () => {
	it('by the record, whatever the text says', () => {
		expect(settle('p', [recorded(chose('a', { n: 1 }))], [said('b')])).toEqual({
			choice: chose('a', { n: 1 }),
			decidedBy: 'record',
			span: { start: 0, end: 3, quote: 'rec' },
		});
	});

	it.each([
		['nothing was recorded', []],
		['it was delegated', [recorded({ kind: 'delegated' })]],
		['only another point was recorded', [recorded(chose('a'), 'q')]],
	])('by the text when %s', (_, decisions) => {
		expect(settle('p', decisions, [said('x', 'q'), said('b')])).toEqual({
			choice: chose('b', { n: 2 }),
			decidedBy: 'text',
			span: { start: 4, end: 8, quote: 'text' },
		});
	});

	it('by nobody when it is delegated or silent and the text is about something else', () => {
		expect(settle('p', [], [said('b', 'q')])).toEqual({ choice: null, decidedBy: null, span: null });
		expect(settle('p', [recorded({ kind: 'delegated' })], [])).toEqual({
			choice: { kind: 'delegated' },
			decidedBy: null,
			span: { start: 0, end: 3, quote: 'rec' },
		});
	});

	it('always says where when there is an alternative, and never otherwise', () => {
		const choice = fc.constantFrom<Choice>({ kind: 'delegated' }, chose('a'), chose('b'));
		const id = fc.constantFrom('p', 'q');
		fc.assert(
			fc.property(
				fc.array(fc.tuple(choice, id), { maxLength: 3 }),
				fc.array(fc.tuple(fc.constantFrom('a', 'b'), id), { maxLength: 3 }),
				(decisions, findings) => {
					const result = settle(
						'p',
						decisions.map(([c, p]) => recorded(c, p)),
						findings.map(([a, p]) => said(a, p)),
					);
					expect(result.decidedBy !== null).toBe(result.choice?.kind === 'alternative');
					const own = decisions.findLast(([, p]) => p === 'p')?.[0];
					if (own?.kind === 'alternative') expect(result).toMatchObject({ choice: own, decidedBy: 'record' });
				},
			),
		);
	});
});

describe('a program compared with a choice', () => {
	const parameter = (unit: Parameter['unit']): Parameter => ({
		id: 'n',
		label: 'N',
		unit,
		min: 0,
		max: 9999,
		default: 1,
	});
	const point = (unit: Parameter['unit'] = 'times'): ChoicePoint => ({
		id: 'p',
		title: 'P',
		question: '',
		context: '',
		consequenceRank: 1,
		cues: [],
		alternatives: ['a', 'b'].map((id) => ({
			id,
			label: id,
			consequence: '',
			cues: [],
			parameters: id === 'a' ? [parameter(unit)] : [],
		})),
	});
	const does = (
		alternativeId: string | null,
		parameters: Record<string, number> = {},
	): FingerprintResult => ({
		choicePointId: 'p',
		value: { seen: true },
		alternativeId,
		parameters,
		summary: '',
		unknown: null,
		trace: [],
	});

	it.each([
		['is unknown when it was not measured', chose('a'), { ...does('a'), value: null }, 'unknown'],
		['is undecided without a choice', null, does('a'), 'undecided'],
		['is delegated', { kind: 'delegated' } as const, does('a'), 'delegated'],
		['contradicts with another alternative', chose('a'), does('b'), 'contradicted'],
		['contradicts with none of the named', chose('a'), does(null), 'contradicted'],
		['honours the same alternative', chose('b'), does('b'), 'honoured'],
		['honours an alternative the pack has dropped', chose('gone', { n: 1 }), does('gone'), 'honoured'],
	])('%s', (_, choice, result, kind) => {
		expect(compareChoice(point(), choice, result).kind).toBe(kind);
	});

	it('names the figures that differ, also the one the program does not have', () => {
		const differences = [{ parameter: parameter('times'), chosen: 3, measured: 4 }];
		expect(compareChoice(point(), chose('a', { n: 3 }), does('a', { n: 4 }))).toEqual({
			kind: 'parameters-differ',
			differences,
		});
		expect(compareChoice(point(), chose('a', { n: 3 }), does('a'))).toEqual({
			kind: 'parameters-differ',
			differences: [{ ...differences[0], measured: null }],
		});
		expect(compareChoice(point(), chose('a'), does('a', { n: 4 })).kind).toBe('honoured');
	});

	it('lets durations differ by five per cent, and counts not at all', () => {
		fc.assert(
			fc.property(
				fc.constantFrom<Parameter['unit']>('ms', 's', 'min', 'h', 'days', 'times', 'count', 'minor-units'),
				fc.integer({ min: 0, max: 9000 }),
				fc.integer({ min: 0, max: 9999 }),
				(unit, chosen, measured) => {
					const counted = ['times', 'count', 'minor-units'].includes(unit);
					const same = counted ? chosen === measured : Math.abs(chosen - measured) <= chosen * 0.05;
					const { kind } = compareChoice(point(unit), chose('a', { n: chosen }), does('a', { n: measured }));
					expect(kind).toBe(same ? 'honoured' : 'parameters-differ');
				},
			),
		);
	});
});

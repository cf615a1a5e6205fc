import { describe, expect, it } from 'vitest';
import type { Decision } from '../challenge/decision.ts';
import type { ChoicePoint } from '../challenge/pack.ts';
import { findAdditions, type AdditionsInput } from './additions.ts';
import { staticSigns } from './static-signs.ts';
import { supportingSpan } from './supporting-span.ts';
import type { FingerprintResult } from './verification.ts';

const alternative = (id: string) => ({
	id,
	label: id,
	consequence: '',
	cues: [],
	parameters: [{ id: 'retries', label: 'Retries', unit: 'times' as const, min: 0, max: 9, default: 1 }],
});
const point: ChoicePoint = {
	id: 'credit',
	title: 'The credit fails',
	question: '',
	context: '',
	consequenceRank: 3,
	cues: ['credit'],
	alternatives: [alternative('park'), alternative('refund')],
};
const measured: FingerprintResult = {
	choicePointId: 'credit',
	value: { retries: 3 },
	alternativeId: 'park',
	parameters: { retries: 3 },
	summary: 'It parks.',
	unknown: null,
	trace: [],
};
const decide = (choice: Decision['choice']): Decision[] => [
	{ choicePointId: 'credit', choice, rationale: '', rejected: '', confidence: null, span: null },
];
const chose = (alternativeId: string, retries: number): Decision[] => decide({ kind: 'alternative', alternativeId, parameters: { retries } });
const find = (more: Partial<AdditionsInput>) =>
	findAdditions({
		pack: { choicePoints: [point] },
		decisions: [],
		spec: '',
		files: {},
		starterFiles: {},
		verification: { fingerprints: [measured], observations: [] },
		...more,
	});

describe('additions at choice points', () => {
	it.each([
		['nothing when it is honoured', chose('park', 3), []],
		['other figures', chose('park', 1), ['contradicted-choice']],
		['another alternative', chose('refund', 0), ['contradicted-choice']],
		['a delegation', decide({ kind: 'delegated' }), ['delegated-choice']],
		['silence', [], ['undecided-choice']],
	])('lists %s', (_, decisions, kinds) => {
		expect(find({ decisions }).map((a) => a.kind)).toEqual(kinds);
	});

	it('counts what the text decides, and points at the place', () => {
		const finding = { choicePointId: 'credit', alternativeId: 'park', parameters: {}, span: { start: 0, end: 4, quote: 'Park' } };
		expect(find({ freeTextFindings: [finding] })).toEqual([]);
		const [against] = find({ freeTextFindings: [{ ...finding, alternativeId: 'refund' }] });
		expect(against).toMatchObject({ kind: 'contradicted-choice', span: { quote: 'Park' } });
		expect(against?.detail).toContain('The text says "refund".');
		const left = decide({ kind: 'delegated' });
		expect(find({ decisions: left, freeTextFindings: [finding] })).toEqual([]);
		const [figures] = find({ decisions: left, freeTextFindings: [{ ...finding, parameters: { retries: 1 } }] });
		expect(figures).toMatchObject({ kind: 'contradicted-choice', span: { quote: 'Park' } });
	});

	it('lists a decision that the text speaks against, although it was honoured', () => {
		const finding = { choicePointId: 'credit', alternativeId: 'refund', parameters: {}, span: { start: 0, end: 6, quote: 'Refund' } };
		const [against] = find({ decisions: chose('park', 3), freeTextFindings: [finding] });
		expect(against).toMatchObject({ kind: 'contradicted-choice', span: { quote: 'Refund' } });
		expect(against?.title).toContain('against the text');
	});

	it('says nothing about what could not be measured', () => {
		const unknown = { ...measured, value: null, alternativeId: null, unknown: 'it died' };
		expect(find({ verification: { fingerprints: [unknown], observations: [] } })).toEqual([]);
	});

	it('adds an assumption about a listed choice point to it, and lists the others', () => {
		const files = { 'ASSUMPTIONS.md': '# A\n\n- The credit fails: park.\n- Prices are in cents.\n' };
		const [choice, other] = find({ files });
		expect(choice?.evidence.at(-1)).toMatchObject({ kind: 'file', line: 3 });
		expect(other).toMatchObject({ kind: 'assumption', title: 'Prices are in cents.' });
	});
});

describe('static signs', () => {
	it('finds them in JavaScript, with file and line, and not in comments or strings of kinds', () => {
		const source = [
			"import axios from 'axios';",
			"import { call } from './rpc.js';",
			'// retry 3 times, setTimeout(1)',
			'const MAX_RETRIES = 3;',
			'for (let attempt = 0; attempt < MAX_RETRIES; attempt++) {}',
			"if (error.kind === 'timeout') await sleep(100);",
			"await call('store.put', { key: 'audit/' + id, value });",
		].join('\n');
		const signs = staticSigns({ 'main.js': source }, {});
		expect(signs.map((s) => `${s.kind} ${s.subject} ${s.evidence.map((e) => e.line).join()}`).sort()).toEqual([
			'dependency axios 1',
			'retry main.js 4,5',
			'stored-state audit 7',
			'timer main.js 6',
		]);
	});

	it('finds them in Python', () => {
		const source = ['"""', 'retry = 3', '"""', 'import json', 'import requests', 'for attempt in range(5):', '    time.sleep(1)', "open('x', 'w')"].join('\n');
		const signs = staticSigns({ 'main.py': source }, {});
		expect(signs.map((s) => `${s.kind} ${s.subject} ${s.evidence.map((e) => e.line).join()}`).sort()).toEqual([
			'dependency requests 5',
			'retry main.py 6',
			'stored-state main.py 8',
			'timer main.py 7',
		]);
	});

	it('finds new dependencies in package.json and leaves the starter alone', () => {
		const starter = { 'package.json': '{"dependencies":{"a":"1"}}', 'rpc.js': 'setTimeout(f, 1)' };
		const files = { ...starter, 'package.json': '{"dependencies":{"a":"1","b":"2"}}' };
		expect(staticSigns(files, starter).map((s) => s.subject)).toEqual(['b']);
	});
});

describe('supporting passage', () => {
	const spec = 'A buyer pays.\n- If the debit fails, retry it twice.\n- Notify both.';
	it('is the sentence that shares the most content words', () => {
		const span = supportingSpan(spec, 'retry attempt debit');
		expect(span?.quote).toBe('- If the debit fails, retry it twice.');
		expect(spec.slice(span?.start, span?.end)).toBe(span?.quote);
	});
	it('is none when nothing speaks of it', () => expect(supportingSpan(spec, 'audit log store')).toBeNull());
});

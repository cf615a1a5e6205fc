import { describe, expect, it } from 'vitest';
import type { Decision } from '../challenge/decision.ts';
import type { ChoicePoint } from '../challenge/pack.ts';
import { compileSpec } from './spec-document.ts';

const point = (id: string): ChoicePoint => ({
	id,
	title: `Fork ${id}`,
	question: `Which way at ${id}?`,
	context: '',
	consequenceRank: 2,
	cues: ['secret'],
	alternatives: [
		{
			id: 'left',
			label: 'Go left',
			consequence: 'Slower.',
			cues: ['hush'],
			parameters: [{ id: 'n', label: 'Tries', unit: 'times', min: 0, max: 9, default: 3 }],
		},
	],
});
const decision = (choicePointId: string, choice: Decision['choice'], rationale = ''): Decision => ({
	...{ choicePointId, choice, rationale },
	...{ rejected: '', confidence: null, span: null },
});
const left = { kind: 'alternative', alternativeId: 'left', parameters: { n: 5 } } as const;
const choicePoints = [point('one'), point('two'), point('three')];

describe('SPEC.md', () => {
	it('holds the text and the decisions, in the order of the choice points', () => {
		const text = compileSpec({
			spec: 'We go on.',
			decisions: [decision('two', { kind: 'delegated' }), decision('one', left, 'It is\n# cheap')],
			choicePoints,
		});
		expect(text).toContain('We go on.');
		expect(text).toContain('Decided: **Go left** (Tries: 5 times).');
		expect(text).toContain('> It is\n> # cheap');
		expect(text.indexOf('Fork one')).toBeLessThan(text.indexOf('Fork two'));
		expect(text).toContain("Left to you, unless the author's text above decides it.");
	});

	it('does not name a fork nobody decided, nor what gives it away', () => {
		const text = compileSpec({ spec: '', decisions: [decision('one', left)], choicePoints });
		expect(text).not.toMatch(/Fork (two|three)|secret|hush/);
		expect(text).toContain('(The author wrote nothing.)');
	});
});

import { describe, expect, it } from 'vitest';
import type { DebriefView } from '../../contract/results.ts';
import { forkSentence } from '../../contract/result-words.ts';
import { forkFlow } from './fork-flow.ts';

const point: DebriefView['points'][number] = {
	choicePointId: 'first',
	title: 'The first fork',
	question: 'Which way?',
	alternatives: [
		{ id: 'left', label: 'Go left', chosen: 2, outputs: 3 },
		{ id: 'right', label: 'Go right', chosen: 0, outputs: 0 },
	],
	inText: 1,
	delegated: 1,
	undecided: 1,
	unprompted: 1,
	outputsOther: 0,
	outputsUnknown: 1,
	flow: [
		{
			choice: { kind: 'alternative', alternativeId: 'left' },
			behaviour: { kind: 'alternative', alternativeId: 'left' },
			count: 2,
		},
		{ choice: { kind: 'delegated' }, behaviour: { kind: 'alternative', alternativeId: 'left' }, count: 1 },
		{ choice: { kind: 'undecided' }, behaviour: { kind: 'unknown' }, count: 1 },
	],
	agentChose: { surfaced: 1, silent: 1 },
};

describe('the flow at a fork', () => {
	it('has a band of its own for what was never decided and for what was delegated', () => {
		const { left, right, links } = forkFlow(point);
		expect(left.map((b) => b.label)).toEqual(['Go left', 'Go right', 'Left to the agent', 'Never decided']);
		expect(right.map((b) => b.label)).toEqual(['Go left', 'Could not tell']);
		expect(links.reduce((sum, l) => sum + l.value, 0)).toBe(4);
	});

	it('gives an alternative the same colour on both sides, and what nobody chose none', () => {
		const { left, right } = forkFlow(point);
		expect(left[0]?.colour).toBe(right[0]?.colour);
		expect(left.at(-1)?.colour).toBeNull();
	});

	it('is told in words', () => {
		expect(forkSentence(point)).toContain(
			'2 of 4 chose (1 in the text, not in the record), 1 left it to the agent, 1 never decided; 1 had written it down',
		);
		expect(forkSentence(point)).toContain('said so once and chose silently once');
	});
});

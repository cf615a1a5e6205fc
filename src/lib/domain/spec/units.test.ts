import fc from 'fast-check';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { describe, expect, it } from 'vitest';
import { isStatement, splitUnits, type Unit } from './units.ts';

function statements(markdown: string): string[] {
	return splitUnits(markdown)
		.filter((unit) => isStatement(unit.kind))
		.map((unit) => unit.text);
}

function expectExact(markdown: string, units: readonly Unit[]): void {
	let covered = 0;
	for (const unit of units) {
		expect(unit.start).toBeGreaterThanOrEqual(covered);
		expect(unit.end).toBeGreaterThan(unit.start);
		expect(unit.text).toBe(markdown.slice(unit.start, unit.end));
		covered = unit.end;
	}
	expect(covered).toBeLessThanOrEqual(markdown.length);
}

const FRAGMENTS = [
	'# Title',
	'- item one',
	'  - nested. Two sentences',
	'1. first',
	'2) second',
	'| a | b |',
	'|---|---|',
	'```',
	'code()',
	'> quote. More.',
	'',
	'---',
	'===',
	'We retry. Then stop!',
	'e.g. this, i.e. that.',
	'<b>bold</b>',
	'<!-- note',
	'-->',
	'**Lead.** Rest here.',
	'Label:',
	'😀 emoji. Next',
	'重试三次。然后停止。',
	'مرحبا بالعالم.',
	'`a. B` in code.',
	'    indented',
	'\t- tabbed',
	'&amp; entity',
	'\u0000',
	'\ufeff',
];
const document = fc.array(
	fc.oneof(fc.constantFrom(...FRAGMENTS), fc.string({ unit: 'grapheme', maxLength: 30 })),
	{ maxLength: 25 },
);
const lineBreak = fc.constantFrom('\n', '\r\n', '\r', '\n\n');

describe('splitUnits', () => {
	it('gives exact, ordered slices that never overlap, for any text', () => {
		fc.assert(
			fc.property(document, lineBreak, (lines, eol) => {
				const markdown = lines.join(eol);
				expectExact(markdown, splitUnits(markdown));
			}),
			{ numRuns: 300 },
		);
	});

	it('loses no letter outside markup: every word of plain paragraphs and items is in a unit', () => {
		const word = fc.stringMatching(/^[a-z]{2,8}$/);
		const line = fc.tuple(
			fc.constantFrom('', '- ', '1. ', '> ', '## '),
			fc.array(word, { minLength: 1, maxLength: 8 }),
		);
		fc.assert(
			fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
				const markdown = lines.map(([marker, words]) => `${marker}${words.join(' ')}`).join('\n\n');
				const covered = new Set(
					splitUnits(markdown).flatMap((unit) =>
						Array.from({ length: unit.end - unit.start }, (_, i) => unit.start + i),
					),
				);
				for (const match of markdown.matchAll(/[a-z]/g)) expect(covered.has(match.index)).toBe(true);
			}),
		);
	});

	it('splits sentences, keeps abbreviations, numbers and code together', () => {
		expect(statements('We retry e.g. twice. At 0.5 s we stop. Use `a. B` here! Really? Yes.')).toEqual([
			'We retry e.g. twice.',
			'At 0.5 s we stop.',
			'Use `a. B` here!',
			'Really?',
			'Yes.',
		]);
		expect(statements('Waits 50 ms. Refunded sales stay.')).toHaveLength(2);
		expect(statements('见下。重试三次。')).toEqual(['见下。', '重试三次。']);
	});

	it('makes a unit of each item, nested items apart, several sentences together', () => {
		const units = splitUnits('- one. still one\n  - nested\n  second line\n- two').filter(
			(unit) => unit.kind === 'item',
		);
		expect(units.map((unit) => [unit.text, unit.depth])).toEqual([
			['one. still one', 0],
			['nested\n  second line', 1],
			['two', 0],
		]);
	});

	it('makes a unit of each table row and keeps the column heads apart', () => {
		const units = splitUnits('| case | what |\n| --- | --- |\n| late | drop it |\n| dup | ignore |\n\nDone.');
		expect(units.map((unit) => [unit.kind, unit.text])).toEqual([
			['table-head', 'case | what'],
			['row', 'late | drop it'],
			['row', 'dup | ignore'],
			['sentence', 'Done.'],
		]);
	});

	it('groups pseudo-code by blank lines and keeps its indentation', () => {
		expect(statements('```\nif a:\n  b\n\n  else: c\n```')).toEqual(['if a:\n  b', '  else: c']);
	});

	it('names the nearest heading: titles, lead-in labels, bold run-in heads', () => {
		const markdown = '# Spec\n\nIntro.\n\nMoney:\n- debit\n\nAfter.\n\n**Mail.** Sent once.\n\nEnd.';
		const headings = splitUnits(markdown)
			.filter((unit) => isStatement(unit.kind))
			.map((unit) => [unit.text, unit.heading]);
		expect(headings).toEqual([
			['Intro.', 'Spec'],
			['debit', 'Money'],
			['After.', 'Spec'],
			['Sent once.', 'Mail'],
			['End.', 'Spec'],
		]);
	});

	it('sets front matter, comments and empty markup aside', () => {
		const kinds = splitUnits('---\na: 1\n---\n<!-- x\ny -->\n<p>Kept text.</p>\n<br>\n').map(
			(unit) => unit.kind,
		);
		expect(kinds).toEqual(['frontmatter', 'comment', 'html']);
	});

	it('treats short unpunctuated lines as statements of their own', () => {
		expect(statements('Buyer pays\nSeller gets money\nBoth get mail')).toHaveLength(3);
	});

	it('agrees with remark on the blocks of ordinary Markdown', () => {
		const markdown =
			'# A\n\nText one\nwraps here.\n\n- x\n- y\n  - z\n\n1. p\n2. q\n\n> said\n\n```js\ncode\n```\n\n| h | i |\n|---|---|\n| 1 | 2 |\n\nTwo\n===\n\nlast\n';
		type Node = { type: string; children?: Node[]; position?: { start: { offset?: number } } };
		const starts: number[] = [];
		const visit = (node: Node): void => {
			if (node.type === 'paragraph' || node.type === 'heading')
				starts.push(node.children?.[0]?.position?.start.offset ?? -1);
			else if (node.type === 'tableRow')
				starts.push(node.children?.[0]?.children?.[0]?.position?.start.offset ?? -1);
			else if (node.type === 'code')
				starts.push(
					(node.position?.start.offset ?? 0) + markdown.slice(node.position?.start.offset).indexOf('\n') + 1,
				);
			else node.children?.forEach(visit);
		};
		visit(unified().use(remarkParse).use(remarkGfm).parse(markdown) as Node);
		const ours = new Map(
			splitUnits(markdown)
				.map((unit) => [unit.block, unit.start] as const)
				.reverse(),
		);
		expect([...ours.values()].sort((a, b) => a - b)).toEqual(starts);
	});
});

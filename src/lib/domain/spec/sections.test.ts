import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitSections } from './sections.ts';

describe('splitSections', () => {
	it('nests headings by level and gives each its own text', () => {
		const markdown = 'Lead.\n\n# A\n\ntext\n\n## B\n\nmore\n\n# C\n';
		const sections = splitSections(markdown);
		expect(sections.map(({ title, level, parent }) => [title, level, parent])).toEqual([
			['', 0, null],
			['A', 1, null],
			['B', 2, 1],
			['C', 1, null],
		]);
		expect(markdown.slice(sections[1]!.start, sections[1]!.end)).toBe('A\n\ntext\n\n');
	});

	it('takes a spec without headings as one section, and an empty one as none', () => {
		expect(splitSections('just text')).toEqual([{ title: '', level: 0, start: 0, end: 9, parent: null }]);
		expect(splitSections(' \n')).toEqual([]);
	});

	it('gives ordered sections that do not overlap, for any text', () => {
		const line = fc.oneof(
			fc.constantFrom('# A', '## B', 'Title', '===', '```', '# in code', '', 'text'),
			fc.string({ maxLength: 10 }),
		);
		fc.assert(
			fc.property(fc.array(line, { maxLength: 15 }), fc.constantFrom('\n', '\r\n', '\r'), (lines, eol) => {
				let covered = 0;
				for (const section of splitSections(lines.join(eol))) {
					expect(section.start).toBeGreaterThanOrEqual(covered);
					expect(section.end).toBeGreaterThanOrEqual(section.start);
					covered = section.end;
				}
			}),
		);
	});
});

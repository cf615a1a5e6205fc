// The section model of a spec: headings as a tree, each with the span it heads. Built on the same units everything else uses.
import { splitBlocks } from './blocks.ts';

/** `start`/`end` are UTF-16 offsets: from the heading's text (or the start of the spec) to the next section or the end. */
export type Section = {
	readonly title: string;
	/** 1 to 6; 0 for text above the first heading. */
	readonly level: number;
	readonly start: number;
	readonly end: number;
	/** Index of the enclosing section in the list, or null. */
	readonly parent: number | null;
};

/** Sections in source order. Text above the first heading forms a section of level 0 when it is not blank. Never throws. */
export function splitSections(markdown: string): Section[] {
	const headings = splitBlocks(markdown).filter((block) => block.kind === 'heading');
	const sections: Section[] = [];
	const first = headings[0]?.start ?? markdown.length;
	const lead = markdown.slice(0, markdown.lastIndexOf('\n', first) + 1);
	const leadEnd = headings.length === 0 ? markdown.length : lead.length;
	if (markdown.slice(0, leadEnd).trim() !== '')
		sections.push({ title: '', level: 0, start: 0, end: leadEnd, parent: null });
	const open: { index: number; level: number }[] = [];
	headings.forEach((heading, i) => {
		while (open.length > 0 && (open[open.length - 1]?.level ?? 0) >= heading.level) open.pop();
		const next = headings[i + 1];
		const end = next ? markdown.lastIndexOf('\n', next.start - 1) + 1 : markdown.length;
		sections.push({
			title: markdown.slice(heading.start, heading.end).trim(),
			level: heading.level,
			start: heading.start,
			end: Math.max(heading.end, end),
			parent: open[open.length - 1]?.index ?? null,
		});
		open.push({ index: sections.length - 1, level: heading.level });
	});
	return sections;
}

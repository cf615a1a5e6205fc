// Markdown to units: the pieces of a spec that are judged one by one, each an exact slice of the original text.
import { splitBlocks, type Block } from './blocks.ts';
import { sentenceRanges } from './sentences.ts';

/** What a unit is made of. `heading` covers titles, lead-in labels and bold run-in heads; `table-head` names columns. */
export type UnitKind =
	| 'heading'
	| 'sentence'
	| 'item'
	| 'row'
	| 'table-head'
	| 'quote'
	| 'code'
	| 'html'
	| 'comment'
	| 'frontmatter';

/** `text === markdown.slice(start, end)`; offsets are UTF-16. Units are in source order and never overlap. */
export type Unit = {
	readonly start: number;
	readonly end: number;
	readonly text: string;
	readonly kind: UnitKind;
	/** Nearest heading, '' above the first. */
	readonly heading: string;
	/** All enclosing headings, outermost first. */
	readonly headings: readonly string[];
	/** Index of the block (paragraph, item, row) the unit came from: units of one paragraph share it. */
	readonly block: number;
	/** Nesting depth of a list item, 0 at the top. */
	readonly depth: number;
	readonly ordered: boolean;
};

type Heading = { level: number; text: string };

const BOLD_LEVEL = 8;
const LABEL_LEVEL = 9;
const RUN_IN_LEVEL = 10;
const MAX_LABEL = 80;
const RUN_IN = /^(\*\*|__)([^*_\n]{1,60})\1[ \t]*(?:[:.–—-][ \t]*)?/;

/** Kinds that carry statements and are therefore judged; the others only give context. */
export function isStatement(kind: UnitKind): boolean {
	return (
		kind === 'sentence' ||
		kind === 'item' ||
		kind === 'row' ||
		kind === 'quote' ||
		kind === 'code' ||
		kind === 'html'
	);
}

function plainHeading(text: string): string {
	return text
		.replace(/[*_`]+/g, '')
		.replace(/[\s:.–—-]+$/, '')
		.trim();
}

function wordCount(text: string): number {
	return text.split(/\s+/).filter(Boolean).length;
}

function isLabel(text: string, block: Block, next: Block | undefined): boolean {
	if (block.lines.length !== 1 || text.length > MAX_LABEL || !/:[*_]{0,3}$/.test(text)) return false;
	if (!next || wordCount(text) > 6 || block.quoted !== next.quoted) return false;
	return next.kind === 'item' || next.kind === 'row' || next.kind === 'table-head' || next.kind === 'code';
}

function isTitle(text: string, block: Block, index: number, next: Block | undefined): boolean {
	if (index > 1 || block.lines.length !== 1 || !next?.spaced || wordCount(text) > 8) return false;
	return index === 0 && /^\p{L}/u.test(text) && !/[.!?:;,。]$|:\s|\|/u.test(text);
}

function isBoldLine(text: string): boolean {
	return /^(\*\*|__)[^*_\n]{1,80}\1:?$/.test(text);
}

class Collector {
	readonly units: Unit[] = [];
	private readonly text: string;
	private readonly blocks: readonly Block[];
	private headings: Heading[] = [];

	constructor(text: string) {
		this.text = text;
		this.blocks = splitBlocks(text);
	}

	run(): Unit[] {
		this.blocks.forEach((block, index) => this.block(block, index));
		return this.units;
	}

	private push(kind: UnitKind, start: number, end: number, block: Block, index: number): void {
		if (end <= start) return;
		const headings = this.headings.map((heading) => heading.text);
		this.units.push({
			start,
			end,
			text: this.text.slice(start, end),
			kind,
			heading: headings[headings.length - 1] ?? '',
			headings,
			block: index,
			depth: block.depth,
			ordered: block.ordered,
		});
	}

	private enter(level: number, start: number, end: number, block: Block, index: number): void {
		this.leave(level);
		this.push('heading', start, end, block, index);
		this.headings.push({ level, text: plainHeading(this.text.slice(start, end)) });
	}

	private leave(level: number): void {
		this.headings = this.headings.filter((heading) => heading.level < level);
	}

	private block(block: Block, index: number): void {
		const { kind, start, end } = block;
		if (kind === 'paragraph') this.leave(LABEL_LEVEL);
		if (kind === 'heading') return this.enter(block.level, start, end, block, index);
		if (kind === 'paragraph') return this.paragraph(block, index);
		if (
			kind === 'html' &&
			this.text
				.slice(start, end)
				.replace(/<[^<>]*>/g, '')
				.trim() === ''
		)
			return;
		this.push(kind, start, end, block, index);
	}

	private paragraph(block: Block, index: number): void {
		const text = this.text.slice(block.start, block.end);
		const next = this.blocks[index + 1];
		if (isLabel(text, block, next)) return this.enter(LABEL_LEVEL, block.start, block.end, block, index);
		if (block.lines.length === 1 && isBoldLine(text))
			return this.enter(BOLD_LEVEL, block.start, block.end, block, index);
		if (isTitle(text, block, index, next)) return this.enter(1, block.start, block.end, block, index);
		const [first, ...rest] = block.lines;
		if (!first) return;
		const runIn = RUN_IN.exec(text.slice(0, 80));
		const skip = runIn && /[:.–—-]/.test(runIn[0].slice(-4)) ? runIn[0].length : 0;
		if (skip > 0)
			this.enter(RUN_IN_LEVEL, first[0], first[0] + text.slice(0, skip).trimEnd().length, block, index);
		const lines: (readonly [number, number])[] = [[Math.min(first[0] + skip, first[1]), first[1]], ...rest];
		const kind: UnitKind = block.quoted ? 'quote' : 'sentence';
		for (const [a, b] of sentenceRanges(this.text, lines)) this.push(kind, a, b, block, index);
	}
}

/**
 * The units of a spec: sentences, list items (nested items apart), table rows, pseudo-code groups, and the headings,
 * front matter and markup around them. Never throws; linear time for any input.
 */
export function splitUnits(markdown: string): Unit[] {
	return new Collector(markdown).run();
}

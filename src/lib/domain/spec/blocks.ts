// A line-based block splitter for the Markdown people write in specs: one pass, no backtracking over lines.
import { splitLines, type Line } from './lines.ts';

export type BlockKind =
	'heading' | 'paragraph' | 'item' | 'row' | 'table-head' | 'code' | 'html' | 'comment' | 'frontmatter';

/** A block of the source. `start`/`end` are UTF-16 offsets; `lines` are the text ranges inside it, markers excluded. */
export type Block = {
	readonly kind: BlockKind;
	readonly start: number;
	readonly end: number;
	readonly lines: readonly (readonly [number, number])[];
	/** ATX or setext level; 0 for everything else. */
	readonly level: number;
	readonly quoted: boolean;
	/** Nesting depth of a list item, 0 at the top; 0 for everything else. */
	readonly depth: number;
	readonly ordered: boolean;
	/** A blank line stands between this block and the one before. */
	readonly spaced: boolean;
};

type OpenText = {
	kind: 'paragraph' | 'item';
	lines: [number, number][];
	quoted: boolean;
	depth: number;
	ordered: boolean;
	spaced: boolean;
};
type Marker = { width: number; ordered: boolean; interrupts: boolean; textAt: number };

const ATX = /^(#{1,6})(?:[ \t]+|$)/;
const MARKER =
	/^(?:([-*+•‣▪–—])|(\(?(?:\d{1,9}|[a-zA-Z])\)|\d{1,9}[.)]|\d{1,3}(?:\.\d{1,3}){1,4}\.?))(?:[ \t]+|$)/;
const FENCE = /^(`{3,}|~{3,})([^\n]*)$/;
const HTML_OPEN = /^<(?:!--|[!?]|\/?([a-zA-Z][a-zA-Z0-9-]*)(?=[\s/>]|$))/;
const SETEXT = /^(?:=+|-+)[ \t]*$/;

function isRule(body: string): boolean {
	const marks = body.replace(/[ \t]+/g, '');
	if (marks.length < 3 || !'-*_'.includes(marks[0] ?? '')) return false;
	for (const mark of marks) if (mark !== marks[0]) return false;
	return true;
}

function isTableDelimiter(body: string): boolean {
	if (!body.includes('|') || !body.includes('-')) return false;
	const cells = body
		.trim()
		.replace(/^\||\|$/g, '')
		.split('|');
	return cells.every((cell) => /^:?-+:?$/.test(cell.trim()));
}

function looksLikeRow(body: string): boolean {
	return body.startsWith('|') && body.indexOf('|', 1) > 0;
}

function markerOf(text: string, line: Line): Marker | undefined {
	const found = MARKER.exec(text.slice(line.content, Math.min(line.end, line.content + 40)));
	if (!found) return undefined;
	const ordered = found[1] === undefined;
	const textAt = Math.min(line.content + found[0].length, line.end);
	const empty = text.slice(textAt, line.end).trim() === '';
	const interrupts = !empty && (!ordered || /^\(?1[.)]/.test(found[0]));
	return { width: found[0].length, ordered, interrupts, textAt };
}

class Scanner {
	readonly blocks: Block[] = [];
	private readonly text: string;
	private readonly lines: Line[];
	private at = 0;
	private open: OpenText | undefined;
	private items: { indent: number; content: number }[] = [];
	private spaced = false;
	private inTable = false;

	constructor(text: string) {
		this.text = text;
		this.lines = splitLines(text);
	}

	run(): Block[] {
		this.frontMatter();
		while (this.at < this.lines.length) {
			const line = this.lines[this.at] as Line;
			if (line.blank) this.blank();
			else this.line(line, this.text.slice(line.content, line.end));
			this.at++;
		}
		this.flush();
		return this.blocks;
	}

	private emit(kind: BlockKind, lines: [number, number][], over: Partial<Block> = {}): void {
		const first = lines[0];
		const last = lines[lines.length - 1];
		if (!first || !last) return;
		this.blocks.push({
			kind,
			start: first[0],
			end: last[1],
			lines,
			level: 0,
			quoted: false,
			depth: 0,
			ordered: false,
			spaced: this.spaced,
			...over,
		});
		this.spaced = false;
	}

	private flush(): void {
		const open = this.open;
		this.open = undefined;
		this.inTable = false;
		if (!open) return;
		const { kind, lines, ...over } = open;
		this.emit(kind, lines, over);
	}

	private blank(): void {
		this.flush();
		this.spaced = true;
	}

	private frontMatter(): void {
		const first = this.lines[0];
		if (!first || this.text.slice(first.start, first.end).trimEnd() !== '---') return;
		for (let i = 1; i < this.lines.length; i++) {
			const line = this.lines[i] as Line;
			const body = this.text.slice(line.start, line.end).trimEnd();
			if (body !== '---' && body !== '...') continue;
			this.emit('frontmatter', [[first.start, line.end]]);
			this.at = i + 1;
			return;
		}
	}

	private line(line: Line, body: string): void {
		if (this.open && this.open.quoted !== line.quoted) this.flush();
		if (this.setext(line, body)) return;
		if (this.tableLine(line, body)) return;
		if (isRule(body) && line.indent < 4) {
			this.flush();
			this.items = [];
			return;
		}
		if (this.fence(line, body)) return;
		if (this.atx(line, body)) return;
		if (this.htmlBlock(line, body)) return;
		if (this.item(line)) return;
		this.plain(line);
	}

	private setext(line: Line, body: string): boolean {
		if (this.open?.kind !== 'paragraph' || line.indent > 3 || !SETEXT.test(body)) return false;
		const { lines, quoted } = this.open;
		this.open = undefined;
		this.emit('heading', lines, { level: body.startsWith('=') ? 1 : 2, quoted });
		this.items = [];
		return true;
	}

	private atx(line: Line, body: string): boolean {
		const found = line.indent < 4 ? ATX.exec(body) : null;
		if (!found) return false;
		this.flush();
		this.items = [];
		const closed = body.slice(found[0].length).trimEnd();
		const inner = closed.replace(/(^|[ \t])#+$/, '').trimEnd();
		const from = line.content + found[0].length;
		this.emit('heading', [[from, from + inner.length]], {
			level: (found[1] ?? '').length,
			quoted: line.quoted,
		});
		return true;
	}

	private tableLine(line: Line, body: string): boolean {
		if (this.inTable) {
			if (
				ATX.test(body) ||
				FENCE.test(body) ||
				isRule(body) ||
				(!body.includes('|') && markerOf(this.text, line))
			) {
				this.inTable = false;
				return false;
			}
			this.row(line.content, line.end, 'row', line.quoted);
			return true;
		}
		if (this.open && isTableDelimiter(body)) {
			const head = this.open.lines[this.open.lines.length - 1] as [number, number];
			if (!this.text.slice(head[0], head[1]).includes('|')) return false;
			this.open.lines.pop();
			if (this.open.lines.length === 0) this.open = undefined;
			this.flush();
			this.row(head[0], head[1], 'table-head', line.quoted);
			this.inTable = true;
			return true;
		}
		const next = this.lines[this.at + 1];
		if (!looksLikeRow(body) || (next && isTableDelimiter(this.text.slice(next.content, next.end))))
			return false;
		if (isTableDelimiter(body)) return true;
		this.flush();
		this.row(line.content, line.end, 'row', line.quoted);
		return true;
	}

	private row(start: number, end: number, kind: 'row' | 'table-head', quoted: boolean): void {
		let from = start;
		let to = from + this.text.slice(from, end).trimEnd().length;
		if (this.text[from] === '|') from++;
		if (to > from && this.text[to - 1] === '|') to--;
		const inner = this.text.slice(from, to);
		from += inner.length - inner.trimStart().length;
		to = Math.max(from, to - (inner.length - inner.trimEnd().length));
		if (to > from) this.emit(kind, [[from, to]], { quoted });
	}

	private fence(line: Line, body: string): boolean {
		const found = line.indent < 4 || this.items.length > 0 ? FENCE.exec(body) : null;
		const mark = found?.[1];
		if (!mark || (mark[0] === '`' && (found[2] ?? '').includes('`'))) return false;
		this.flush();
		const code: Line[] = [];
		for (this.at++; this.at < this.lines.length; this.at++) {
			const next = this.lines[this.at] as Line;
			const inner = this.text.slice(next.content, next.end).trimEnd();
			if (inner.startsWith(mark) && inner === (mark[0] ?? '').repeat(inner.length)) break;
			code.push(next);
		}
		this.codeGroups(code, line.quoted);
		return true;
	}

	private codeGroups(code: readonly Line[], quoted: boolean): void {
		let group: [number, number][] = [];
		for (const line of [...code, undefined]) {
			if (line && !line.blank) {
				group.push([quoted ? line.content : line.start, line.end]);
				continue;
			}
			if (group.length > 0) this.emit('code', group, { quoted });
			group = [];
			this.spaced = true;
		}
	}

	private htmlBlock(line: Line, body: string): boolean {
		const found = line.indent < 4 && !this.open ? HTML_OPEN.exec(body) : null;
		if (!found) return false;
		const tag = found[1]?.toLowerCase();
		const raw = tag === 'script' || tag === 'style' || tag === 'pre' || tag === 'textarea';
		const close = body.startsWith('<!--') ? '-->' : raw ? `</${tag}` : undefined;
		const kind: BlockKind = close && tag !== 'pre' ? 'comment' : 'html';
		const lines: [number, number][] = [];
		for (; this.at < this.lines.length; this.at++) {
			const next = this.lines[this.at] as Line;
			if (close === undefined && next.blank) break;
			if (!next.blank) lines.push([next.content, next.end]);
			if (close !== undefined && this.text.slice(next.content, next.end).toLowerCase().includes(close)) break;
		}
		if (kind === 'comment') this.emit(kind, lines);
		else for (const each of lines) this.emit(kind, [each]);
		this.spaced = true;
		return true;
	}

	private item(line: Line): boolean {
		const nested = this.items.length > 0;
		if (line.indent > 3 && !nested) return false;
		const marker = markerOf(this.text, line);
		if (!marker || (this.open?.kind === 'paragraph' && !marker.interrupts)) return false;
		this.flush();
		while (this.items.length > 0 && line.indent < (this.items[this.items.length - 1]?.content ?? 0))
			this.items.pop();
		const depth = this.items.length;
		this.items.push({ indent: line.indent, content: line.indent + marker.width });
		const end = marker.textAt + this.text.slice(marker.textAt, line.end).trimEnd().length;
		this.open = {
			kind: 'item',
			lines: end > marker.textAt ? [[marker.textAt, end]] : [],
			quoted: line.quoted,
			depth,
			ordered: marker.ordered,
			spaced: this.spaced,
		};
		this.spaced = false;
		return true;
	}

	private plain(line: Line): void {
		const end = line.content + this.text.slice(line.content, line.end).trimEnd().length;
		if (this.open) {
			this.open.lines.push([line.content, end]);
			return;
		}
		while (this.items.length > 0 && line.indent < (this.items[this.items.length - 1]?.content ?? 0))
			this.items.pop();
		const base = this.items[this.items.length - 1]?.content ?? 0;
		if (line.indent >= base + 4) return this.indentedCode(line, base + 4);
		const inItem = this.items.length > 0;
		this.open = {
			kind: inItem ? 'item' : 'paragraph',
			lines: [[line.content, end]],
			quoted: line.quoted,
			depth: Math.max(0, this.items.length - 1),
			ordered: false,
			spaced: this.spaced,
		};
		this.spaced = false;
	}

	private indentedCode(line: Line, columns: number): void {
		const code: Line[] = [];
		for (; this.at < this.lines.length; this.at++) {
			const next = this.lines[this.at] as Line;
			if (!next.blank && next.indent < columns) break;
			code.push(next);
		}
		this.at--;
		this.codeGroups(code, line.quoted);
	}
}

/** The blocks of `text` in source order, not overlapping. Never throws; time is linear in the length of `text`. */
export function splitBlocks(text: string): Block[] {
	return new Scanner(text).run();
}

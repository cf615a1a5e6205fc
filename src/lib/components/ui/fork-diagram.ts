// Where the bands and ribbons of a fork diagram go: pure geometry in CSS px, text wrapped by estimate.

export interface Band {
	id: string;
	label: string;
	/** Palette number 1 to 8; null is drawn hatched: nobody's choice. */
	colour: number | null;
}

export interface Link {
	/** Id of a left band. */
	from: string;
	/** Id of a right band. */
	to: string;
	value: number;
}

export interface Bar {
	band: Band;
	side: 'left' | 'right';
	value: number;
	x: number;
	y: number;
	height: number;
	lines: string[];
	textX: number;
	/** Middle of the label block. */
	textY: number;
}

export interface Ribbon {
	from: Band;
	to: Band;
	value: number;
	path: string;
}

export interface ForkLayout {
	width: number;
	height: number;
	fontSize: number;
	bars: Bar[];
	ribbons: Ribbon[];
}

export const BAR_WIDTH = 16;

/** Mean advance of a character of the interface font, in em. */
const ADVANCE = 0.53;
const MAX_LINES = 4;

export function wrapLabel(label: string, characters: number): string[] {
	const lines: string[] = [];
	for (const word of label.split(/\s+/).filter(Boolean)) {
		const last = lines.at(-1);
		if (last !== undefined && last.length + 1 + word.length <= characters)
			lines[lines.length - 1] = `${last} ${word}`;
		else lines.push(word);
	}
	if (lines.length > MAX_LINES) return [...lines.slice(0, MAX_LINES - 1), `${lines[MAX_LINES - 1]}…`];
	return lines.map((line) => (line.length > characters + 4 ? `${line.slice(0, characters + 3)}…` : line));
}

interface Side {
	side: 'left' | 'right';
	bands: readonly Band[];
	valueOf: (band: Band) => number;
}

function stack(
	{ side, bands, valueOf }: Side,
	width: number,
	label: number,
	fontSize: number,
	unit: number,
): Bar[] {
	const x = side === 'left' ? label : width - label - BAR_WIDTH;
	const textX = side === 'left' ? x - 10 : x + BAR_WIDTH + 10;
	const characters = Math.max(8, Math.floor((label - 12) / (fontSize * ADVANCE)));
	let y = 0;
	return bands.map((band) => {
		const value = valueOf(band);
		const lines = wrapLabel(band.label, characters);
		const height = Math.max(2, value * unit);
		const slot = Math.max(height, (lines.length + 1) * fontSize * 1.25);
		const bar = {
			band,
			side,
			value,
			x,
			y: y + (slot - height) / 2,
			height,
			lines,
			textX,
			textY: y + slot / 2,
		};
		y += slot + fontSize * 0.9;
		return bar;
	});
}

function ribbonPath(x1: number, y1: number, x2: number, y2: number, h: number): string {
	const mid = (x1 + x2) / 2;
	const n = (value: number) => Number(value.toFixed(1));
	return (
		`M${n(x1)} ${n(y1)}C${n(mid)} ${n(y1)} ${n(mid)} ${n(y2)} ${n(x2)} ${n(y2)}` +
		`v${n(h)}C${n(mid)} ${n(y2 + h)} ${n(mid)} ${n(y1 + h)} ${n(x1)} ${n(y1 + h)}Z`
	);
}

function bottom(bars: readonly Bar[], fontSize: number): number {
	return Math.max(
		0,
		...bars.flatMap((bar) => [
			bar.y + bar.height,
			bar.textY + ((bar.lines.length + 1) * fontSize * 1.25) / 2,
		]),
	);
}

function centre(bars: readonly Bar[], by: number): Bar[] {
	return bars.map((bar) => ({ ...bar, y: bar.y + by, textY: bar.textY + by }));
}

function connect(bars: readonly Bar[], links: readonly Link[], unit: number): Ribbon[] {
	const left = bars.filter((bar) => bar.side === 'left');
	const right = bars.filter((bar) => bar.side === 'right');
	const used = new Map<Bar, number>();
	const next = (bar: Bar, height: number) => {
		const y = bar.y + (used.get(bar) ?? 0);
		used.set(bar, (used.get(bar) ?? 0) + height);
		return y;
	};
	return left.flatMap((from) =>
		right.flatMap((to) => {
			const value = sum(links.filter((link) => link.from === from.band.id && link.to === to.band.id));
			if (value <= 0) return [];
			const height = value * unit;
			const path = ribbonPath(from.x + BAR_WIDTH, next(from, height), to.x, next(to, height), height);
			return [{ from: from.band, to: to.band, value, path }];
		}),
	);
}

function sum(links: readonly Link[]): number {
	return links.reduce((total, link) => total + link.value, 0);
}

/** Lays out a diagram of the given width (px). Bands keep their order; one without links is a thin line with a zero. */
export function layoutForks(
	left: readonly Band[],
	right: readonly Band[],
	links: readonly Link[],
	width: number,
): ForkLayout {
	const fontSize = width < 480 ? 13 : Math.max(15, width / 62);
	const label = Math.min(width * 0.3, fontSize * 13);
	const total = sum(links);
	const unit = total === 0 ? 0 : Math.max(160, Math.min(width * 0.4, 640)) / total;
	const sides: Side[] = [
		{ side: 'left', bands: left, valueOf: (band) => sum(links.filter((link) => link.from === band.id)) },
		{ side: 'right', bands: right, valueOf: (band) => sum(links.filter((link) => link.to === band.id)) },
	];
	const stacks = sides.map((side) => stack(side, width, label, fontSize, unit));
	const height = Math.max(...stacks.map((bars) => bottom(bars, fontSize)));
	const bars = stacks.flatMap((stacked) => centre(stacked, (height - bottom(stacked, fontSize)) / 2));
	return { width, height, fontSize, bars, ribbons: connect(bars, links, unit) };
}

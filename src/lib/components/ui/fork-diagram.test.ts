import { describe, expect, it } from 'vitest';
import { layoutForks, wrapLabel, type Band } from './fork-diagram.ts';

const left: Band[] = [
	{ id: 'retry', label: 'Retry', colour: 1 },
	{ id: 'none', label: 'Never decided', colour: null },
	{ id: 'roll', label: 'Roll back', colour: 2 },
];
const right: Band[] = [
	{ id: 'retry', label: 'Retry', colour: 1 },
	{ id: 'roll', label: 'Roll back', colour: 2 },
];
const links = [
	{ from: 'retry', to: 'retry', value: 3 },
	{ from: 'none', to: 'retry', value: 4 },
	{ from: 'none', to: 'roll', value: 1 },
];

describe('layoutForks', () => {
	const layout = layoutForks(left, right, links, 720);
	const bar = (side: string, id: string) =>
		layout.bars.find((one) => one.side === side && one.band.id === id);

	it('gives each band the sum of its links', () => {
		expect(layout.bars.map((one) => [one.side, one.band.id, one.value])).toEqual([
			['left', 'retry', 3],
			['left', 'none', 5],
			['left', 'roll', 0],
			['right', 'retry', 7],
			['right', 'roll', 1],
		]);
	});

	it('draws heights in proportion, on one scale for both sides', () => {
		const unit = (bar('left', 'retry')?.height ?? 0) / 3;
		expect(unit).toBeGreaterThan(0);
		expect(bar('right', 'retry')?.height).toBeCloseTo(7 * unit);
		expect(bar('left', 'none')?.height).toBeCloseTo(5 * unit);
	});

	it('keeps an empty band visible', () => {
		expect(bar('left', 'roll')?.height).toBe(2);
	});

	it.each([320, 390, 720, 1600])(
		'never lets bands or labels overlap or leave the picture at %i px',
		(width) => {
			const { bars, height, fontSize } = layoutForks(left, right, links, width);
			for (const side of ['left', 'right']) {
				const boxes = bars
					.filter((one) => one.side === side)
					.map((one) => {
						const half = ((one.lines.length + 1) * fontSize * 1.25) / 2;
						return {
							top: Math.min(one.y, one.textY - half),
							bottom: Math.max(one.y + one.height, one.textY + half),
						};
					});
				expect(boxes[0]?.top).toBeGreaterThanOrEqual(-0.001);
				expect(boxes.at(-1)?.bottom).toBeLessThanOrEqual(height + 0.001);
				boxes.slice(1).forEach((box, index) => expect(box.top).toBeGreaterThan(boxes[index]?.bottom ?? 0));
			}
		},
	);

	it('draws one ribbon for each pair that has a value', () => {
		expect(layout.ribbons.map((ribbon) => [ribbon.from.id, ribbon.to.id, ribbon.value])).toEqual([
			['retry', 'retry', 3],
			['none', 'retry', 4],
			['none', 'roll', 1],
		]);
	});

	it('stands nothing at all', () => {
		expect(layoutForks([], [], [], 720)).toMatchObject({ height: 0, bars: [], ribbons: [] });
	});
});

describe('wrapLabel', () => {
	it('breaks between words and marks what was cut', () => {
		expect(wrapLabel('Compensating event, close listing', 14)).toEqual([
			'Compensating',
			'event, close',
			'listing',
		]);
		expect(wrapLabel('a b c d e f', 1)).toEqual(['a', 'b', 'c', 'd…']);
		expect(wrapLabel('Donaudampfschifffahrt', 8)).toEqual(['Donaudampfs…']);
	});
});

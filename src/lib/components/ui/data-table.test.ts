import { describe, expect, it } from 'vitest';
import { nextSort, sortRows, type Column } from './data-table.ts';

interface Row {
	name: string;
	score: number | null;
}
const rows: Row[] = [
	{ name: 'entry 10', score: 2 },
	{ name: 'Entry 2', score: null },
	{ name: 'entry 1', score: 3 },
	{ name: 'Äther', score: 2 },
];
const columns: Column<Row>[] = [
	{ key: 'name', label: 'Name', sortBy: (row) => row.name },
	{ key: 'score', label: 'Score', sortBy: (row) => row.score },
	{ key: 'note', label: 'Note' },
];
const names = (sorted: Row[]) => sorted.map((row) => row.name);

describe('sortRows', () => {
	it('reads numbers in names as numbers and ignores case', () => {
		expect(names(sortRows(rows, columns, { key: 'name', direction: 'ascending' }))).toEqual([
			'Äther',
			'entry 1',
			'Entry 2',
			'entry 10',
		]);
	});

	it('puts missing values last in both directions and keeps ties in order', () => {
		expect(names(sortRows(rows, columns, { key: 'score', direction: 'ascending' }))).toEqual([
			'entry 10',
			'Äther',
			'entry 1',
			'Entry 2',
		]);
		expect(names(sortRows(rows, columns, { key: 'score', direction: 'descending' }))).toEqual([
			'entry 1',
			'entry 10',
			'Äther',
			'Entry 2',
		]);
	});

	it('leaves the given order, and the given array, alone', () => {
		expect(sortRows(rows, columns, null)).toEqual(rows);
		expect(sortRows(rows, columns, { key: 'note', direction: 'ascending' })).toEqual(rows);
		expect(rows[0]?.name).toBe('entry 10');
	});
});

it('turns round a column that is already sorted', () => {
	const first = nextSort(null, 'score');
	expect(first).toEqual({ key: 'score', direction: 'ascending' });
	expect(nextSort(first, 'score').direction).toBe('descending');
	expect(nextSort(first, 'name')).toEqual({ key: 'name', direction: 'ascending' });
});

// Columns of a table and the order of its rows.

export interface Column<Row> {
	key: string;
	label: string;
	align?: 'start' | 'end';
	/** What the column sorts by; without it the column cannot be sorted. Null goes last in both directions. */
	sortBy?: (row: Row) => string | number | null;
	/** Plain text of the cell when no `cell` snippet draws it. */
	text?: (row: Row) => string;
	/** The column that names the row: a row header, and the title of its card on a phone. */
	heading?: boolean;
}

export interface Sort {
	key: string;
	direction: 'ascending' | 'descending';
}

const compareText = new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare;

/** A sorted copy; stable, so equal rows keep the order they came in. */
export function sortRows<Row>(
	rows: readonly Row[],
	columns: readonly Column<Row>[],
	sort: Sort | null,
): Row[] {
	const by = columns.find((column) => column.key === sort?.key)?.sortBy;
	if (!sort || !by) return [...rows];
	const sign = sort.direction === 'ascending' ? 1 : -1;
	return rows.toSorted((left, right) => {
		const a = by(left);
		const b = by(right);
		if (a === null || b === null) return Number(a === null) - Number(b === null);
		return (
			sign * (typeof a === 'number' && typeof b === 'number' ? a - b : compareText(String(a), String(b)))
		);
	});
}

export function nextSort(current: Sort | null, key: string): Sort {
	return {
		key,
		direction: current?.key === key && current.direction === 'ascending' ? 'descending' : 'ascending',
	};
}

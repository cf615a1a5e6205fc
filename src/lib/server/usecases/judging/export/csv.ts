// CSV as RFC 4180 wants it, with text that a spreadsheet would run as a formula made harmless.

export type Cell = string | number | null;

/** What spreadsheets take for the beginning of a formula, also after blanks. */
const FORMULA = /^[\s]*[=+\-@\t\r|%]/;

function cell(value: Cell): string {
	if (value === null) return '';
	if (typeof value === 'number') return String(value);
	const safe = FORMULA.test(value) ? `'${value}` : value;
	return /[",;\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** With a header, and a byte order mark so that spreadsheets read UTF-8. */
export const csv = (header: readonly string[], rows: readonly (readonly Cell[])[]): string =>
	`\uFEFF${[header, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csv } from './csv.ts';
import { plain } from './madr.ts';
import { escape } from './results-page.ts';
import { zip } from './zip.ts';

/** RFC 4180, read back. */
function read(text: string): string[][] {
	const rows: string[][] = [[]];
	const field = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n|$)/y;
	while (field.lastIndex < text.length) {
		const [, value = '', end] = field.exec(text) ?? ['', '', ''];
		rows.at(-1)!.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value);
		if (end === '\r\n') rows.push([]);
	}
	return rows.slice(0, -1);
}

describe('a table', () => {
	it('gives every text back, and none of them as a formula', () => {
		fc.assert(
			fc.property(
				fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.integer()), { maxLength: 5 }),
				(rows) => {
					const [, ...back] = read(csv(['text', 'number'], rows).slice(1));
					expect(back.map((row) => row[1])).toEqual(rows.map(([, number]) => String(number)));
					back.forEach(([text = ''], i) => {
						expect([rows[i]![0], `'${rows[i]![0]}`]).toContain(text);
						expect(text).not.toMatch(/^\s*[=+@\-|%]/);
					});
				},
			),
		);
	});
});

it('an archive is what other tools read', () => {
	const dir = mkdtempSync(join(tmpdir(), 'zip-'));
	try {
		writeFileSync(
			join(dir, 'a.zip'),
			zip(
				[
					{ path: 'ü/one.md', content: 'Grüße' },
					{ path: 'two', content: '' },
				],
				new Date(Date.UTC(2030, 0, 2)),
			),
		);
		execFileSync(
			'python3',
			['-c', 'import zipfile,sys; z=zipfile.ZipFile("a.zip"); assert z.testzip() is None; z.extractall()'],
			{
				cwd: dir,
			},
		);
		expect(readFileSync(join(dir, 'ü/one.md'), 'utf8')).toBe('Grüße');
		expect(readFileSync(join(dir, 'two'), 'utf8')).toBe('');
	} finally {
		rmSync(dir, { recursive: true });
	}
});

it('text of people does nothing in a page or a record', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary' }), (text) => {
			expect(escape(text)).not.toMatch(/[<>"']/);
			expect(plain(text)).not.toMatch(/[\r\n]/);
			expect(plain(text)).not.toMatch(/(^|[^\\])[<[`*#]/);
		}),
	);
});

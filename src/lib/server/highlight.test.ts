import { expect, it } from 'vitest';
import { highlight } from './highlight.ts';

it('colours what it knows, keeps every character, and leaves the rest alone', async () => {
	const text = "// why\nconst a = 'x';\n";
	const lines = await highlight(text, 'a/main.mjs');
	expect(lines?.map((line) => line.map((piece) => piece.text).join('')).join('\n')).toBe(text);
	expect(lines?.[0]?.[0]?.kind).toBe('comment');
	expect(lines?.[1]?.some((piece) => piece.kind.startsWith('string'))).toBe(true);
	expect(await highlight('x', 'data.bin')).toBeNull();
	expect(await highlight('x'.repeat(5_000), 'min.js')).toBeNull();
});

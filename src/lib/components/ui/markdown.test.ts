import { readFileSync } from 'node:fs';
import { compile } from 'svelte/compiler';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { MARKDOWN_TAGS, markdownHtml, markdownTree, type MarkdownNode } from './markdown.ts';

function elements(nodes: readonly MarkdownNode[]): Exclude<MarkdownNode, string>[] {
	return nodes.flatMap((node) => (typeof node === 'string' ? [] : [node, ...elements(node.children)]));
}

const ATTACKS = [
	'<script>alert(1)</script>',
	'<img src=x onerror=alert(1)>',
	'![x](https://evil.example/pixel.png)',
	'![x](javascript:alert(1))',
	'[x](javascript:alert(1))',
	'[x](JaVaScRiPt:alert(1))',
	'[x](java&#x0A;script:alert(1))',
	'[x](&#106;avascript:alert(1))',
	'[x](data:text/html;base64,PHNjcmlwdD4=)',
	'[x](vbscript:x)',
	'[x](//evil.example "\\" onmouseover=alert(1)")',
	'<a href="javascript:alert(1)">x</a>',
	'<javascript:alert(1)>',
	'[a]: javascript:alert(1)\n\n[a]',
	'<svg><script>alert(1)</script></svg>',
	'<iframe srcdoc="<script>alert(1)</script>">',
	'<style>body{display:none}</style>',
	'<form action="https://evil.example"><button>go</button></form>',
	'<div style="position:fixed;inset:0">x</div>',
	'<input type="text" name="password" autofocus onfocus=alert(1)>',
	'<details open ontoggle=alert(1)>',
	'```js" onload="alert(1)\nx\n```',
	'```"><script>alert(1)</script>\nx\n```',
	'# x {onclick=alert(1)}',
	'[^1]\n\n[^1]: <script>alert(1)</script>',
	'| a |\n|---|\n| <img src=x onerror=alert(1)> |',
	'<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
	'<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
];

describe('markdownTree', () => {
	it.each(ATTACKS)('leaves nothing that acts in %j', (attack) => {
		for (const node of elements(markdownTree(attack))) {
			expect(MARKDOWN_TAGS).toContain(node.tag);
			for (const [name, value] of Object.entries(node.attributes)) {
				expect(name).not.toMatch(/^on|style|src|id$/i);
				if (name === 'href') expect(String(value)).toMatch(/^(https?:|mailto:|#|\/|[^:]*$)/i);
			}
		}
		const html = markdownHtml(attack);
		expect(html).not.toMatch(/<(script|img|iframe|svg|style|form|div|details|math)/i);
		expect(html).not.toMatch(/=\s*"?\s*javascript:/i);
	});

	it('holds for any text, and never throws', () => {
		const pieces = fc.array(
			fc.oneof(fc.constantFrom(...ATTACKS, '<', '>', '[', '](', ')', '`', '\n', '&#', '"'), fc.string()),
		);
		fc.assert(
			fc.property(pieces, (parts) => {
				for (const node of elements(markdownTree(parts.join('')))) {
					expect(MARKDOWN_TAGS).toContain(node.tag);
					expect(Object.keys(node.attributes).filter((name) => /^on|style|src/i.test(name))).toEqual([]);
					if ('href' in node.attributes)
						expect(String(node.attributes.href)).not.toMatch(/^\s*(java|vb)script:|^data:/i);
				}
			}),
			{ numRuns: 300 },
		);
	});

	it('keeps what people write', () => {
		const tree = markdownTree(
			'# Trigger\n\nA **purchase** is *one* `debit`.\n\n1. first\n2. second\n\n- [x] done',
		);
		expect(elements(tree).map((node) => node.tag)).toEqual([
			'h1',
			'p',
			'strong',
			'em',
			'code',
			'ol',
			'li',
			'li',
			'ul',
			'li',
			'input',
		]);
	});

	it('keeps text inside HTML tags but not the tags', () => {
		expect(markdownHtml('a <b>bold</b> word')).toBe('<p>a bold word</p>');
	});

	it('marks links so that they give nothing away', () => {
		const [link] = elements(markdownTree('[x](https://example.org)')).filter((node) => node.tag === 'a');
		expect(link?.attributes).toEqual({
			href: 'https://example.org',
			rel: 'nofollow noopener noreferrer',
			target: '_blank',
		});
	});

	it('fits headings under the page', () => {
		const tags = elements(markdownTree('# a\n\n## b\n\n###### c', { topHeading: 3 })).map((node) => node.tag);
		expect(tags).toEqual(['h3', 'h4', 'h6']);
	});

	it('is plain data', () => {
		const tree = markdownTree('| a | b |\n|--:|---|\n| 1 | 2 |');
		expect(JSON.parse(JSON.stringify(tree))).toEqual(tree);
	});
});

describe('Markdown.svelte', () => {
	it('puts no HTML string into the page', () => {
		const source = readFileSync(new URL('./Markdown.svelte', import.meta.url), 'utf8');
		expect(source).not.toContain('{@html');
		expect(() => compile(source, { generate: 'server' })).not.toThrow();
	});
});

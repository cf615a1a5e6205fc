// Markdown from anyone to a small tree of allowed elements. Nothing outside the allow-list survives: no HTML, no
// scripts, no styles, no images from elsewhere. Heavy: call it in a server load and send the tree to the page.
import type { Element, Root, RootContent } from 'hast';
import rehypeSanitize, { defaultSchema, type Options as Schema } from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';

export const MARKDOWN_TAGS = [
	'h1',
	'h2',
	'h3',
	'h4',
	'h5',
	'h6',
	'p',
	'br',
	'hr',
	'blockquote',
	'ul',
	'ol',
	'li',
	'pre',
	'code',
	'em',
	'strong',
	'del',
	'a',
	'table',
	'thead',
	'tbody',
	'tr',
	'th',
	'td',
	'input',
	'sup',
	'sub',
] as const;
export type MarkdownTag = (typeof MARKDOWN_TAGS)[number];

/** Plain data, so that it can be sent to the browser. Attributes are already checked. */
export type MarkdownNode =
	| string
	| { tag: MarkdownTag; attributes: Record<string, string | number | boolean>; children: MarkdownNode[] };

export interface MarkdownOptions {
	/** Makes the first level of headings this one, so that a text fits under the page's own headings. Default 1. */
	topHeading?: 1 | 2 | 3 | 4;
}

const schema: Schema = {
	...defaultSchema,
	tagNames: [...MARKDOWN_TAGS],
	attributes: {
		a: ['href', 'title'],
		li: [['className', 'task-list-item']],
		ol: ['start'],
		code: [['className', /^language-[\w-]{1,40}$/]],
		th: ['align'],
		td: ['align'],
		input: [['type', 'checkbox'], ['disabled', true], 'checked'],
	},
	protocols: { href: ['http', 'https', 'mailto'] },
	required: { input: { type: 'checkbox', disabled: true } },
	clobberPrefix: 'text-',
	strip: ['script', 'style', 'template', 'iframe', 'object', 'svg', 'math'],
};

const toTree = unified()
	.use(remarkParse)
	.use(remarkGfm)
	.use(remarkRehype)
	.use(rehypeSanitize, schema)
	.freeze();
const toHtml = unified().use(rehypeStringify).freeze();

function external(href: string): boolean {
	return /^(https?:|\/\/)/i.test(href);
}

function finish(node: Element, shift: number): void {
	const level = /^h([1-6])$/.exec(node.tagName);
	if (level) node.tagName = `h${Math.min(6, Number(level[1]) + shift)}`;
	if (node.tagName === 'a') {
		node.properties.rel = ['nofollow', 'noopener', 'noreferrer'];
		if (typeof node.properties.href === 'string' && external(node.properties.href))
			node.properties.target = '_blank';
	}
	for (const child of node.children) if (child.type === 'element') finish(child, shift);
}

function sanitizedRoot(source: string, { topHeading = 1 }: MarkdownOptions): Root {
	const root = toTree.runSync(toTree.parse(source)) as Root;
	for (const child of root.children) if (child.type === 'element') finish(child, topHeading - 1);
	return root;
}

const ATTRIBUTE_NAMES: Record<string, string> = { className: 'class' };

function attributesOf(node: Element): Record<string, string | number | boolean> {
	const entries = Object.entries(node.properties).flatMap(([name, value]) => {
		if (value === null || value === undefined || value === false) return [];
		const plain = Array.isArray(value) ? value.join(' ') : value;
		return [[ATTRIBUTE_NAMES[name] ?? name, plain] as const];
	});
	const attributes = Object.fromEntries(entries);
	if (node.tagName === 'input') attributes['aria-label'] = node.properties.checked ? 'Done' : 'Not done';
	return attributes;
}

function isAllowed(tag: string): tag is MarkdownTag {
	return (MARKDOWN_TAGS as readonly string[]).includes(tag);
}

function plain(nodes: readonly RootContent[]): MarkdownNode[] {
	return nodes.flatMap((node): MarkdownNode[] => {
		if (node.type === 'text') return [node.value];
		if (node.type !== 'element' || !isAllowed(node.tagName)) return [];
		return [{ tag: node.tagName, attributes: attributesOf(node), children: plain(node.children) }];
	});
}

/** Never throws on any text. */
export function markdownTree(source: string, options: MarkdownOptions = {}): MarkdownNode[] {
	return plain(sanitizedRoot(source, options).children);
}

/** The same content as HTML text, for files that leave the application. */
export function markdownHtml(source: string, options: MarkdownOptions = {}): string {
	return toHtml.stringify(sanitizedRoot(source, options));
}

// Colours code on the server. The highlighter and each grammar are loaded when the first file asks for them; what goes
// to the browser is text with a kind, no markup.
import type { HighlighterCore } from 'shiki/core';

export interface Piece {
	text: string;
	/** keyword, string, comment, constant, function, parameter, punctuation, link, or empty. */
	kind: string;
}

const GRAMMARS = {
	js: () => import('shiki/langs/javascript.mjs'),
	ts: () => import('shiki/langs/typescript.mjs'),
	py: () => import('shiki/langs/python.mjs'),
	json: () => import('shiki/langs/json.mjs'),
	md: () => import('shiki/langs/markdown.mjs'),
	sh: () => import('shiki/langs/shellscript.mjs'),
} as const;
type Extension = keyof typeof GRAMMARS;
const NAMES: Record<Extension, string> = {
	js: 'javascript',
	ts: 'typescript',
	py: 'python',
	json: 'json',
	md: 'markdown',
	sh: 'shellscript',
};
/** Longer lines are data; a grammar may take very long on them. */
const LINE_CHARACTERS = 2_000;
const CHARACTERS = 120_000;
/** Per line. The first line pays for compiling the grammar: the library's own half second cuts it short on a busy machine. */
const LINE_MS = 5_000;

let highlighter: Promise<HighlighterCore> | undefined;

async function start(): Promise<HighlighterCore> {
	const [{ createCssVariablesTheme, createHighlighterCore }, { createOnigurumaEngine }] = await Promise.all([
		import('shiki/core'),
		import('shiki/engine/oniguruma'),
	]);
	return createHighlighterCore({
		themes: [createCssVariablesTheme({ name: 'kinds', variablePrefix: '--kind-' })],
		langs: [],
		engine: createOnigurumaEngine(import('shiki/wasm')),
	});
}

/** Lines of pieces; null when the language is not known or the text is too long to colour. */
export async function highlight(text: string, path: string): Promise<Piece[][] | null> {
	const ending =
		path
			.replace(/\.[cm](?=[jt]s$)/, '.')
			.split('.')
			.at(-1) ?? '';
	if (!(ending in GRAMMARS) || text.length > CHARACTERS) return null;
	if (text.split('\n').some((line) => line.length > LINE_CHARACTERS)) return null;
	const extension = ending as Extension;
	const shiki = await (highlighter ??= start());
	await shiki.loadLanguage(GRAMMARS[extension]());
	const lines = shiki.codeToTokensBase(text, {
		lang: NAMES[extension],
		theme: 'kinds',
		tokenizeTimeLimit: LINE_MS,
	});
	return lines.map((line) =>
		line.map(({ content, color }) => ({
			text: content,
			kind: /token-([a-z-]+)/.exec(color ?? '')?.[1] ?? '',
		})),
	);
}

// Signs in the source of a program that it does more than it was asked: found by reading, in JavaScript and Python.
import type { AdditionEvidence, AdditionKind } from './addition.ts';

export interface StaticSign {
	kind: Extract<AdditionKind, 'retry' | 'timeout' | 'timer' | 'dependency' | 'stored-state'>;
	/** What the sign is about: a module name, a key, or the file. */
	subject: string;
	evidence: Extract<AdditionEvidence, { kind: 'file' }>[];
}

const SOURCE = /\.(c|m)?(j|t)sx?$|\.py$/;
const MAX_LINES = 5;
/** Characters of a line that are looked at: the patterns are no faster than quadratic in it. */
const MAX_LINE = 500;

const RETRY = [
	/\b(const|let|var)\s+\w*(retr|attempt|tries)\w*\s*=\s*\d/i,
	/^\s*\w*(retr|attempt|tries)\w*\s*(:\s*int\s*)?=\s*\d/i,
	/\b(for|while)\b.*\b\w*(retr|attempt|tries|tried)\w*/i,
	/\bbackoff\b/i,
];
const TIMER = [
	/\b(setTimeout|setInterval|sleep|asyncio\.sleep|time\.sleep)\s*\(/,
	/['"]timer\.after['"]/,
	/\bTimer\s*\(/,
];
const TIMEOUT = [
	/\bPromise\.race\s*\(/,
	/\bAbortSignal\.timeout\b/,
	/\bwait_for\s*\(/,
	/\b\w*timeout\w*\s*[=:]\s*[\d(]/i,
];
const OWN_STATE = [
	/\b(writeFile|appendFile|createWriteStream|localStorage|sqlite3?)\b/,
	/\bopen\s*\([^)]*['"][wa]b?\+?['"]/,
];
const STORE_KEY = /['"]store\.put['"][^'"`]*['"`]([A-Za-z][\w-]*)/;

/** Reads every file that is not the starter's own, unchanged. */
export function staticSigns(
	files: Readonly<Record<string, string>>,
	starterFiles: Readonly<Record<string, string>>,
): StaticSign[] {
	const signs = new Map<string, StaticSign>();
	const add = (
		kind: StaticSign['kind'],
		subject: string,
		path: string,
		line: number,
		excerpt: string,
	): void => {
		const key = `${kind}:${subject}`;
		const sign = signs.get(key) ?? { kind, subject, evidence: [] };
		if (sign.evidence.length < MAX_LINES)
			sign.evidence.push({ kind: 'file', path, line, excerpt: excerpt.trim().slice(0, 200) });
		signs.set(key, sign);
	};
	for (const [path, text] of Object.entries(files)) {
		if (starterFiles[path] === text) continue;
		if (/(^|\/)package\.json$/.test(path)) packageJson(path, text, starterFiles[path] ?? '', add);
		else if (/(^|\/)requirements.*\.txt$/.test(path))
			codeLines(text, true).forEach(([n, line]) => add('dependency', line.trim(), path, n, line));
		if (!SOURCE.test(path)) continue;
		for (const [number, line] of codeLines(text, path.endsWith('.py'))) {
			if (RETRY.some((p) => p.test(line))) add('retry', path, path, number, line);
			if (TIMER.some((p) => p.test(line))) add('timer', path, path, number, line);
			if (TIMEOUT.some((p) => p.test(line))) add('timeout', path, path, number, line);
			if (OWN_STATE.some((p) => p.test(line))) add('stored-state', path, path, number, line);
			const key = STORE_KEY.exec(line)?.[1];
			if (key) add('stored-state', key, path, number, line);
			const module = importedModule(line, path);
			if (module) add('dependency', module, path, number, line);
		}
	}
	return [...signs.values()];
}

/** Numbered lines that are code: no comments, no blank lines, no Python docstrings. */
export function codeLines(text: string, python: boolean): [number, string][] {
	const out: [number, string][] = [];
	let inside: string | null = null;
	text.split('\n').forEach((line, index) => {
		const bare = line.trim();
		if (inside) {
			if (bare.includes(inside)) inside = null;
			return;
		}
		const opener = python ? (/^("""|''')/.exec(bare)?.[1] ?? null) : bare.startsWith('/*') ? '*/' : null;
		if (opener) {
			if (!bare.slice(2).includes(opener, 1)) inside = opener;
			return;
		}
		if (bare !== '' && !bare.startsWith(python ? '#' : '//')) out.push([index + 1, line.slice(0, MAX_LINE)]);
	});
	return out;
}

const PYTHON_OWN = new Set(
	'__future__ abc argparse asyncio base64 collections concurrent contextlib copy dataclasses datetime decimal enum functools hashlib heapq io itertools json logging math operator os queue random re select signal string sys threading time traceback types typing uuid'.split(
		' ',
	),
);
const NODE_OWN = new Set(
	'assert async_hooks buffer crypto events fs module os path process readline stream string_decoder timers url util worker_threads'.split(
		' ',
	),
);

/** A module that comes neither with the language nor from the program's own files. */
function importedModule(line: string, path: string): string | null {
	if (path.endsWith('.py')) {
		const name = /^\s*(?:from\s+([\w.]+)\s+import|import\s+([\w.]+))/.exec(line);
		const top = (name?.[1] ?? name?.[2])?.split('.')[0];
		return top && !PYTHON_OWN.has(top) && !line.includes('from .') ? top : null;
	}
	const name = /(?:\bfrom\s+|\bimport\s+|\bimport\s*\(\s*|\brequire\s*\(\s*)['"]([^'"]+)['"]/.exec(line)?.[1];
	if (!name || name.startsWith('.') || name.startsWith('#') || name.startsWith('node:')) return null;
	return NODE_OWN.has(name.split('/')[0] ?? '') ? null : name;
}

function packageJson(
	path: string,
	text: string,
	before: string,
	add: (kind: 'dependency', subject: string, path: string, line: number, excerpt: string) => void,
): void {
	const known = new Set(dependenciesOf(before));
	const lines = text.split('\n');
	for (const name of dependenciesOf(text)) {
		if (known.has(name)) continue;
		const index = lines.findIndex((line) => line.includes(`"${name}"`));
		add('dependency', name, path, index + 1, lines[index] ?? name);
	}
}

function dependenciesOf(text: string): string[] {
	try {
		const data = JSON.parse(text) as Record<string, unknown>;
		return ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((key) => {
			const group = data?.[key];
			return typeof group === 'object' && group !== null ? Object.keys(group) : [];
		});
	} catch {
		return [];
	}
}

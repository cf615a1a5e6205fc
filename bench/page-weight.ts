// JavaScript per page, compressed, from the built application: what a first visit must load before the page works, and
// what a chunk that is loaded on demand adds. Build first; then: node bench/page-weight.ts [--json]
// Ends with 1 when a budget is broken.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

interface Chunk {
	file: string;
	imports?: string[];
	css?: string[];
}
type Manifest = Record<string, Chunk>;
interface Route {
	id: string;
	page: { layouts: (number | undefined)[]; leaf: number } | null;
}

export interface Budget {
	route: string;
	/** On demand, by source path; none: the page alone. */
	chunk?: string;
	/** kB of 1000 bytes. */
	kilobytes: number;
}

const WRITING = '/competitions/[code]/(participant)/writing';
export const BUDGETS: readonly Budget[] = [
	{ route: WRITING, kilobytes: 70 },
	{ route: WRITING, chunk: 'src/lib/components/spec/editor.ts', kilobytes: 260 },
];

/** Every file that loads when `entries` load. */
export function closure(manifest: Manifest, entries: readonly string[]): Set<string> {
	const keys = new Set<string>();
	const visit = (key: string): void => {
		if (keys.has(key)) return;
		const chunk = manifest[key];
		if (!chunk) throw new Error(`No chunk ${key} in the client manifest.`);
		keys.add(key);
		chunk.imports?.forEach(visit);
	};
	entries.forEach(visit);
	return new Set([...keys].map((key) => manifest[key]?.file ?? ''));
}

const one = (manifest: Manifest, end: string): string => {
	const found = Object.keys(manifest).find((key) => key.endsWith(end));
	if (!found) throw new Error(`The client manifest has no ${end}.`);
	return found;
};

/** The entries of a route: the runtime, the root of the application, its layouts and its page. */
export function entriesOf(manifest: Manifest, { page }: Route): string[] {
	const nodes = [...(page?.layouts ?? []), page?.leaf].filter((node) => node !== undefined);
	return [
		one(manifest, 'runtime/client/entry.js'),
		one(manifest, 'client-optimized/app.js'),
		...nodes.map((node) => one(manifest, `client-optimized/nodes/${node}.js`)),
	];
}

async function report(root: string): Promise<void> {
	const output = join(root, '.svelte-kit', 'output');
	const manifest = JSON.parse(
		readFileSync(join(output, 'client', '.vite', 'manifest.json'), 'utf8'),
	) as Manifest;
	const full = (await import(join(output, 'server', 'manifest-full.js'))) as {
		manifest: { routes: Route[] };
	};
	const routes = full.manifest.routes.filter((route) => route.page);
	const weigh = (files: Set<string>): number =>
		[...files]
			.filter((file) => file.endsWith('.js'))
			.reduce(
				(sum, file) => sum + gzipSync(readFileSync(join(output, 'client', file)), { level: 9 }).length,
				0,
			) / 1000;
	const pages = routes.map((route) => ({
		route: route.id,
		kilobytes: round(weigh(closure(manifest, entriesOf(manifest, route)))),
	}));
	const budgets = BUDGETS.map((budget) => {
		const route = routes.find(({ id }) => id === budget.route);
		if (!route) throw new Error(`No page ${budget.route}.`);
		const extra = budget.chunk ? [one(manifest, budget.chunk)] : [];
		const measured = round(weigh(closure(manifest, [...entriesOf(manifest, route), ...extra])));
		return { ...budget, measured, kept: measured <= budget.kilobytes };
	});
	if (process.argv.includes('--json')) console.log(JSON.stringify({ pages, budgets }, null, '\t'));
	else print(pages, budgets);
	if (budgets.some(({ kept }) => !kept)) process.exitCode = 1;
}

const round = (kilobytes: number): number => Math.round(kilobytes * 10) / 10;

function print(
	pages: { route: string; kilobytes: number }[],
	budgets: (Budget & { measured: number; kept: boolean })[],
): void {
	for (const { route, kilobytes } of pages) console.log(`${kilobytes.toFixed(1).padStart(7)} kB  ${route}`);
	for (const { route, chunk, kilobytes, measured, kept } of budgets)
		console.log(
			`${kept ? 'kept  ' : 'BROKEN'} ${measured.toFixed(1)} of ${kilobytes} kB  ${route}${chunk ? ` with ${chunk}` : ''}`,
		);
}

if (import.meta.main) await report(resolve(import.meta.dirname, '..'));

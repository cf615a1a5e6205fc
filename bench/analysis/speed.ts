// Speed of the analyser: node bench/analysis/speed.ts [--browser]
// Node: median of a whole analysis of about 2,000 words, of one edited paragraph, and time against length.
// --browser: the same in Chromium, from a bundle, with the bundle's compressed size.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { analyseSpec, createIncremental } from '#lib/domain/analysis/analyse.ts';

const DATA = join(import.meta.dirname, 'data');
const ROUNDS = 60;

function wordsIn(text: string): number {
	return text.split(/\s+/).filter(Boolean).length;
}

function sampleSpec(words: number): string {
	let spec = '';
	for (const name of readdirSync(join(DATA, 'specs')).sort()) {
		if (wordsIn(spec) >= words) break;
		spec += `${readFileSync(join(DATA, 'specs', name), 'utf8')}\n\n`;
	}
	return spec;
}

function median(values: number[]): number {
	return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function timed(run: (round: number) => void): string {
	const wall: number[] = [];
	const cpu: number[] = [];
	for (let round = 0; round < ROUNDS; round++) {
		const before = process.cpuUsage();
		const start = performance.now();
		run(round);
		wall.push(performance.now() - start);
		const used = process.cpuUsage(before);
		cpu.push((used.user + used.system) / 1000);
	}
	return `median ${median(wall).toFixed(1)} ms wall, fastest ${(wall[0] ?? 0).toFixed(1)} ms, ${median(cpu).toFixed(1)} ms CPU`;
}

function edited(spec: string, round: number): string {
	return spec.replace(/\n([^\n]{40,})\n/, (_, line: string) => `\n${line} Version ${round} counts.\n`);
}

function node(requirement: string, spec: string): void {
	console.log(`node: ${wordsIn(spec)} words, ${timed(() => void analyseSpec({ requirement, spec }))}`);
	const incremental = createIncremental({ requirement });
	incremental.analyse(spec);
	console.log(
		`node, one edited paragraph: ${timed((round) => void incremental.analyse(edited(spec, round)))}`,
	);
	for (const size of [50_000, 100_000, 200_000]) {
		const long = spec.repeat(Math.ceil(size / spec.length)).slice(0, size);
		const start = process.cpuUsage();
		analyseSpec({ requirement, spec: long });
		const used = process.cpuUsage(start);
		console.log(`node, ${size / 1000} kB: ${((used.user + used.system) / 1000).toFixed(0)} ms CPU`);
	}
}

async function browser(requirement: string, spec: string): Promise<void> {
	const { build } = await import('vite');
	const { chromium } = await import('@playwright/test');
	const out = mkdtempSync(join(tmpdir(), 'forkpoint-bench-'));
	const entry = join(import.meta.dirname, '../../src/lib/domain/analysis/analyse.ts');
	try {
		await build({
			configFile: false,
			logLevel: 'error',
			build: {
				outDir: out,
				lib: { entry, formats: ['iife'], name: 'analyser', fileName: () => 'analyser.js' },
			},
		});
		const code = readFileSync(join(out, 'analyser.js'));
		console.log(`bundle: ${code.length} bytes, ${gzipSync(code).length} compressed`);
		const path = '/usr/bin/chromium';
		const launched = await chromium.launch({
			...(existsSync(path) ? { executablePath: path } : {}),
			args: [
				'--no-sandbox',
				'--disable-gpu',
				'--disable-quic',
				'--no-first-run',
				'--disable-background-networking',
				'--disable-component-update',
				'--disable-sync',
			],
		});
		const page = await launched.newPage();
		await page.addScriptTag({ content: code.toString('utf8') });
		const times = await page.evaluate(
			({ requirement, spec, rounds }) => {
				type Api = typeof import('#lib/domain/analysis/analyse.ts');
				const api = (globalThis as unknown as { analyser: Api }).analyser;
				const middle = (run: (i: number) => void): number => {
					const all = Array.from({ length: rounds }, (_, i) => {
						const start = performance.now();
						run(i);
						return performance.now() - start;
					});
					return all.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
				};
				const whole = middle(() => void api.analyseSpec({ requirement, spec }));
				const incremental = api.createIncremental({ requirement });
				incremental.analyse(spec);
				const one = middle(
					(i) => void incremental.analyse(spec.replace(/\n([^\n]{40,})\n/, `\n$1 Version ${i} counts.\n`)),
				);
				return { whole, one };
			},
			{ requirement, spec, rounds: ROUNDS },
		);
		console.log(
			`chromium: median ${times.whole.toFixed(1)} ms, one edited paragraph ${times.one.toFixed(1)} ms`,
		);
		await launched.close();
	} finally {
		rmSync(out, { recursive: true, force: true });
	}
}

const requirement = readFileSync(join(DATA, 'requirements', 'chat-moderation.md'), 'utf8');
const spec = sampleSpec(2000);
node(requirement, spec);
if (process.argv.includes('--browser')) await browser(requirement, spec);

// Contrast of every pair of tokens that carries text, computed from the token file itself (WCAG 2.2, relative luminance).
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Theme = 'light' | 'dark';
type Rgb = [number, number, number];

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');

function declarations(selector: string): Map<string, string> {
	const start = css.indexOf(`${selector} {`);
	if (start < 0) throw new Error(`no rule for ${selector}`);
	const body = css.slice(css.indexOf('{', start) + 1, css.indexOf('}', start));
	return new Map(
		[...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map((match) => [match[1] ?? '', match[2]?.trim() ?? '']),
	);
}

const root = declarations(':root');
const stage = new Map([...root, ...declarations('.stage')]);

/** OKLCH to linear sRGB, after B. Ottosson, "A perceptual color space for image processing" (2020). */
function fromOklch(l: number, c: number, hue: number): Rgb {
	const h = (hue * Math.PI) / 180;
	const a = c * Math.cos(h);
	const b = c * Math.sin(h);
	const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
	const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
	const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
	return [
		4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
		-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
		-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
	];
}

function fromHex(hex: string): Rgb {
	return [1, 3, 5].map((at) => {
		const channel = parseInt(hex.slice(at, at + 2), 16) / 255;
		return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
	}) as Rgb;
}

function resolve(tokens: Map<string, string>, value: string, theme: Theme): Rgb {
	const reference = /^var\((--[\w-]+)\)$/.exec(value);
	if (reference) return resolve(tokens, tokens.get(reference[1] ?? '') ?? '', theme);
	const pair = /^light-dark\((oklch\([^)]*\)), (oklch\([^)]*\))\)$/.exec(value);
	if (pair) return resolve(tokens, (theme === 'light' ? pair[1] : pair[2]) ?? '', theme);
	const oklch = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(value);
	if (oklch) return fromOklch(Number(oklch[1]), Number(oklch[2]), Number(oklch[3]));
	if (/^#[0-9a-f]{6}$/.test(value)) return fromHex(value);
	throw new Error(`cannot read the colour ${value}`);
}

function luminance([r, g, b]: Rgb): number {
	const clip = (channel: number) => Math.min(1, Math.max(0, channel));
	return 0.2126 * clip(r) + 0.7152 * clip(g) + 0.0722 * clip(b);
}

function contrast(tokens: Map<string, string>, front: string, back: string, theme: Theme): number {
	const [a, b] = [front, back].map((name) => luminance(resolve(tokens, `var(${name})`, theme))) as [
		number,
		number,
	];
	return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const THEMES: Theme[] = ['light', 'dark'];
const SURFACES = ['--paper', '--sheet', '--sunken', '--float', '--hover'];
const WORDS = [
	'--text',
	'--text-muted',
	'--accent',
	'--amber',
	'--red',
	'--honoured',
	'--contradicted',
	'--agent-chose',
];
const ON: [string, string][] = [
	['--on-accent', '--accent'],
	['--on-accent', '--accent-strong'],
	['--on-red', '--red'],
	['--n-1', '--n-10'],
	['--n-3', '--n-10'],
	['--n-1', '--accent'],
	['--n-1', '--amber'],
	['--n-1', '--honoured'],
	['--n-1', '--agent-chose'],
	['--n-1', '--n-9'],
	['--n-9', '--n-3'],
	['--text-muted', '--n-3'],
	['--text', '--accent-soft'],
	['--text', '--amber-soft'],
	['--text', '--red-soft'],
	['--text-muted', '--accent-soft'],
	['--accent', '--accent-soft'],
	['--amber', '--amber-soft'],
	['--red', '--red-soft'],
	['--honoured', '--honoured-soft'],
	['--agent-chose', '--agent-chose-soft'],
	['--on-alt', '--alt-1'],
	['--on-alt', '--alt-2'],
	['--on-alt', '--alt-3'],
	['--on-alt', '--alt-4'],
	['--on-alt-5', '--alt-5'],
	['--on-alt', '--alt-6'],
	['--on-alt', '--alt-7'],
	['--on-alt', '--alt-8'],
];

describe.each(THEMES)('in the %s theme', (theme) => {
	it.each(WORDS.flatMap((word) => SURFACES.map((surface) => [word, surface] as const)))(
		'%s on %s is AA text',
		(word, surface) => expect(contrast(root, word, surface, theme)).toBeGreaterThanOrEqual(4.5),
	);

	it.each(ON)('%s on %s is AA text', (front, back) =>
		expect(contrast(root, front, back, theme)).toBeGreaterThanOrEqual(4.5),
	);

	it.each(SURFACES)('the edge of a control and the focus ring stand out on %s', (surface) => {
		expect(contrast(root, '--line-strong', surface, theme)).toBeGreaterThanOrEqual(3);
		expect(contrast(root, '--focus', surface, theme)).toBeGreaterThanOrEqual(3);
	});

	it.each(WORDS.flatMap((word) => ['--paper', '--sheet'].map((surface) => [word, surface] as const)))(
		'%s on %s is AAA on the stage',
		(word, surface) => expect(contrast(stage, word, surface, theme)).toBeGreaterThanOrEqual(7),
	);
});

it('measures as the reference does', () => {
	const tokens = new Map([
		['--black', '#000000'],
		['--white', '#ffffff'],
		['--grey', '#767676'],
	]);
	expect(contrast(tokens, '--black', '--white', 'light')).toBeCloseTo(21, 5);
	expect(contrast(tokens, '--grey', '--white', 'light')).toBeCloseTo(4.54, 2);
});

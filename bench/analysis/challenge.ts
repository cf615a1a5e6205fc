// Measures the committed weights on the challenge sets, each apart: node bench/analysis/challenge.ts [--errors]
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeTexts } from '#lib/domain/analysis/judge.ts';
import { isCopy } from '#lib/domain/analysis/classify.ts';
import { readUnit } from '#lib/domain/analysis/reading.ts';
import { readRequirement } from '#lib/domain/analysis/requirement.ts';
import { randomFrom } from './boosting.ts';
import { furtherRows, ownRows, requirementTexts } from './dataset.ts';
import { GAMING_EDITS } from './gaming.ts';

const DATA = join(import.meta.dirname, 'data');
const REQUIREMENT =
	'Our customers use the new application for their daily work. It should be easy to use, and nothing important may get lost.';

type Item = { id: string; text: string; label: 'decision' | 'description'; pair?: number; flags?: string[] };
type Judged = Item & { p: number; decided: boolean; failure: boolean };

function read(name: string): Item[] {
	return readFileSync(join(DATA, 'challenge', `${name}.jsonl`), 'utf8')
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line) as Item);
}

function judge(item: Item): Judged {
	const [verdict] = judgeTexts(REQUIREMENT, [item.text]);
	return {
		...item,
		p: verdict?.probability ?? 0,
		decided: verdict?.class === 'decision',
		failure: verdict?.flags.failureBranch ?? false,
	};
}

function share(hits: number, of: number): string {
	return `${hits}/${of} (${((100 * hits) / Math.max(1, of)).toFixed(1)} %)`;
}

/** Figures of one set: recall of decisions, of descriptions, pairs ranked rightly, and failure branches found. */
export function reportSet(name: string, showErrors: boolean): string[] {
	const items = read(name).map(judge);
	const decisions = items.filter((item) => item.label === 'decision');
	const descriptions = items.filter((item) => item.label === 'description');
	const lines = [`${name}:`];
	if (decisions.length > 0)
		lines.push(
			`  decisions found ${share(decisions.filter((item) => item.decided).length, decisions.length)}`,
		);
	if (descriptions.length > 0) {
		lines.push(
			`  descriptions kept ${share(descriptions.filter((item) => !item.decided).length, descriptions.length)}`,
		);
	}
	const pairs = [...new Set(items.flatMap((item) => item.pair ?? []))];
	const ranked = pairs.filter((pair) => {
		const [a, b] = items.filter((item) => item.pair === pair);
		return a && b && a.p > b.p;
	});
	if (pairs.length > 0) lines.push(`  pairs ranked rightly ${share(ranked.length, pairs.length)}`);
	const failures = items.filter((item) => item.flags?.includes('failure'));
	if (failures.length > 0) {
		lines.push(
			`  flagged as failure branch ${share(failures.filter((item) => item.failure).length, failures.length)}`,
		);
		lines.push(
			`  bare lists flagged ${share(descriptions.filter((item) => item.failure).length, descriptions.length)}`,
		);
	}
	if (showErrors) {
		for (const item of items.filter((each) => each.decided !== (each.label === 'decision')))
			lines.push(`    ${item.p.toFixed(2)} ${item.label} ${item.text}`);
	}
	return lines;
}

/** Share of plain descriptions that become a decision by each gaming edit. */
export function gamingFlips(): { name: string; flips: number; of: number }[] {
	const plain = read('game-descriptions').map(judge);
	const kept = plain.filter((item) => !item.decided);
	return GAMING_EDITS.map(({ name, apply }) => {
		const flipped = kept.filter((item, index) => judge({ ...item, text: apply(item.text, index) }).decided);
		return { name, flips: flipped.length, of: plain.length };
	});
}

const SWAPS = ['data', 'process', 'current', 'various', 'also', 'then', 'new', 'these', 'with', 'online'];

function edited(text: string, share: number, random: () => number): string {
	return text
		.split(' ')
		.flatMap((word) => {
			if (random() >= share) return [word];
			const kind = random();
			if (kind < 0.34) return [];
			const filler = SWAPS[Math.floor(random() * SWAPS.length)] as string;
			return kind < 0.67 ? [filler] : [word, filler];
		})
		.join(' ');
}

/** Recall on copied requirement sentences by share of edited words, and false positives on own words of all data. */
export function copyFigures(): string[] {
	const random = randomFrom(7);
	const rows = ownRows(DATA);
	const texts = requirementTexts(rows, [join(DATA, 'requirements')]);
	const lines: string[] = [];
	for (const edits of [0, 0.1, 0.2, 0.3]) {
		let hits = 0;
		let total = 0;
		for (const text of texts.values()) {
			const requirement = readRequirement(text);
			for (const sentence of text.split(/(?<=[.!?])\s+/).filter((each) => each.split(' ').length >= 5)) {
				for (let i = 0; i < 10; i++) {
					total++;
					if (isCopy(readUnit(edited(sentence.trim(), edits, random), requirement))) hits++;
				}
			}
		}
		lines.push(`  recall at ${(100 * edits).toFixed(0)} % edits ${share(hits, total)}`);
	}
	const foreign = [...rows, ...furtherRows(join(DATA, 'drill.jsonl'), 'drill')].filter(
		(row) => row.label === 'decision' || row.label === 'description',
	);
	const all = requirementTexts(foreign, [join(DATA, 'requirements')]);
	const false_ = foreign.filter((row) => isCopy(readUnit(row.text, readRequirement(all.get(row.req) ?? ''))));
	lines.push(`  false positives on own words ${share(false_.length, foreign.length)}`);
	return lines;
}

function main(): void {
	const showErrors = process.argv.includes('--errors');
	const sets = readdirSync(join(DATA, 'challenge'))
		.map((name) => name.replace('.jsonl', ''))
		.filter((name) => name !== 'game-descriptions');
	for (const name of sets.sort()) console.log(reportSet(name, showErrors).join('\n'));
	console.log('gaming flips:');
	for (const { name, flips, of } of gamingFlips()) console.log(`  ${name} ${share(flips, of)}`);
	console.log(['copies:', ...copyFigures()].join('\n'));
}

if (import.meta.main) main();

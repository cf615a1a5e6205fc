// Decisions of an entry as MADR 4 records (https://adr.github.io/madr/), one per fork; text of people is escaped.
import type { ShownDecision } from '../../../../contract/shown-entry.ts';
import type { StandingView } from '../../../../contract/results.ts';
import { IN_TEXT_WORDS, statusWords } from '../../../../contract/result-words.ts';
import type { ChoicePoint } from '../../../../domain/challenge/pack.ts';
import type { ArchiveFile } from './zip.ts';

export interface MadrEntry {
	alias: string;
	/** Null while it is not known to the reader. */
	author: string | null;
	decisions: readonly ShownDecision[];
	behaviours: readonly Pick<
		StandingView['alignment'][number],
		'choicePointId' | 'status' | 'decidedBy' | 'evidence'
	>[];
}

/** Plain text inside Markdown: nothing in it formats, links or breaks out of its line. */
export const plain = (text: string): string =>
	text
		.replaceAll(/[\\`*_{}[\]()<>#+\-!|~&]/g, '\\$&')
		.replaceAll(/\s*[\r\n\u2028\u2029]+\s*/g, ' / ')
		.trim();

/** A JSON string is a YAML string. */
const yaml = (text: string): string => JSON.stringify(text);

const record = (lines: readonly (string | null)[]): string =>
	`${lines.filter((line) => line !== null).join('\n')}\n`;

function outcome({ choice, decidedBy, quote, rationale }: ShownDecision): string {
	if (choice === null) return 'Nobody decided: the agent chose.';
	if (choice.kind === 'delegated') return `Left to the agent on purpose${because(rationale)}.`;
	const values = Object.entries(choice.parameters).map(([id, value]) => `${plain(id)} ${value}`);
	const parameters = values.length > 0 ? ` (${values.join(', ')})` : '';
	const chosen = `Chosen option: "${plain(choice.label)}"${parameters}`;
	if (decidedBy === 'text')
		return `${chosen}, ${IN_TEXT_WORDS}${quote === null ? '' : `: "${plain(quote)}"`}.`;
	return `${chosen}${because(rationale)}.`;
}
const because = (rationale: string): string =>
	rationale.trim() === '' ? ', without a reason given' : `, because ${plain(rationale).replace(/\.$/, '')}`;

export function madr(entry: MadrEntry, point: ChoicePoint, decision: ShownDecision, date: string): string {
	const seen = entry.behaviours.find((b) => b.choicePointId === point.id);
	return record([
		'---',
		`status: ${decision.choice === null ? 'proposed' : 'accepted'}`,
		`date: ${date}`,
		`decision-makers: ${yaml(entry.author ?? entry.alias)}`,
		'---',
		'',
		`# ${plain(point.title)}`,
		'',
		'## Context and Problem Statement',
		'',
		plain(point.context),
		'',
		plain(point.question),
		'',
		'## Considered Options',
		'',
		...point.alternatives.map((a) => `* ${plain(a.label)}`),
		'* Leave it to the agent',
		'',
		'## Decision Outcome',
		'',
		outcome(decision),
		...(seen
			? [
					'',
					'### Confirmation',
					'',
					`${statusWords(seen)}. The program was seen to do: ${plain(seen.evidence)}`,
				]
			: []),
		...(decision.rejected.trim() !== ''
			? ['', '## More Information', '', `Turned down: ${plain(decision.rejected)}`]
			: []),
	]);
}

/** `A17/0001-first-fork.md`, numbered in the order of the forks. */
export const madrFiles = (
	entries: readonly MadrEntry[],
	points: readonly ChoicePoint[],
	date: string,
): ArchiveFile[] =>
	entries.flatMap((entry) =>
		points.flatMap((point, index) => {
			const decision = entry.decisions.find((d) => d.choicePointId === point.id);
			const name = `${String(index + 1).padStart(4, '0')}-${point.id.replaceAll(/[^a-z0-9-]/g, '-')}.md`;
			return decision
				? [{ path: `${entry.alias}/${name}`, content: madr(entry, point, decision, date) }]
				: [];
		}),
	);

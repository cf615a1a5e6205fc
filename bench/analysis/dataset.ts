// Labelled units as training rows. Sources are the project's own data and any further files given as arguments.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Label = 'decision' | 'description' | 'restatement' | 'other';

export type Row = {
	readonly id: string;
	readonly req: string;
	readonly spec: string;
	readonly context: string;
	readonly text: string;
	readonly label: Label;
	readonly flags: readonly string[];
	/** Both readers gave the same label, and said so with certainty where that was asked. */
	readonly agreed: boolean;
	readonly source: 'own' | 'drill' | 'further';
	/** Made for training from the row with this id, whose neighbours it borrows; '' for a copy without neighbours. */
	readonly madeFrom?: string;
};

export type Source = { readonly data: string; readonly requirements: string };
type Labelled = { id: string; label: Label; flags: string[] };

function lines<T>(path: string): T[] {
	return readFileSync(path, 'utf8')
		.split('\n')
		.filter((line) => line.trim() !== '')
		.map((line) => JSON.parse(line) as T);
}

/** The project's own units with the labels of both readers; where they differ the first reader's label stands, unsure. */
export function ownRows(directory: string): Row[] {
	const a = new Map(lines<Labelled>(join(directory, 'labels-a.jsonl')).map((each) => [each.id, each]));
	const b = new Map(lines<Labelled>(join(directory, 'labels-b.jsonl')).map((each) => [each.id, each]));
	return lines<Omit<Row, 'label' | 'flags' | 'agreed' | 'source'>>(join(directory, 'units.jsonl')).flatMap(
		(unit) => {
			const first = a.get(unit.id);
			const second = b.get(unit.id);
			if (!first || !second) return [];
			const flags = first.flags.filter((flag) => second.flags.includes(flag));
			return [
				{ ...unit, label: first.label, flags, agreed: first.label === second.label, source: 'own' as const },
			];
		},
	);
}

/** Rows of a further labelled file: {req, spec, text, label} and optionally id, context, flags. */
export function furtherRows(path: string, source: Row['source'] = 'further'): Row[] {
	return lines<Partial<Row> & { req: string; spec: string; text: string; label: Label }>(path).map(
		(row, index) => ({
			id: row.id ?? `${row.spec}-${index}`,
			req: row.req,
			spec: row.spec,
			context: row.context ?? '',
			text: row.text,
			label: row.label,
			flags: row.flags ?? [],
			agreed: true,
			source,
		}),
	);
}

/** Requirement text of each domain named in `rows`, from the first directory that has it. */
export function requirementTexts(rows: readonly Row[], directories: readonly string[]): Map<string, string> {
	const texts = new Map<string, string>();
	for (const req of new Set(rows.map((row) => row.req))) {
		const path = directories
			.map((directory) => join(directory, `${req}.md`))
			.find((each) => existsSync(each));
		texts.set(req, path ? readFileSync(path, 'utf8') : '');
	}
	return texts;
}

// Training copies of descriptions in borrowed clothes: rhetoric of deciding without a decision. Other wordings than the challenge.
import type { Row } from './dataset.ts';

const BEFORE = [
	'Having weighed the pros and cons, ',
	'It seemed sensible that ',
	'Our conclusion is that ',
	'The team has agreed: ',
	'Since quality matters, ',
	'In contrast to other systems, ',
	'Even though it takes effort, ',
	'Our rationale: ',
];
const AFTER = [
	' as users expect this.',
	', which seems the most reasonable way.',
	', not something else.',
	', unlike a solution without it.',
	' since we want it that way.',
	', therefore it is needed.',
	', otherwise it would be missing.',
	'. Other options would be inferior.',
	' so that everything works as intended.',
	', although it could be done differently.',
];

function bare(text: string): string {
	return text.replace(/[.\s]+$/, '');
}

function lowered(text: string): string {
	return text.charAt(0).toLowerCase() + text.slice(1);
}

/** One disguised copy of every third one-line description. They train, and are never measured. */
export function disguise(rows: readonly Row[]): Row[] {
	const plain = rows.filter(
		(row) => row.label === 'description' && !row.text.includes('\n') && row.text.length < 200,
	);
	return plain.flatMap((row, index) => {
		if (index % 3 !== 0) return [];
		const turn = index / 3;
		const before = BEFORE[turn % BEFORE.length] ?? '';
		const after = AFTER[turn % AFTER.length] ?? '';
		const text = turn % 2 === 0 ? `${before}${lowered(row.text)}` : `${bare(row.text)}${after}`;
		return [{ ...row, id: `${row.id}-disguised`, text, source: 'drill' as const, madeFrom: row.id }];
	});
}

/** Every fourth row once more without neighbours: a unit must also stand alone. */
export function alone(rows: readonly Row[]): Row[] {
	return rows
		.filter((_, index) => index % 4 === 1)
		.map((row) => ({ ...row, id: `${row.id}-alone`, source: 'drill' as const, madeFrom: '' }));
}

// Lists the units of every training spec, to be labelled: node bench/analysis/units.ts [data directory]
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isStatement, splitUnits } from '#lib/domain/spec/units.ts';

const directory = process.argv[2] ?? join(import.meta.dirname, 'data');
const names = readdirSync(join(directory, 'specs'))
	.filter((name) => name.endsWith('.md'))
	.sort();
const lines: string[] = [];
for (const name of names) {
	const spec = name.slice(0, -'.md'.length);
	const req = spec.replace(/-[^-]*$/, '');
	const units = splitUnits(readFileSync(join(directory, 'specs', name), 'utf8')).filter((unit) =>
		isStatement(unit.kind),
	);
	units.forEach((unit, index) => {
		const id = `${spec}-${String(index + 1).padStart(3, '0')}`;
		lines.push(JSON.stringify({ id, req, spec, context: unit.heading, text: unit.text }));
	});
}
writeFileSync(join(directory, 'units.jsonl'), lines.map((line) => `${line}\n`).join(''));
console.log(`${lines.length} units of ${names.length} specs`);

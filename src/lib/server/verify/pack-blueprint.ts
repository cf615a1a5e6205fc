// The rehearsal agent's material: blueprint/blueprint.yaml and the sources beside it, complete for every alternative.
import path from 'node:path';
import { z } from 'zod';
import type { Blueprint } from '#lib/domain/challenge/blueprint.ts';
import type { ChoicePoint } from '#lib/domain/challenge/pack.ts';
import { readTree, yamlFile, type PackProblem } from './pack-loader.ts';

const FILE = 'blueprint/blueprint.yaml';
const text = z.string().trim().min(1);
const extra = z.strictObject({
	id: text,
	title: text,
	detail: text,
	file: text.optional(),
	set: z.strictObject({ file: text, constant: text, value: z.int() }).optional(),
});
const schema = z.strictObject({
	defaults: z.record(z.string(), text),
	files: z.record(z.string(), text),
	extras: z.array(extra),
	assumptions: z.array(text),
});

export async function readBlueprint(
	dir: string,
	choicePoints: readonly ChoicePoint[],
	problems: PackProblem[],
): Promise<Blueprint | null> {
	const data = await yamlFile(dir, FILE, schema, problems);
	if (!data) return null;
	const { 'blueprint.yaml': _, ...sources } = await readTree(path.join(dir, 'blueprint'));
	const report = (at: string, message: string): void => void problems.push({ file: FILE, path: at, message });
	for (const point of choicePoints) {
		if (!(point.id in data.files)) report(`files.${point.id}`, 'is missing');
		if (!point.alternatives.some((a) => a.id === data.defaults[point.id]))
			report(`defaults.${point.id}`, 'must name one of the alternatives');
		for (const { id, parameters } of point.alternatives) {
			const file = `alternatives/${point.id}/${id}.js`;
			const source = sources[file];
			if (source === undefined) problems.push({ file: `blueprint/${file}`, path: '', message: 'is missing' });
			for (const parameter of parameters) {
				const name = parameter.id.replaceAll('-', '_').toUpperCase();
				if (source !== undefined && !new RegExp(`const ${name} = \\d+;`).test(source))
					problems.push({
						file: `blueprint/${file}`,
						path: '',
						message: `has no "const ${name} = ...;" for the parameter`,
					});
			}
		}
	}
	data.extras.forEach((e, i) => {
		if (e.file !== undefined && !(`extras/${e.file}` in sources))
			report(`extras[${i}].file`, 'does not exist');
		if (e.set && !(`program/${e.set.file}` in sources)) report(`extras[${i}].set.file`, 'does not exist');
	});
	return { ...data, sources };
}

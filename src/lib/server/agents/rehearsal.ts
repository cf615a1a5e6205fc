// The rehearsal agent: composes a real program from a pack's blueprint. Pure and deterministic; it never pretends to be a model.
import type { Extra, Resolved, Source } from '#lib/domain/challenge/blueprint.ts';
import type { Decision } from '#lib/domain/challenge/decision.ts';
import type { TextFinding } from '#lib/domain/challenge/finding.ts';
import type { Alternative, ChoicePoint } from '#lib/domain/challenge/pack.ts';
import { settle } from '#lib/domain/challenge/settled.ts';
import type { LoadedPack } from '../verify/pack-loader.ts';

export interface ComposeInput {
	challenge: Pick<LoadedPack, 'pack' | 'contract' | 'blueprint'>;
	decisions: readonly Decision[];
	/** Used where the record of decisions leaves a choice point open. */
	findings?: readonly TextFinding[];
}

export interface Composition {
	/** The whole workspace: the contract's files and the program, by path. */
	files: Record<string, string>;
	resolved: Resolved[];
	/** As listed in ASSUMPTIONS.md, one sentence each. */
	assumptions: string[];
	extras: readonly Extra[];
	/** What the agent says while it works, line by line. */
	log: string[];
}

/** Composes the program. Throws when the blueprint lacks an alternative, which the pack loader has ruled out. */
export function composeProgram({ challenge, decisions, findings = [] }: ComposeInput): Composition {
	const { pack, blueprint, contract } = challenge;
	const resolved = pack.choicePoints.map((point) => resolve(point, decisions, findings, blueprint.defaults));
	const files: Record<string, string> = { ...contract };
	const program = 'program/';
	for (const [path, source] of Object.entries(blueprint.sources))
		if (path.startsWith(program)) files[path.slice(program.length)] = source;
	for (const choice of resolved) {
		const point = pack.choicePoints.find((c) => c.id === choice.choicePointId);
		if (point)
			files[blueprint.files[point.id] ?? `${point.id}.js`] = alternativeFile(challenge, point, choice);
	}
	addExtras(files, challenge);
	const assumptions = assumptionsOf(challenge, resolved);
	files['ASSUMPTIONS.md'] = assumptionsFile(assumptions, blueprint.extras);
	return { files, resolved, assumptions, extras: blueprint.extras, log: logOf(challenge, resolved) };
}

function resolve(
	point: ChoicePoint,
	decisions: readonly Decision[],
	findings: readonly TextFinding[],
	defaults: Record<string, string>,
): Resolved {
	const { choice, decidedBy } = settle(point.id, decisions, findings);
	const settled = (source: Source, alternativeId: string, given: Record<string, number>): Resolved => {
		const wanted = point.alternatives.find((a) => a.id === alternativeId);
		if (!wanted) throw new Error(`choice point "${point.id}" has no alternative "${alternativeId}"`);
		const assumedParameters = wanted.parameters.filter((p) => given[p.id] === undefined).map((p) => p.id);
		const parameters = Object.fromEntries(wanted.parameters.map((p) => [p.id, given[p.id] ?? p.default]));
		return { choicePointId: point.id, alternativeId, parameters, source, assumedParameters };
	};
	if (choice?.kind === 'alternative')
		return settled(decidedBy === 'text' ? 'spec' : 'decision', choice.alternativeId, choice.parameters);
	return settled(choice ? 'delegated' : 'undecided', defaults[point.id] ?? '', {});
}

const alternativeOf = (point: ChoicePoint, id: string): Alternative | undefined =>
	point.alternatives.find((a) => a.id === id);

const SOURCE: Record<Source, string> = {
	decision: 'decided by the author',
	spec: 'decided in the text of the spec',
	delegated: 'left to the agent, who chose it',
	undecided: 'not decided; chosen by the agent',
};

/** Copies an alternative's source, sets its parameters and says which decision it implements. */
function alternativeFile(challenge: ComposeInput['challenge'], point: ChoicePoint, choice: Resolved): string {
	const path = `alternatives/${point.id}/${choice.alternativeId}.js`;
	let source = challenge.blueprint.sources[path];
	if (source === undefined) throw new Error(`the blueprint has no ${path}`);
	for (const [id, value] of Object.entries(choice.parameters))
		source = setConstant(source, constantName(id), value, path);
	const { label } = alternativeOf(point, choice.alternativeId) ?? { label: choice.alternativeId };
	return `// ${point.title}: ${label.toLowerCase()}${figures(point, choice)} (${SOURCE[choice.source]}).\n${source}`;
}

const constantName = (id: string): string => id.replaceAll('-', '_').toUpperCase();

function setConstant(source: string, name: string, value: number, path: string): string {
	const pattern = new RegExp(`(const ${name} = )\\d+;`);
	if (!pattern.test(source)) throw new Error(`${path} has no constant ${name}`);
	return source.replace(pattern, `$1${value};`);
}

function figures(point: ChoicePoint, choice: Resolved): string {
	const parameters = alternativeOf(point, choice.alternativeId)?.parameters ?? [];
	const said = parameters.map((p) => `${p.label.toLowerCase()} ${choice.parameters[p.id]} ${p.unit}`);
	return said.length > 0 ? `, ${said.join(', ')}` : '';
}

const camelCase = (file: string): string =>
	file.replace(/\.js$/, '').replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

function addExtras(files: Record<string, string>, { blueprint }: ComposeInput['challenge']): void {
	const modules = blueprint.extras.flatMap((extra) => extra.file ?? []);
	for (const file of modules) files[file] = blueprint.sources[`extras/${file}`] ?? '';
	for (const { set } of blueprint.extras)
		if (set) files[set.file] = setConstant(files[set.file] ?? '', set.constant, set.value, set.file);
	const imports = modules.map((file) => `import { ${camelCase(file)} } from './${file}';\n`).join('');
	const calls = modules.map((file) => `\tawait ${camelCase(file)}(p);\n`).join('');
	files['extras.js'] =
		`// Runs after every purchase; see ASSUMPTIONS.md.\n${imports}\nexport async function finished(p) {\n${calls}}\n`;
}

function assumptionsOf(
	{ pack, blueprint }: ComposeInput['challenge'],
	resolved: readonly Resolved[],
): string[] {
	const out: string[] = [];
	for (const choice of resolved) {
		const point = pack.choicePoints.find((c) => c.id === choice.choicePointId);
		const alternative = point && alternativeOf(point, choice.alternativeId);
		if (!point || !alternative) continue;
		if (choice.source === 'delegated' || choice.source === 'undecided') {
			const why = choice.source === 'delegated' ? 'left to the agent' : 'the spec does not say';
			out.push(`${point.title} (${why}): ${alternative.label.toLowerCase()}${figures(point, choice)}.`);
		} else
			for (const id of choice.assumedParameters) {
				const parameter = alternative.parameters.find((p) => p.id === id);
				if (parameter)
					out.push(
						`${point.title}: ${parameter.label.toLowerCase()} ${parameter.default} ${parameter.unit}, because no figure is given.`,
					);
			}
	}
	return [...out, ...blueprint.assumptions];
}

const assumptionsFile = (assumptions: readonly string[], extras: readonly Extra[]): string =>
	[
		'# Assumptions',
		'',
		'What the spec did not decide and the program had to.',
		'',
		...assumptions.map((text) => `- ${text}`),
		'',
		'## Added without being asked',
		'',
		...extras.map((extra) => `- ${extra.title}: ${extra.detail}`),
		'',
	].join('\n');

function logOf({ pack, blueprint }: ComposeInput['challenge'], resolved: readonly Resolved[]): string[] {
	const lines = resolved.map((choice) => {
		const point = pack.choicePoints.find((c) => c.id === choice.choicePointId);
		const label = point && alternativeOf(point, choice.alternativeId)?.label;
		return `${point?.title}: ${label}${point ? figures(point, choice) : ''} (${SOURCE[choice.source]})`;
	});
	return [
		'Rehearsal agent: no model, no network. It composes the program from the pack and says where it chose by itself.',
		...lines,
		...blueprint.extras.map((extra) => `Added without being asked: ${extra.title}`),
		'Wrote ASSUMPTIONS.md',
	];
}

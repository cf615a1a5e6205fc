// The command line's rules on top of the parser: unknown options are errors, results are exit codes.
import { parseArgs, renderUsage, runCommand, type ArgDef, type ArgsDef, type CommandDef } from 'citty';
import { EXIT } from './exit-codes.ts';

/** The command line itself is wrong; the message says how. */
export class UsageError extends Error {
	override name = 'UsageError';
}
/** Something outside is missing or in the way. */
export class EnvironmentError extends Error {
	override name = 'EnvironmentError';
}

/** A command without its argument types: what a tree of commands holds. `run` returns the exit code. */
export type Command = CommandDef;
export interface Branch {
	/** One line for the parent's help. */
	description: string;
	load: () => Promise<Command>;
	/** Further words below this one. */
	children?: CommandTree;
}
export type CommandTree = Record<string, Branch>;

interface Found {
	command: Command;
	/** Command words so far. */
	path: string[];
	children: CommandTree;
	options: string[];
}

/** Runs what `argv` says and returns the exit code. Words after `--` go to the command as `data`. */
export async function runTree(root: Command, tree: CommandTree, argv: readonly string[]): Promise<number> {
	const separator = argv.indexOf('--');
	const words = separator === -1 ? [...argv] : argv.slice(0, separator);
	const passthrough = separator === -1 ? [] : argv.slice(separator + 1);
	const found = await find({ command: root, path: [], children: tree, options: words });
	if (found.options.includes('--help') || found.options.includes('-h')) {
		console.log(await usageOf(found));
		return EXIT.ok;
	}
	if (typeof found.command.run !== 'function') {
		const word = found.options.find((option) => !option.startsWith('-'));
		const names = Object.keys(found.children).join(', ');
		throw new UsageError(
			word ? `Unknown command "${word}". There are: ${names}.` : `Say which command: ${names}.`,
		);
	}
	await refuseUnknown(found);
	const { result } = await runCommand(found.command, { rawArgs: found.options, data: passthrough });
	return typeof result === 'number' ? result : EXIT.ok;
}

async function find(at: Found): Promise<Found> {
	const [word, ...rest] = at.options;
	const branch = word === undefined ? undefined : at.children[word];
	if (word === undefined || !branch) return at;
	const command = await branch.load();
	return find({ command, path: [...at.path, word], children: branch.children ?? {}, options: rest });
}

async function refuseUnknown({ command, options }: Found): Promise<void> {
	const definitions = await resolved(command.args);
	const known = new Set(['_']);
	for (const [name, definition] of Object.entries(definitions))
		for (const spelling of [name, ...aliasesOf(definition)]) known.add(spelling).add(camel(spelling));
	let parsed: Record<string, unknown> & { _: string[] };
	try {
		parsed = parseArgs(options, definitions);
	} catch (error) {
		throw new UsageError(error instanceof Error ? plain(error.message) : String(error));
	}
	for (const [name, value] of Object.entries(parsed)) {
		if (!known.has(name)) throw new UsageError(`Unknown option --${name}.`);
		const type = definitions[name]?.type;
		if (
			(type === 'string' || type === 'enum') &&
			value !== undefined &&
			(typeof value !== 'string' || value === '')
		)
			throw new UsageError(`Option --${name} needs a value.`);
	}
	const positional = Object.values(definitions).filter(({ type }) => type === 'positional').length;
	if (parsed._.length > positional) throw new UsageError(`Unexpected argument "${parsed._[positional]}".`);
}

async function usageOf({ command, path, children }: Found): Promise<string> {
	const named = {
		...command,
		meta: { ...(await resolved(command.meta)), name: ['forkpoint', ...path].join(' ') },
	};
	const own = plain(await renderUsage(named)).trimEnd();
	const width = Math.max(0, ...Object.keys(children).map((name) => name.length));
	const list = Object.entries(children).map(
		([name, { description }]) => `  ${name.padEnd(width)}  ${description}`,
	);
	return list.length === 0 ? own : `${own}\n\nCOMMANDS\n\n${list.join('\n')}`;
}

const aliasesOf = (definition: ArgDef): string[] =>
	'alias' in definition ? [definition.alias ?? []].flat() : [];
const resolved = async <T extends object>(
	value: T | Promise<T> | (() => T | Promise<T>) | undefined,
): Promise<T> => (typeof value === 'function' ? await value() : await value) ?? ({} as T);
const camel = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const plain = (text: string): string =>
	text.replaceAll(new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g'), '');

/** Erases a command's argument types for the tree. */
export const asCommand = <T extends ArgsDef>(command: CommandDef<T>): Command =>
	command as unknown as Command;

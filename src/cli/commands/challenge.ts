// `forkpoint challenge list|check|verify`: the installed packs, a program against one, a pack against itself.
import { defineCommand } from 'citty';
import { join } from 'node:path';
import { checkCommand, listCommand, verifyCommand } from '../../lib/server/verify/command.ts';
import { asCommand, UsageError } from '../command.ts';

const challenges = join(process.env['FORKPOINT_ROOT'] ?? process.cwd(), 'challenges');

interface Outcome {
	exitCode: number;
	report: unknown;
	text: string;
}

const json = { type: 'boolean', description: 'Print the whole report as JSON' } as const;
const slug = { type: 'positional', required: true, description: 'Name of the challenge' } as const;

export const challenge = asCommand(
	defineCommand({ meta: { description: 'Challenge packs and programs made for them' } }),
);

export const list = asCommand(
	defineCommand({
		meta: { description: 'List the installed challenge packs' },
		args: { json },
		run: async ({ args }) => print(await listCommand({ challenges }), args.json),
	}),
);

export const check = asCommand(
	defineCommand({
		meta: {
			description: "Run a challenge's checks and fingerprints on a program. Exits 1 when a check failed.",
		},
		args: {
			slug,
			program: { type: 'string', required: true, description: 'Folder of the program', valueHint: 'DIR' },
			command: { type: 'string', description: 'How to start it (default: node main.js)', valueHint: 'CMD' },
			decisions: { type: 'string', description: 'Decisions the program was built from', valueHint: 'FILE' },
			seed: { type: 'string', description: 'Repeat a run exactly', valueHint: 'N' },
			json,
		},
		async run({ args }) {
			const { slug, program, command, decisions } = args;
			return print(
				await checkCommand({
					challenges,
					slug,
					program,
					command,
					decisions,
					seed: integer('seed', args.seed),
				}),
				args.json,
			);
		},
	}),
);

export const verify = asCommand(
	defineCommand({
		meta: {
			description:
				'Prove a challenge pack: contract, fingerprints, mutants, samples, determinism. Exits 1 when it does not hold.',
		},
		args: {
			slug,
			part: { type: 'string', description: 'Only these parts, separated by commas', valueHint: 'NAME,...' },
			lanes: { type: 'string', description: 'Programs at a time', valueHint: 'N' },
			seed: { type: 'string', description: 'Repeat a run exactly', valueHint: 'N' },
			json,
		},
		async run({ args }) {
			const outcome = await verifyCommand({
				challenges,
				slug: args.slug,
				parts: args.part?.split(','),
				lanes: integer('lanes', args.lanes),
				seed: integer('seed', args.seed),
				onLine: (line) => console.error(line),
			});
			return print(outcome, args.json);
		},
	}),
);

function integer(name: string, text: string | undefined): number | undefined {
	if (text === undefined) return undefined;
	if (!/^\d{1,10}$/.test(text)) throw new UsageError(`Option --${name} needs a whole number, not "${text}".`);
	return Number(text);
}

function print({ exitCode, report, text }: Outcome, asJson: boolean | undefined): number {
	if (report === null) console.error(text);
	else console.log(asJson ? JSON.stringify(report, null, 2) : text);
	return exitCode;
}

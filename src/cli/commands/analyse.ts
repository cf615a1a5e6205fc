// `forkpoint analyse [bench]`: tell decisions from descriptions in a spec, and measure how well that works.
import { defineCommand } from 'citty';
import {
	analyseBenchCommand,
	analyseCommand,
	type CommandOutcome,
} from '../../lib/server/analyse/command.ts';
import { asCommand } from '../command.ts';
import { EXIT } from '../exit-codes.ts';

const json = { type: 'boolean', description: 'Print the report as JSON' } as const;

export const analyse = asCommand(
	defineCommand({
		meta: { description: 'Tell what a spec decides from what it only describes, with the evidence' },
		args: {
			spec: { type: 'positional', required: true, description: 'The spec, Markdown' },
			requirement: {
				type: 'string',
				required: true,
				description: 'The requirement it answers, Markdown',
				valueHint: 'FILE',
			},
			json,
		},
		async run({ args }) {
			const { spec, requirement } = args;
			return print(
				await analyseCommand({ spec, requirement, json: args.json, colour: process.stdout.isTTY }),
			);
		},
	}),
);

export const analyseBench = asCommand(
	defineCommand({
		meta: { description: 'Measure the analyser on labelled units, beside three baselines' },
		args: {
			data: {
				type: 'string',
				required: true,
				description: 'One labelled unit a line: {"req","spec","text","label"}',
				valueHint: 'FILE',
			},
			requirements: {
				type: 'string',
				required: true,
				description: 'Folder with a text per requirement',
				valueHint: 'DIR',
			},
			json,
		},
		async run({ args }) {
			return print(
				await analyseBenchCommand({ data: args.data, requirements: args.requirements, json: args.json }),
			);
		},
	}),
);

function print(outcome: CommandOutcome): number {
	if (outcome.ok) console.log(outcome.output);
	else console.error(outcome.message);
	if (outcome.ok) return EXIT.ok;
	return outcome.reason === 'unreadable' ? EXIT.environment : EXIT.usage;
}

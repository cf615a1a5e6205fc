// `forkpoint sandbox attacks`: our own attack programs against the sandbox of this machine.
import { defineCommand } from 'citty';
import { attacksCommand } from '../../lib/server/sandbox/attacks/run-attacks.ts';
import { asCommand } from '../command.ts';

export const sandboxAttacks = asCommand(
	defineCommand({
		meta: {
			description:
				'Run attack programs in the sandbox, and the same ones without it. ' +
				'Exits with 0 when every attack was stopped, 1 when one was not, 125 without a sandbox. Takes minutes.',
		},
		args: {
			controls: {
				type: 'boolean',
				default: true,
				description: 'Also run each program without the sandbox, as far as that is harmless',
				negativeDescription: 'Only inside the sandbox',
			},
			'allow-weak': { type: 'boolean', description: 'Also where nothing can contain them' },
			json: { type: 'boolean', description: 'Print the table as JSON' },
		},
		async run({ args }) {
			const { exitCode, table, text } = await attacksCommand({
				controls: args.controls,
				allowWeak: args['allow-weak'],
			});
			if (table === null) console.error(text);
			else console.log(args.json ? JSON.stringify(table) : text);
			return exitCode;
		},
	}),
);

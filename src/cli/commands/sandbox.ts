// `forkpoint sandbox`: one command in the sandbox; the report goes to standard output as JSON.
import { defineCommand } from 'citty';
import { sandboxCommand } from '../../lib/server/sandbox/command.ts';
import { asCommand } from '../command.ts';

export const sandbox = asCommand(
	defineCommand({
		meta: {
			description:
				'Run a command in the sandbox: forkpoint sandbox --workspace DIR -- CMD... ' +
				"Exits with the command's own code, 124 out of time, 125 not started, 130 cancelled, 137 killed.",
		},
		args: {
			workspace: {
				type: 'string',
				required: true,
				description: 'Folder the command runs in',
				valueHint: 'DIR',
			},
			'read-only': { type: 'boolean', description: 'The workspace cannot be written' },
			limit: {
				type: 'string',
				description: 'Limits as name=value, separated by commas',
				valueHint: 'NAME=N,...',
			},
			'allow-weak': { type: 'boolean', description: 'Run even where nothing can contain it' },
			json: { type: 'boolean', description: 'Print the report as JSON on one line instead of indented' },
		},
		async run({ args, data }) {
			const stop = new AbortController();
			process.once('SIGINT', () => stop.abort());
			const outcome = await sandboxCommand({
				workspace: args.workspace,
				readOnly: args['read-only'],
				limits: args.limit?.split(','),
				allowWeak: args['allow-weak'],
				command: data as string[],
				signal: stop.signal,
			});
			if (outcome.report === null) console.error(outcome.error);
			else console.log(JSON.stringify(outcome.report, null, args.json ? undefined : 2));
			return outcome.exitCode;
		},
	}),
);

// `forkpoint build`: one spec built and verified outside a competition.
import { defineCommand } from 'citty';
import { join } from 'node:path';
import type { BuildEvent } from '../../lib/domain/build/event.ts';
import { buildCommand } from '../../lib/server/pipeline/command.ts';
import { asCommand, UsageError } from '../command.ts';

const challenges = join(process.env['FORKPOINT_ROOT'] ?? process.cwd(), 'challenges');

export const build = asCommand(
	defineCommand({
		meta: {
			description:
				'Build a spec as a competition would, and verify the program. Exits 0 when it passed, 1 when it did not, ' +
				'2 on wrong usage, 3 when the platform, the agent or the verifier failed.',
		},
		args: {
			challenge: { type: 'string', required: true, description: 'Name of the challenge', valueHint: 'SLUG' },
			agent: { type: 'string', default: 'rehearsal', description: 'Which agent builds', valueHint: 'NAME' },
			spec: { type: 'string', required: true, description: 'The spec, Markdown', valueHint: 'FILE' },
			decisions: { type: 'string', description: 'Decisions, JSON or YAML', valueHint: 'FILE' },
			out: { type: 'string', required: true, description: 'Empty folder for the results', valueHint: 'DIR' },
			seed: { type: 'string', description: 'Repeat the ids and amounts of a run', valueHint: 'N' },
			'allow-weak': { type: 'boolean', description: 'Run untrusted agents where nothing can contain them' },
			json: { type: 'boolean', description: 'Print the report as JSON' },
		},
		async run({ args }) {
			const stop = new AbortController();
			process.once('SIGINT', () => stop.abort(new Error('Stopped.')));
			if (args.seed !== undefined && !/^\d+$/.test(args.seed))
				throw new UsageError(`"${args.seed}" is no seed: give a whole number.`);
			const { exitCode, report, text } = await buildCommand({
				...{ challenges, challenge: args.challenge, agent: args.agent, spec: args.spec, out: args.out },
				...(args.decisions !== undefined && { decisions: args.decisions }),
				...(args.seed !== undefined && { seed: Number(args.seed) }),
				allowWeak: args['allow-weak'] ?? false,
				onEvent: (event) => {
					const line = args.json ? null : lineOf(event);
					if (line !== null) console.error(line);
				},
				signal: stop.signal,
			});
			if (report === null) console.error(text);
			else console.log(args.json ? JSON.stringify(report) : text);
			return exitCode;
		},
	}),
);

function lineOf(event: BuildEvent): string | null {
	switch (event.type) {
		case 'log':
			return `  ${event.text}`;
		case 'step.started':
			return `${event.step}:`;
		case 'step.finished':
			return `  ${event.summary}`;
		case 'step.failed':
			return `  failed: ${event.message}`;
		case 'file.written':
			return `  wrote ${event.path}`;
		default:
			return null;
	}
}

// `forkpoint rehearse`: a whole round with played participants against a running server, the evening before.
import { defineCommand } from 'citty';
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resultsFileSchema } from '../../lib/contract/results.ts';
import { LIMITS } from '../../lib/domain/limits.ts';
import { loadPack } from '../../lib/server/verify/pack-loader.ts';
import { asCommand, EnvironmentError, UsageError } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { startOwnServer } from '../rehearsal/own-server.ts';
import { Person, RefusedError, type Witness } from '../rehearsal/person.ts';
import { RehearsalError, rehearseRound, type Rehearsed } from '../rehearsal/round.ts';

const BUILD_WAIT_MS = { least: 300_000, each: 60_000 };

export const rehearse = asCommand(
	defineCommand({
		meta: {
			description:
				'Play a whole round with participants from the samples of a challenge, over the public interface of a ' +
				'running server. Writes results.json, timeline.jsonl and index.html. Exits 1 when the round does not come to its end.',
		},
		args: {
			participants: { type: 'string', default: '8', description: 'How many join', valueHint: 'N' },
			out: { type: 'string', required: true, description: 'Folder for the results', valueHint: 'DIR' },
			challenge: {
				type: 'string',
				default: 'data-marketplace-purchase',
				description: 'Name of the challenge',
				valueHint: 'SLUG',
			},
			url: {
				type: 'string',
				description: 'A running server (default: an own one, started and removed again)',
				valueHint: 'URL',
			},
			email: {
				type: 'string',
				description: "Facilitator's account there; the password comes from FORKPOINT_PASSWORD",
				valueHint: 'EMAIL',
			},
			json: { type: 'boolean', description: 'Print the results as JSON' },
		},
		async run({ args }) {
			const participants = wholeNumber(args.participants, LIMITS.people.participants);
			const root = process.env['FORKPOINT_ROOT'] ?? process.cwd();
			mkdirSync(args.out, { recursive: true });
			const { pack, samples } = await loadPack(join(root, 'challenges', args.challenge));
			const server = args.url === undefined ? await startOwnServer(root) : null;
			const base = server?.url ?? serverUrl(args.url!);
			const timeline = createWriteStream(join(args.out, 'timeline.jsonl'));
			const started = Date.now();
			const line = (entry: object) =>
				void timeline.write(`${JSON.stringify({ at: new Date().toISOString(), ...entry })}\n`);
			const witness: Witness = ({ ms, ...entry }) => line({ ...entry, ms: Math.round(ms * 10) / 10 });
			try {
				const facilitator = new Person(base, 'Facilitator', witness);
				await (server ? createAccount(facilitator, server.firstLogin) : signIn(facilitator, args.email));
				const rehearsed = await rehearseRound(facilitator, {
					...{ base, challenge: pack.slug, samples, participants, witness },
					buildWaitMs: BUILD_WAIT_MS.least + BUILD_WAIT_MS.each * participants,
					onPhase: (phase, code) => {
						line({ phase, code });
						if (!args.json) console.error(`${seconds(started)}  ${phase}`);
					},
				});
				await report(rehearsed, facilitator, { out: args.out, json: args.json === true, base });
				return EXIT.ok;
			} catch (error) {
				if (!(error instanceof RefusedError || error instanceof RehearsalError)) throw error;
				console.error(error.message);
				return EXIT.negative;
			} finally {
				timeline.end();
				await server?.stop();
			}
		},
	}),
);

async function report(
	{ code, results }: Rehearsed,
	facilitator: Person,
	to: { out: string; json: boolean; base: string },
): Promise<void> {
	const parsed = resultsFileSchema.parse(results);
	writeFileSync(join(to.out, 'results.json'), `${JSON.stringify(parsed, null, 2)}\n`);
	writeFileSync(
		join(to.out, 'index.html'),
		await facilitator.text(`/api/competitions/${code}/export?format=html`),
	);
	if (to.json) return console.log(JSON.stringify(parsed));
	for (const s of parsed.results.standings) {
		const rank = s.rank === null ? '-' : String(s.rank);
		const total = s.total === null ? 'not scored' : s.total.toFixed(2);
		console.log(
			`${rank.padStart(3)}  ${s.author.padEnd(20)} ${total.padStart(10)}  checks ${s.checks.passed}/${s.checks.passed + s.checks.failed}`,
		);
	}
	console.log(`\nResults: ${join(to.out, 'index.html')}`);
}

const seconds = (since: number): string => `${((Date.now() - since) / 1000).toFixed(1).padStart(6)} s`;

async function createAccount(person: Person, path: string): Promise<void> {
	const password = crypto.randomUUID();
	await person.submit(path, { name: 'Rehearsal', email: 'rehearsal@example.org', password });
}

async function signIn(person: Person, email: string | undefined): Promise<void> {
	const password = process.env['FORKPOINT_PASSWORD'];
	if (email === undefined || !password)
		throw new UsageError("With --url give --email, and that account's password in FORKPOINT_PASSWORD.");
	await person.post('/api/session', { email, password });
}

function wholeNumber(text: string, most: number): number {
	const value = /^\d{1,4}$/.test(text) ? Number(text) : 0;
	if (value < 2 || value > most) throw new UsageError(`--participants is a number from 2 to ${most}.`);
	return value;
}

function serverUrl(text: string): string {
	if (!URL.canParse(text)) throw new UsageError(`"${text}" is no URL.`);
	const url = new URL(text);
	if (!['http:', 'https:'].includes(url.protocol))
		throw new EnvironmentError(`"${text}" is no http address.`);
	return url.origin;
}

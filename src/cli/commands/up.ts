// `forkpoint up`: web and worker in one process, and what a facilitator needs to begin, printed once.
import { defineCommand } from 'citty';
import { renderUnicodeCompact } from 'uqr';
import { createFirstLogin } from '../../lib/server/auth/accounts.ts';
import { asCommand, UsageError } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { lanAddresses } from '../network.ts';
import { runUntilSignal } from '../signals.ts';
import { startWeb, type RunningWeb } from '../web.ts';

const ALTERNATIVE_PORTS = 50;

export const up = asCommand(
	defineCommand({
		meta: {
			description: 'Start Forkpoint on this machine: database, web server and worker. Ctrl-C stops it.',
		},
		args: {
			lan: {
				type: 'boolean',
				description: 'Listen on the network, so that phones and laptops in the room can join',
			},
			port: {
				type: 'string',
				description: 'This port and no other (default: 3000 or the next free one)',
				valueHint: 'N',
			},
			json: { type: 'boolean', description: 'Print one line of JSON when ready, instead of the greeting' },
		},
		async run({ args }) {
			const wanted = args.port ?? process.env['PORT'];
			if (wanted !== undefined && !/^\d{1,5}$/.test(wanted)) throw new UsageError(`"${wanted}" is no port.`);
			if (wanted !== undefined) process.env['PORT'] = wanted;
			if (args.lan) process.env['HOST'] = '0.0.0.0';
			process.env['FORKPOINT_ROLE'] = 'all';
			process.env['FORKPOINT_LOG'] ||= 'warn';
			process.env['FORKPOINT_SAMPLE'] ||= '1';
			const root = process.env['FORKPOINT_ROOT'] ?? process.cwd();
			await runUntilSignal(
				() => startWeb(root, wanted === undefined ? ALTERNATIVE_PORTS : 0),
				async (web) => {
					const firstLogin = await createFirstLogin(web.app.container);
					const urls = urlsOf(web, args.lan === true);
					const link = firstLogin === null ? null : `${urls[0]}/first-login/${firstLogin}`;
					if (args.json)
						console.log(JSON.stringify({ url: urls[0], urls, port: web.port, firstLogin: link }));
					else await greet(web, urls, link, args.lan === true);
				},
				() => console.error('Stopping.'),
			);
			return EXIT.ok;
		},
	}),
);

function urlsOf({ port }: RunningWeb, isLan: boolean): [string, ...string[]] {
	const [first, ...others] = isLan ? lanAddresses() : [];
	const local = `http://localhost:${port}`;
	return first === undefined
		? [local]
		: [`http://${first}:${port}`, ...others.map((a) => `http://${a}:${port}`), local];
}

async function greet(
	web: RunningWeb,
	urls: readonly string[],
	firstLogin: string | null,
	isLan: boolean,
): Promise<void> {
	const { container } = web.app;
	const lines = ['', '  Forkpoint is running', '', ...urls.map((url) => `    ${url}`), ''];
	if (isLan) lines.push(...indented(renderUnicodeCompact(urls[0]!)), '');
	if (isLan && urls.length === 1)
		lines.push('  This machine has no network address; only it can reach this.', '');
	if (!isLan) lines.push('  Only this machine can reach it. For a room: npm run up -- --lan', '');
	if (firstLogin !== null)
		lines.push("  The facilitator's first login, once, within a day:", '', `    ${firstLogin}`, '');
	const { level, why } = await container.sandbox();
	if (level !== 'bwrap') lines.push(`  Programs cannot be contained on this machine: ${why}.`, '');
	lines.push(
		`  Data: ${container.config.databaseUrl === null ? container.config.dataDir : 'external PostgreSQL'}`,
	);
	lines.push('  Ctrl-C stops it.', '');
	console.log(lines.join('\n'));
}

const indented = (text: string): string[] => text.split('\n').map((line) => `    ${line}`);

import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { findProgram, isReachableByAll } from '../programs.ts';
import { probeSandbox, weakSandbox } from '../probe.ts';
import { ATTACKS } from './catalogue.ts';
import { runAttacks, type AttackTable } from './run-attacks.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../../..');
const ORDINARY_UID = 61_001;
const LONG = 300_000;

const { level } = await probeSandbox();
const isReady = level === 'bwrap' && findProgram('python3') !== null;
const isRoot = process.getuid?.() === 0;

const throughOrUnclear = (table: AttackTable) =>
	table.rows
		.filter((row) => row.verdict !== 'stopped')
		.map((row) => `${row.group}: ${row.name}: ${row.evidence}`);

it.runIf(isReady)(
	'stops every attack, run by the user who runs the tests',
	async () => {
		const { sandbox } = await probeSandbox();
		const table = await runAttacks(sandbox, { controls: false });
		expect(throughOrUnclear(table)).toEqual([]);
		expect(table.stopped).toBe(ATTACKS.length);
	},
	LONG,
);

it.runIf(isReady && isRoot)(
	'stops every attack when an ordinary user runs it, also when the project lies below a closed folder',
	async () => {
		const table = await asOrdinaryUser();
		expect(throughOrUnclear(table)).toEqual([]);
		expect(table).toMatchObject({ asUser: 'ordinary user', level: 'bwrap', stopped: ATTACKS.length });
	},
	LONG,
);

it.runIf(findProgram('python3'))(
	'shows what gets through where there is no boundary, so that the table can say so',
	async () => {
		const keys = ['tcp', 'secret', 'environ', 'signal', 'write-host', 'fork-bomb'];
		const attacks = ATTACKS.filter((attack) => keys.includes(attack.key));
		const table = await runAttacks(weakSandbox(), { controls: false, attacks });
		expect(table.level).toBe('weak');
		expect(table.rows.map((row) => row.verdict)).toEqual(attacks.map(() => 'not stopped'));
	},
	LONG,
);

/** The same table from another process: the project is bound to a place that everybody can enter. */
async function asOrdinaryUser(): Promise<AttackTable> {
	const home = fs.mkdtempSync(path.join(os.tmpdir(), 'forkpoint-ordinary-'));
	fs.chownSync(home, ORDINARY_UID, ORDINARY_UID);
	const runtime = fs.realpathSync(process.execPath);
	const places = [
		[ROOT, path.join(home, 'project')],
		[runtime, path.join(home, 'node')],
	] as const;
	fs.mkdirSync(places[0][1]);
	fs.writeFileSync(places[1][1], '');
	const mounts = places.map(([from, to]) => `mount --bind '${from}' '${to}'`).join(' && ');
	const program = `
		const { probeSandbox } = await import('${home}/project/src/lib/server/sandbox/sandbox.ts');
		const { runAttacks } = await import('${home}/project/src/lib/server/sandbox/attacks/run-attacks.ts');
		const { sandbox } = await probeSandbox();
		process.stdout.write(JSON.stringify(await runAttacks(sandbox, { controls: false })));`;
	try {
		expect(isReachableByAll(home)).toBe(true);
		const drop = `setpriv --reuid=${ORDINARY_UID} --regid=${ORDINARY_UID} --clear-groups`;
		const start = `${mounts} && exec ${drop} '${home}/node' --input-type=module -e "$1"`;
		const child = spawn(
			'unshare',
			['--mount', '--propagation', 'private', 'sh', '-c', start, 'sh', program],
			{
				cwd: '/',
				env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: home, TMPDIR: home },
				stdio: ['ignore', 'pipe', 'pipe'],
			},
		);
		let text = '';
		let complaint = '';
		child.stdout.on('data', (chunk) => (text += chunk));
		child.stderr.on('data', (chunk) => (complaint += chunk));
		const code = await new Promise((resolve) => child.once('close', resolve));
		expect(complaint.replace(/^.*ExperimentalWarning.*$|^\(Use .*$/gm, '').trim()).toBe('');
		expect(code).toBe(0);
		return JSON.parse(text) as AttackTable;
	} finally {
		execFileSync('rm', ['-rf', '--one-file-system', '--', home]);
	}
}

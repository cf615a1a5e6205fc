// Runs the table of attacks against a sandbox and sums it up.
import { findProgram } from '../programs.ts';
import { probeSandbox, type Sandbox, type SandboxLevel } from '../sandbox.ts';
import type { Attack, AttackRow } from './attack.ts';
import { ATTACKS } from './catalogue.ts';
import { openDecoys } from './host-decoys.ts';
import { addControl, tryAttack } from './trial.ts';

export interface AttackTable {
	level: SandboxLevel;
	/** `root` or `ordinary user`: who Forkpoint itself runs as. */
	asUser: 'root' | 'ordinary user';
	rows: AttackRow[];
	stopped: number;
	notStopped: number;
	notApplicable: number;
	inconclusive: number;
}

export interface AttackOptions {
	/** Also try each program without the sandbox. */
	controls?: boolean;
	attacks?: readonly Attack[];
}

function notApplicable({ group, name, expectation }: Attack, evidence: string): AttackRow {
	return {
		group,
		name,
		expectation,
		verdict: 'not applicable',
		evidence,
		outside: 'not tried',
		outsideEvidence: '',
	};
}

// More at once than cores: most attacks wait for a watchdog or a clock.
const AT_ONCE = 4;

async function eachAtOnce<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
	const queue = [...items];
	const worker = async () => {
		for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
	};
	await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function tryAll(sandbox: Sandbox, attacks: readonly Attack[], controls: boolean): Promise<AttackRow[]> {
	const decoys = await openDecoys();
	const rows = new Map<Attack, AttackRow>();
	const inside = async (attack: Attack) => void rows.set(attack, await tryAttack(attack, sandbox, decoys));
	const outside = async (attack: Attack) => {
		const row = rows.get(attack);
		if (row) rows.set(attack, await addControl(row, attack, decoys));
	};
	try {
		await eachAtOnce(attacks, inside);
		if (controls) {
			// Those that harm the decoys come last, one by one.
			await eachAtOnce(
				attacks.filter((attack) => attack.aftermath.length === 0),
				outside,
			);
			for (const attack of attacks) if (attack.aftermath.length > 0) await outside(attack);
		}
	} finally {
		await decoys.close();
	}
	return attacks.flatMap((attack) => rows.get(attack) ?? []);
}

export async function runAttacks(sandbox: Sandbox, options: AttackOptions = {}): Promise<AttackTable> {
	const { controls = true, attacks = ATTACKS } = options;
	const rows =
		findProgram('python3') === null
			? attacks.map((attack) => notApplicable(attack, 'the attack programs need python3'))
			: await tryAll(sandbox, attacks, controls);
	const count = (verdict: AttackRow['verdict']) => rows.filter((row) => row.verdict === verdict).length;
	return {
		level: sandbox.level,
		asUser: process.getuid?.() === 0 ? 'root' : 'ordinary user',
		rows,
		stopped: count('stopped'),
		notStopped: count('not stopped'),
		notApplicable: count('not applicable'),
		inconclusive: count('inconclusive'),
	};
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('`', "'");

/** The table as Markdown. */
export function attackTableText(table: AttackTable): string {
	const lines = table.rows.map(
		(row) =>
			`| ${row.group} | ${cell(row.name)} | ${row.verdict} | ${cell(row.evidence)} | ${row.outside}${row.outsideEvidence ? `: ${cell(row.outsideEvidence)}` : ''} |`,
	);
	return [
		`Level ${table.level}, as ${table.asUser}: ${table.stopped} stopped, ${table.notStopped} not stopped, ${table.notApplicable} not applicable, ${table.inconclusive} inconclusive.`,
		'',
		'| group | attack | verdict | what was seen | same program without the sandbox |',
		'| --- | --- | --- | --- | --- |',
		...lines,
	].join('\n');
}

/** `forkpoint sandbox attacks`: exit code 0 when nothing got through, 1 when something did, 125 without a sandbox. */
export async function attacksCommand(
	options: AttackOptions & { allowWeak?: boolean } = {},
): Promise<{ exitCode: number; table: AttackTable | null; text: string }> {
	const { sandbox, level, why } = await probeSandbox();
	if (level !== 'bwrap' && !options.allowWeak)
		return {
			exitCode: 125,
			table: null,
			text: `No security boundary on this machine (${why}): nothing to attack.`,
		};
	const table = await runAttacks(sandbox, options);
	const failed = table.notStopped + table.inconclusive > 0;
	return { exitCode: failed ? 1 : 0, table, text: attackTableText(table) };
}

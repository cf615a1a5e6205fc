// Tries one attack, inside the sandbox or (as a control) outside, and looks at the host afterwards.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { collectArtifact, copyArtifact, type Artifact } from '../artifact.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Attack, AttackRow, ControlFinding, Trial, Verdict } from './attack.ts';
import type { Decoys } from './host-decoys.ts';

const PROGRAMS = path.join(path.dirname(fileURLToPath(import.meta.url)), 'programs');
const CONTROL_MS = 20_000;
// Inside, what was taken is kept for longer than any watchdog needs; outside, taking it is enough.
const HOLD_SECONDS = 10;

const programOf = (attack: Attack) => (attack.group === 'artifact' ? 'artifacts' : attack.group);

function prepare(
	attack: Attack,
	decoys: Decoys,
	hold: number,
): { workspace: string; program: string[]; marker: string } {
	const workspace = decoys.workspace();
	// Beside what the program plants, so that a collected program is no finding.
	for (const file of ['attack.py', `${programOf(attack)}.py`])
		fs.copyFileSync(path.join(PROGRAMS, file), path.join(workspace, file));
	const marker = `forkpoint-run-${randomBytes(8).toString('hex')}`;
	const facts = JSON.stringify({ ...decoys.facts(marker), hold, ...attack.extra });
	return { workspace, marker, program: ['python3', '-B', `${programOf(attack)}.py`, attack.key, facts] };
}

/** Processes of the host that carry the marker of a run in their arguments. */
function leftOvers(marker: string): number[] {
	return fs
		.readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name))
		.filter((name) => {
			try {
				return fs.readFileSync(`/proc/${name}/cmdline`, 'latin1').includes(marker);
			} catch {
				return false;
			}
		})
		.map(Number);
}

function removeTree(folder: string): void {
	// Deeper than the longest path: only a program that walks by relative steps can remove it.
	spawnSync('rm', ['-rf', '--', folder]);
}

function aftermath(attack: Attack, decoys: Decoys): string | null {
	if (attack.aftermath.includes('decoy-alive') && !decoys.decoyIsAlive())
		return 'the process of the host is gone';
	if (attack.aftermath.includes('victim-untouched') && !decoys.victimIsUntouched())
		return 'the file was changed';
	if (attack.aftermath.includes('host-folder-empty') && !decoys.hostFolderIsEmpty())
		return 'a file was planted';
	return null;
}

async function holdsToken(folder: string, token: string): Promise<boolean> {
	const { files } = await collectArtifact(folder);
	return files.some((file) => fs.readFileSync(path.join(folder, file.path)).includes(token));
}

interface Collecting {
	artifact: Artifact | null;
	leaked: boolean;
	rounds: number;
}

/** Collects once after `running`, or again and again until it ends. */
async function collectAround(attack: Attack, workspace: string, decoys: Decoys, running: Promise<unknown>) {
	const found: Collecting = { artifact: null, leaked: false, rounds: 0 };
	const store = path.join(decoys.folder, `store-${path.basename(workspace)}`);
	let over = attack.collect === 'after';
	const end = running.then(() => (over = true));
	if (over) await end;
	do {
		const copy = await copyArtifact(workspace, store);
		found.rounds += 1;
		found.artifact = copy.artifact;
		found.leaked ||= await holdsToken(copy.folder, decoys.token);
	} while (!over);
	await end;
	return found;
}

const sum = ({ artifact, rounds }: Collecting) => {
	const reasons = [...new Set(artifact?.dropped.map((entry) => entry.reason))].join(', ') || 'nothing';
	return `collected ${rounds === 1 ? 'once' : `${rounds} times`}, dropped: ${reasons}`;
};

async function tryInside(attack: Attack, sandbox: Sandbox, decoys: Decoys): Promise<Trial> {
	const { workspace, program, marker } = prepare(attack, decoys, HOLD_SECONDS);
	try {
		const running = sandbox.run({
			workspace,
			writable: attack.writable,
			command: program,
			limits: { wallMs: 30_000, ...attack.limits },
		});
		const collecting = attack.collect ? await collectAround(attack, workspace, decoys, running) : null;
		const report = await running;
		const stayed = leftOvers(marker);
		for (const pid of stayed) process.kill(pid, 'SIGKILL');
		const size = report.stdout.length + report.stderr.length;
		const overflow = attack.aftermath.includes('bounded-output') && size > (attack.limits.outputBytes ?? 0);
		const breach =
			(stayed.length > 0 ? 'a process stayed behind' : null) ??
			(report.stdout.includes(decoys.token) ? 'the secret came out' : null) ??
			(collecting?.leaked ? 'the secret was collected' : null) ??
			(overflow ? `the report holds ${size} bytes` : null) ??
			aftermath(attack, decoys);
		return { report, breach, collected: collecting ? sum(collecting) : null };
	} finally {
		removeTree(workspace);
	}
}

const lastWords = (text: string) => /^(REACHED|STOPPED|BROKEN) ?(.*)$/m.exec(text.slice(-2000));

function judge(attack: Attack, { report, breach, collected }: Trial): [Verdict, string] {
	if (breach) return ['not stopped', breach];
	const words = lastWords(report.stdout);
	if (words?.[1] === 'REACHED') return ['not stopped', words[2] ?? ''];
	if (report.killed && attack.killedBy.includes(report.killed))
		return ['stopped', [`killed: ${report.killed}`, collected ?? []].flat().join('; ')];
	if (words?.[1] === 'STOPPED') return ['stopped', collected ?? words[2] ?? ''];
	return [
		'inconclusive',
		words?.[2] ?? `exit ${report.exitCode}, killed ${report.killed}: ${report.stderr.slice(-300)}`,
	];
}

/** Copies as a careless collector does: looks at the name, then opens it. */
function carelessLeak(workspace: string, token: string): boolean {
	const files = ['report.md', 'src/secret.txt'].map((name) => path.join(workspace, name));
	return files.some((file) => {
		try {
			return fs.readFileSync(file).includes(token);
		} catch {
			return false;
		}
	});
}

async function tryOutside(attack: Attack, decoys: Decoys): Promise<[ControlFinding, string]> {
	if (!attack.control.try) return ['not tried', attack.control.because];
	const { workspace, program, marker } = prepare(attack, decoys, 0);
	try {
		const [file = '', ...args] = program;
		const child = spawn(file, args, { cwd: workspace, stdio: ['ignore', 'pipe', 'ignore'], detached: true });
		let text = '';
		let leaked = false;
		child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
			text = (text + chunk).slice(-4000);
		});
		const looking = setInterval(
			() => (leaked ||= attack.collect ? carelessLeak(workspace, decoys.token) : false),
			1,
		);
		const clock = setTimeout(() => child.kill('SIGKILL'), CONTROL_MS);
		await new Promise((resolve) => child.once('error', resolve).once('close', resolve));
		clearTimeout(clock);
		clearInterval(looking);
		leaked ||= attack.collect ? carelessLeak(workspace, decoys.token) : false;
		const stayed = leftOvers(marker);
		for (const pid of stayed) process.kill(pid, 'SIGKILL');
		const words = lastWords(text);
		const seen =
			(stayed.length > 0 ? 'a process stayed behind' : null) ??
			(leaked ? 'a collector that follows names reads the secret' : null) ??
			aftermath(attack, decoys);
		if (attack.aftermath.length > 0) restoreHost(decoys);
		if (seen) return ['succeeds', seen];
		return words?.[1] === 'REACHED'
			? ['succeeds', words[2] ?? '']
			: ['refused too', words?.[2] ?? 'no answer'];
	} finally {
		removeTree(workspace);
		if (typeof attack.extra.folder === 'string') removeTree(path.resolve(workspace, attack.extra.folder));
	}
}

function restoreHost(decoys: Decoys): void {
	const { victimFile, hostFolder } = decoys.facts('');
	fs.writeFileSync(victimFile, 'untouched');
	for (const name of fs.readdirSync(hostFolder)) fs.rmSync(path.join(hostFolder, name));
}

const oneLine = (text: string, decoys: Decoys) =>
	text.replaceAll(decoys.folder, '…').replace(/\s+/g, ' ').slice(0, 160);

/** The row without its control. */
export async function tryAttack(attack: Attack, sandbox: Sandbox, decoys: Decoys): Promise<AttackRow> {
	const [verdict, evidence] = judge(attack, await tryInside(attack, sandbox, decoys));
	const { group, name, expectation } = attack;
	const untried = { outside: 'not tried', outsideEvidence: '' } as const;
	return { group, name, expectation, verdict, evidence: oneLine(evidence, decoys), ...untried };
}

/** The row completed by the same program without the sandbox. */
export async function addControl(row: AttackRow, attack: Attack, decoys: Decoys): Promise<AttackRow> {
	const [outside, evidence] = await tryOutside(attack, decoys);
	return { ...row, outside, outsideEvidence: oneLine(evidence, decoys) };
}

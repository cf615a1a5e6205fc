// What an attack on the sandbox is, and what was found when it was tried.
import type { KillReason, SandboxLimits, SandboxReport } from '../sandbox.ts';

export type AttackGroup = 'network' | 'files' | 'processes' | 'privileges' | 'resources' | 'artifact';
export type ProgramName = AttackGroup;

/** What the attack programs are told about the host; every value is made up for this run and harmless. */
export interface Facts {
	tcpPort: number;
	udpPort: number;
	lanAddress: string;
	abstractName: string;
	socketPath: string;
	secretFile: string;
	homeFile: string;
	projectFile: string;
	workspacesFolder: string;
	victimFile: string;
	hostFolder: string;
	decoyPid: number;
	decoyMark: string;
	environmentSecret: string;
	nodeInside: string;
	marker: string;
	[extra: string]: string | number;
}

/** How the same program is tried without the sandbox, to show that the attack is real. */
export type Control = { try: true } | { try: false; because: string };

export interface Attack {
	group: AttackGroup;
	name: string;
	/** Key in the program `programs/<group>.py`. */
	key: string;
	expectation: string;
	writable: boolean;
	limits: Partial<SandboxLimits>;
	/** Numbers and texts for the program besides Facts. */
	extra: Record<string, string | number>;
	/** Ends by which the sandbox stops it, besides the program's own STOPPED. */
	killedBy: readonly KillReason[];
	control: Control;
	/** Facts about the host checked after the run. */
	aftermath: readonly ('decoy-alive' | 'victim-untouched' | 'host-folder-empty' | 'bounded-output')[];
	/** For group `artifact`: the workspace is collected, during the run or after it. */
	collect?: 'after' | 'during';
}

export type Verdict = 'stopped' | 'not stopped' | 'not applicable' | 'inconclusive';
export type ControlFinding = 'succeeds' | 'refused too' | 'not tried';

export interface AttackRow {
	group: AttackGroup;
	name: string;
	expectation: string;
	verdict: Verdict;
	/** What was seen: the program's last words, the kill reason, or what was wrong afterwards. */
	evidence: string;
	/** The same program, same user, without the sandbox. */
	outside: ControlFinding;
	outsideEvidence: string;
}

export interface Trial {
	report: SandboxReport;
	/** Set when the collected artifact or the host shows that the attack reached its aim. */
	breach: string | null;
	/** Set when collecting was part of the attack. */
	collected: string | null;
}

// What the verifier reports about one program. Produced outside the sandbox; nothing in it comes from the program's own word.

export type CheckVerdict = 'pass' | 'fail' | 'not-applicable' | 'verifier-error';

/** What a check or a fingerprint belongs to. */
export type Citation =
	| { kind: 'requirement'; quote: string }
	| { kind: 'obligation'; obligationId: string }
	| { kind: 'alternative'; choicePointId: string; alternativeId: string };

/** One observed step of a run, in virtual milliseconds. */
export interface TraceLine {
	t: number;
	boot: number;
	what: 'start' | 'crash' | 'send' | 'call' | 'reply';
	method?: string;
	params?: unknown;
	out?: unknown;
	fault?: string;
}

export interface CheckResult {
	id: string;
	title: string;
	cites: Citation[];
	verdict: CheckVerdict;
	/** Reasons for a fail or an error, each one sentence; empty on pass. */
	why: string[];
	runs: number;
	/** Trace of the first failing run, or of the first run when all passed; capped. */
	trace: TraceLine[];
}

/** Which alternative a program implements at one choice point, as a value with parameters. */
export interface FingerprintResult {
	choicePointId: string;
	/** Measured behaviour, for example { retries: 3, waits: [30001], then: 'park' }; null when it could not be measured. */
	value: Record<string, unknown> | null;
	/** The alternative whose predicate the value satisfies; null for none of the named ones. */
	alternativeId: string | null;
	parameters: Record<string, number>;
	/** One sentence for people: what the program was seen to do. */
	summary: string;
	/** Why there is no value. */
	unknown: string | null;
	trace: TraceLine[];
}

export interface Verification {
	/** Secret per lock until the reveal; reproduces every id and amount. */
	seed: number;
	sandboxLevel: 'bwrap' | 'weak';
	checks: CheckResult[];
	fingerprints: FingerprintResult[];
}

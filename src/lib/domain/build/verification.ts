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
	/** When the program asked for a call; `t` is when the world carried it out. */
	asked?: number;
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
	/** Breaches of the contract that make runs untrustworthy; never a failed check. */
	breaches: Breach[];
	/** What the program was seen to do beyond a straight purchase; raw material for the additions. */
	observations: Observation[];
}

/** The program acted unasked: it follows a clock, a file or a network of its own. */
export interface Breach {
	kind: 'off-clock';
	/** Checks and choice points whose runs cannot be trusted. */
	where: string[];
	messages: number;
}

export interface Observation {
	/** Stable: the same behaviour has the same key in every build. */
	key: string;
	kind: 'unasked-effect' | 'retry' | 'timer' | 'stored-state';
	title: string;
	detail: string;
	/** Lines of a trace that show it. */
	lines: string[];
	/** 1 (cosmetic) to 3 (money or data). */
	consequence: 1 | 2 | 3;
}

export interface VerificationSummary {
	passed: number;
	failed: number;
	notApplicable: number;
	errors: number;
	/** `failed` when a check failed, when nothing could be tested, or when the runs cannot be trusted. */
	outcome: 'passed' | 'failed' | 'verifier_error';
}

export function summarise(verification: Verification): VerificationSummary {
	const count = (verdict: CheckVerdict): number =>
		verification.checks.filter((c) => c.verdict === verdict).length;
	const [passed, failed, errors] = [count('pass'), count('fail'), count('verifier-error')];
	const sound = failed === 0 && passed > 0 && verification.breaches.length === 0;
	const outcome = failed === 0 && errors > 0 ? 'verifier_error' : sound ? 'passed' : 'failed';
	return { passed, failed, notApplicable: count('not-applicable'), errors, outcome };
}

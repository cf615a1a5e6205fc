// What a program may use before it is killed. The contract states the same figures.

export interface Limits {
	/** Bytes in one line. */
	lineBytes: number;
	/** Bytes a process may write to stdout. */
	outputBytes: number;
	/** Bytes the world writes to one process; only a program that reads its own flood back gets there. */
	inputBytes: number;
	/** Lines on stdout that are no message. */
	noiseLines: number;
	/** Well-formed messages that break the protocol. */
	violations: number;
	callsPerTurn: number;
	/** Wall time of one turn. */
	turnMs: number;
	/** Nesting of arrays and objects in one message. */
	depth: number;
	/** Characters of stderr that are kept. */
	stderrChars: number;
	/** Wall time a killed process has to be gone. */
	killMs: number;
}

export const LIMITS: Readonly<Limits> = {
	lineBytes: 256 * 1024,
	outputBytes: 8 * 1024 * 1024,
	inputBytes: 64 * 1024 * 1024,
	noiseLines: 200,
	violations: 50,
	callsPerTurn: 200,
	turnMs: 5000,
	depth: 100,
	stderrChars: 16_384,
	killMs: 2000,
};

export const MAX_ID_CHARS = 100;
/** Calls in one scenario, restarts included. */
export const MAX_CALLS = 500;
/** Virtual milliseconds a scenario may last. */
export const HORIZON_MS = 7 * 86_400_000;
/** Virtual milliseconds every call takes, so that time moves even for a program that only looks at the clock. */
export const CALL_MS = 1;
/** Virtual milliseconds between a crash and the next start. */
export const RESTART_MS = 1000;

// How a build ended, and whose fault it was. Only the entry's own outcomes may affect a score.

export const BUILD_OUTCOMES = [
	'passed',
	'failed',
	'timed_out',
	'budget_exhausted',
	'agent_error',
	'infra_error',
	'verifier_error',
] as const;
export type BuildOutcome = (typeof BUILD_OUTCOMES)[number];

const OWN: ReadonlySet<BuildOutcome> = new Set(['passed', 'failed', 'timed_out', 'budget_exhausted']);

/** True when the outcome says something about the entry; false when the platform or the agent's provider failed. */
export const isOwnOutcome = (outcome: BuildOutcome): boolean => OWN.has(outcome);

/** The attempt that counts, fixed beforehand: the first one with an outcome of the entry's own. */
export function countingAttempt<T extends { attempt: number; outcome: BuildOutcome | null }>(
	attempts: readonly T[],
): T | null {
	const own = attempts.filter((a) => a.outcome !== null && isOwnOutcome(a.outcome));
	return own.sort((a, b) => a.attempt - b.attempt)[0] ?? null;
}

// What the steps and outcomes of a build are called on screen.
import type { BuildStep } from '../../domain/build/event.ts';
import type { BuildOutcome } from '../../domain/build/outcome.ts';
import type { BuildSummary } from '../../contract/build.ts';
import type { Bead } from '../ui/beads.ts';

export const STEP_WORDS: Record<BuildStep, string> = {
	workspace: 'Workspace',
	plan: 'Plan',
	agent: 'Agent',
	artifact: 'Artifact',
	static: 'Starts',
	checks: 'Checks',
	fingerprints: 'Fingerprints',
	additions: 'Additions',
	score: 'Scores',
};

/** Tone and words; whose doing it was stands in the words. */
export const OUTCOME_BADGE: Record<BuildOutcome, { tone: 'good' | 'bad' | 'warn'; word: string }> = {
	passed: { tone: 'good', word: 'Passed' },
	failed: { tone: 'bad', word: 'Failed checks' },
	timed_out: { tone: 'bad', word: 'Out of time' },
	budget_exhausted: { tone: 'bad', word: 'Out of budget' },
	agent_error: { tone: 'warn', word: 'The agent broke down' },
	infra_error: { tone: 'warn', word: 'The platform failed' },
	verifier_error: { tone: 'warn', word: 'Could not be verified' },
};

const seconds = (ms: number): string => (ms < 100 ? '<0.1 s' : `${(ms / 1000).toFixed(1)} s`);

export const beadsOf = ({ steps, status }: BuildSummary): Bead[] =>
	steps.map(({ step, state, tookMs }) => ({
		id: step,
		label: STEP_WORDS[step],
		state: state === 'waiting' && (status === 'finished' || status === 'cancelled') ? 'skipped' : state,
		...(tookMs !== null && { detail: seconds(tookMs) }),
	}));

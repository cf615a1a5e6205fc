// Steps on a line.
export type BeadState = 'waiting' | 'running' | 'done' | 'failed' | 'skipped';

export interface Bead {
	id: string;
	label: string;
	state: BeadState;
	/** A few words: a duration, a reason. */
	detail?: string;
}

export const BEAD_WORDS: Record<BeadState, string> = {
	waiting: 'waiting',
	running: 'under way',
	done: 'done',
	failed: 'failed',
	skipped: 'skipped',
};

// Where somebody stands in the present phase, from stored facts. Console, stage and the preview of a move agree by it.
import type { ConsoleRow } from '../../../contract/console.ts';
import { deadlineFor, roundNow } from '../../../domain/round/deadline.ts';
import { isTimed } from '../../../domain/round/phase.ts';
import type { RoundState } from '../../../domain/round/state.ts';
import type { Progress } from '../../db/console-repository.ts';

type RowState = ConsoleRow['state'];

const state = (finished: boolean, begun: boolean): RowState =>
	finished ? 'finished' : begun ? 'working' : 'not-started';

function work(p: Progress, round: RoundState): RowState {
	switch (round.phase) {
		case 'writing':
			return state(p.specLockedAt !== null, p.revision > 0);
		case 'deciding':
			return state(p.decisionsDoneAt !== null, p.decided > 0);
		case 'predicting':
			return state(p.predictionsDoneAt !== null, p.predictions > 0);
		case 'building':
			return state(
				p.buildStatus === 'finished' || p.buildStatus === 'cancelled',
				p.buildStatus === 'running',
			);
		case 'reviewing':
			return state(p.reviewDoneAt !== null, p.labelled > 0);
		case 'voting':
			return voting(p, round.informedAt !== null);
		default:
			return 'waiting';
	}
}

function voting(p: Progress, informed: boolean): RowState {
	if (p.ballots === 0) return 'waiting';
	const done = informed ? p.rubrics : p.impressions;
	return state(done === p.ballots, done > 0);
}

export function rowState(p: Progress, round: RoundState, now: number): RowState {
	const isVoter = round.phase === 'voting' && p.ballots > 0;
	if (p.role === 'observer' && !isVoter) return 'watching';
	if (p.role === 'participant' && !p.hasEntry && round.phase !== 'lobby') return 'watching';
	const at = work(p, round);
	if (at !== 'working' && at !== 'not-started') return at;
	const deadline = isTimed(round.phase) ? deadlineFor(round, p.participantId) : null;
	return deadline !== null && roundNow(round, now) >= deadline ? 'time-up' : at;
}

/** True for somebody a move would leave unfinished. */
export const isUnfinished = (rowState: RowState): boolean =>
	rowState === 'working' || rowState === 'not-started' || rowState === 'time-up';

/** Ballots count half by half: impressions first, the rubric once the check results are shown. */
export const ballotsDone = (p: Progress, round: RoundState): number =>
	round.informedAt === null ? p.impressions : p.rubrics;

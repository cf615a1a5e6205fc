// What the facilitator's one primary button does now, with everything they should know before pressing it.
import type { NextStep } from '../../../contract/console.ts';
import { freezes, isFrozenByBuild, nextPhase, openIndividual } from '../../../domain/round/deadline.ts';
import { isTimed } from '../../../domain/round/phase.ts';
import type { RoundState } from '../../../domain/round/state.ts';
import type { Progress } from '../../db/console-repository.ts';
import { isUnfinished, rowState } from './row-state.ts';

export interface NextSteps {
	next: NextStep;
	/** The move of the phase, where something else comes first. */
	skipTo: NextStep | null;
}

const NONE: NextStep = { kind: 'none' };

export function nextSteps(
	round: RoundState,
	progress: readonly Progress[],
	entries: number,
	now: number,
): NextSteps {
	const move = advanceStep(round, progress, now);
	const before = stepBefore(round, progress, entries, now);
	return before ? { next: before, skipTo: move } : { next: move ?? NONE, skipTo: null };
}

/** What comes before the move of the phase: the next entry, the second half of the vote, the end of the builds. */
function stepBefore(
	round: RoundState,
	progress: readonly Progress[],
	entries: number,
	now: number,
): NextStep | null {
	switch (round.phase) {
		case 'presenting':
			return round.presenting + 1 < entries
				? { kind: 'presentNext', index: round.presenting, of: entries }
				: null;
		case 'voting': {
			if (round.informedAt !== null) return null;
			const voters = progress.filter((p) => p.ballots > 0);
			const unfinished = voters.filter((p) => isUnfinished(rowState(p, round, now))).length;
			return { kind: 'openInformed', unfinished, of: voters.length };
		}
		case 'results':
			return round.revealed < entries ? { kind: 'revealNext', revealed: round.revealed, of: entries } : null;
		case 'building':
			return progress.some((p) => p.hasEntry && isUnfinished(rowState(p, round, now))) ? NONE : null;
		default:
			return null;
	}
}

function advanceStep(
	round: RoundState,
	progress: readonly Progress[],
	now: number,
): Extract<NextStep, { kind: 'advance' }> | null {
	const to = nextPhase(round);
	if (to === null) return null;
	const frozen = freezes(round, to);
	const names = new Map(progress.map((p) => [p.participantId, p.name]));
	return {
		kind: 'advance',
		to,
		minutes: isTimed(to) ? round.minutes[to] : null,
		unfinished: progress
			.filter((p) => isUnfinished(rowState(p, round, now)))
			.map(({ participantId, name }) => ({ participantId, name })),
		cut: openIndividual(round, frozen, now).flatMap((open) => {
			const name = names.get(open.participantId);
			return name === undefined ? [] : [{ ...open, name }];
		}),
		freezes: frozen.length === 0 ? 'nothing' : frozen.some(isFrozenByBuild) ? 'entries' : 'judging',
	};
}

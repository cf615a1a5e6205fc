// "Done" is refused while any choice point has neither a decision nor a delegation, and says which.
import { ok, refuse, type Result } from '../../../domain/result.ts';
import { findDeciding } from '../../db/decision-repository.ts';
import type { Deps } from '../deps.ts';
import { finishPhase } from '../finish-phase.ts';
import {
	acceptWork,
	enterAsParticipant,
	untilSettled,
	type At,
	type ClosedReason,
	type ParticipantReason,
} from '../participant-room.ts';
import { choicePointsOf } from './view-decisions.ts';

export function finishDeciding(
	deps: Deps,
	input: At & { done: boolean },
): Promise<
	Result<
		{ doneAt: number | null },
		ParticipantReason | ClosedReason | 'unfinished-decisions' | 'stale-version'
	>
> {
	return untilSettled(async () => {
		const entered = await enterAsParticipant(deps, input);
		if (!entered.ok) return entered;
		const { room, me } = entered.value;
		const accepted = acceptWork(room, room.visibility.edit.decisions);
		if (!accepted.ok) return accepted;
		return finishPhase(deps, entered.value, {
			phase: 'deciding',
			done: input.done,
			isComplete: async (tx) => {
				const answered = new Set((await findDeciding(tx, me.id))?.decisions.map((d) => d.choicePointId));
				const choicePointIds = choicePointsOf(deps, room)
					.map((p) => p.id)
					.filter((id) => !answered.has(id));
				return choicePointIds.length > 0 ? refuse('unfinished-decisions', { choicePointIds }) : ok(undefined);
			},
		});
	});
}

// An author says that deciding or predicting is done, or takes it back. It only tells; the clock still runs for them.
import { ok, refuse, type Result } from '../../domain/result.ts';
import { inTransaction, type Transaction } from '../db/client.ts';
import { lockCompetition } from '../db/competition-repository.ts';
import { setDone, type FinishablePhase } from '../db/entry-repository.ts';
import type { Reason } from '../../contract/refusals.ts';
import type { Deps } from './deps.ts';
import type { Moved, ParticipantRoom } from './participant-room.ts';

export interface Finish<R extends Reason> {
	phase: FinishablePhase;
	done: boolean;
	/** Refuses while something is missing; runs inside the transaction. */
	isComplete?: (tx: Transaction) => Promise<Result<void, R>>;
}

export function finishPhase<R extends Reason>(
	deps: Deps,
	{ room, me }: ParticipantRoom,
	{ phase, done, isComplete }: Finish<R>,
): Promise<Result<{ doneAt: number | null }, R> | Moved> {
	return inTransaction(deps.db, async (tx) => {
		const competition = await lockCompetition(tx, room.competition.id);
		if (competition?.version !== room.competition.version) return 'moved';
		const complete = done && isComplete ? await isComplete(tx) : ok(undefined);
		if (!complete.ok) return refuse(complete.reason, complete.detail);
		if (await setDone(tx, me.id, phase, done ? new Date(room.now) : null))
			await deps.events.append(tx, competition.id, [
				{ type: 'entry.finished', participantId: me.id, phase, finished: done },
			]);
		return ok({ doneAt: done ? room.now : null });
	});
}

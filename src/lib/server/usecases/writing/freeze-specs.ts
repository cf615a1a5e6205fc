// What a change of the round does to specs: leaving writing locks them, an undo and a reopening take locks off. All run
// inside the transaction of that change.
import type { Transaction } from '../../db/client.ts';
import { appendAudit, type Competition } from '../../db/competition-repository.ts';
import { listParticipants } from '../../db/participant-repository.ts';
import { freezeSpecsOf, unfreezeSpecsOf, unlockSpec } from '../../db/spec-repository.ts';
import { isOpenFor } from '../../../domain/round/machine.ts';

/** The competition with the round as it is after the change. */
type Changed = Pick<Competition, 'id' | 'round'>;

/**
 * Locks the last acknowledged revision of everybody whose writing is over; who was granted more time goes on. Call
 * when leaving writing and when entering building. Returns whose specs it locked.
 */
export async function freezeSpecs(
	tx: Transaction,
	competition: Changed,
	now: number,
	by: 'clock' | 'facilitator',
): Promise<string[]> {
	const { id, round } = competition;
	const people = await listParticipants(tx, id);
	const stillOpen = people.filter((p) => ['open', 'paused'].includes(isOpenFor(round, p.id, 'writing', now)));
	return freezeSpecsOf(
		tx,
		id,
		stillOpen.map((p) => p.id),
		new Date(now),
		by,
	);
}

/** Takes off the locks that the undone move set at `movedAt`; those of the authors stay. Returns whose. */
export const unfreezeSpecs = (tx: Transaction, competitionId: string, movedAt: number): Promise<string[]> =>
	unfreezeSpecsOf(tx, competitionId, new Date(movedAt));

/** A reopened entry can be written on again; a new lock gives a new receipt. The earlier one stays in the audit log. */
export async function reopenSpec(
	tx: Transaction,
	input: {
		competitionId: string;
		participantId: string;
		now: number;
		by: { actor: string; actorName: string; reason?: string | null };
	},
): Promise<boolean> {
	const earlier = await unlockSpec(tx, input.participantId);
	if (!earlier) return false;
	await appendAudit(tx, input.competitionId, new Date(input.now), {
		...input.by,
		action: 'spec.unlocked',
		data: {
			participantId: input.participantId,
			receipt: { hash: earlier.hash, lockedAt: earlier.lockedAt.getTime() },
		},
	});
	return true;
}

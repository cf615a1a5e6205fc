// The author locks early and gets a receipt: the SHA-256 of exactly what is handed in.
import type { SpecReceipt } from '../../../contract/spec.ts';
import { ok, refuse, type Result } from '../../../domain/result.ts';
import { inTransaction, type Transaction } from '../../db/client.ts';
import { appendAudit, lockCompetition } from '../../db/competition-repository.ts';
import { findSpec, lockSpecAt } from '../../db/spec-repository.ts';
import type { Deps } from '../deps.ts';
import {
	acceptWork,
	enterAsParticipant,
	untilSettled,
	type At,
	type ClosedReason,
	type Moved,
	type ParticipantReason,
	type ParticipantRoom,
} from '../participant-room.ts';
import { receiptOf } from './view-spec.ts';

export type LockReason =
	ParticipantReason | ClosedReason | 'locked' | 'stale-revision' | 'stale-version' | 'no-such-thing';
type Locked = Result<SpecReceipt, LockReason>;

/** Locks the revision the author saw. Locking what one has locked already gives the same receipt again. */
export async function lockSpec(deps: Deps, input: At & { revision: number }): Promise<Locked> {
	return untilSettled(async () => {
		const entered = await enterAsParticipant(deps, input);
		if (!entered.ok) return entered;
		return inTransaction(deps.db, (tx) => tryLock(deps, tx, entered.value, input.revision));
	});
}

async function tryLock(
	deps: Deps,
	tx: Transaction,
	{ room, me }: ParticipantRoom,
	revision: number,
): Promise<Locked | Moved> {
	// Before the entry's row, as a phase change does: the other order could wait for each other.
	const competition = await lockCompetition(tx, room.competition.id);
	if (competition?.version !== room.competition.version) return 'moved';
	const spec = await findSpec(tx, me.id);
	if (!spec) return refuse('no-such-thing');
	const receipt = receiptOf(spec);
	if (receipt)
		return receipt.by === 'author' && receipt.revision === revision ? ok(receipt) : refuse('locked');
	const accepted = acceptWork(room, room.visibility.edit.spec);
	if (!accepted.ok) return accepted;
	const at = new Date(room.now);
	if (!(await lockSpecAt(tx, me.id, revision, at)))
		return refuse('stale-revision', {
			revision: spec.revision,
			text: spec.text,
			savedAt: spec.savedAt?.getTime() ?? null,
		});
	const locked = receiptOf((await findSpec(tx, me.id)) ?? spec);
	if (!locked) return refuse('no-such-thing');
	await deps.events.append(tx, competition.id, [
		{ type: 'entry.locked', participantId: me.id, at: room.now },
		{ type: 'entry.finished', participantId: me.id, phase: 'writing', finished: true },
	]);
	await appendAudit(tx, competition.id, at, {
		actor: `participant:${me.id}`,
		actorName: me.name,
		action: 'spec.locked',
		data: { revision: locked.revision, hash: locked.hash },
	});
	return ok(locked);
}

// What a facilitator may do to a build: cancel it, and have the entry built again as a new attempt.
import type { Reason } from '../../../contract/refusals.ts';
import { LIMITS } from '../../../domain/limits.ts';
import { ok, refuse, type Result } from '../../../domain/result.ts';
import { appendAudit, lockCompetition } from '../../db/competition-repository.ts';
import { createBuild, listAttempts, markCancelled } from '../../db/build-repository.ts';
import { inTransaction, type Transaction } from '../../db/client.ts';
import { asFacilitator, type Room } from '../room.ts';
import { BUILD_QUEUE, type BuildDeps } from './deps.ts';
import { jobKey, sendBuild } from './send-build.ts';
import { findShown } from './view.ts';

/** A finished or cancelled build's entry is built again; the first attempt with an own outcome still counts. */
export async function retryBuild(
	deps: BuildDeps,
	room: Room,
	buildId: string,
): Promise<Result<{ buildId: string }, Reason>> {
	const found = await authorised(deps, room, buildId);
	if (!found.ok) return found;
	const { entryId, participantId } = found.value;
	return inTransaction(deps.db, async (tx) => {
		// Two facilitators who press at once start one attempt.
		const competition = await lockCompetition(tx, room.competition.id);
		const attempts = await listAttempts(tx, entryId);
		const newest = attempts.at(-1);
		if (!competition || !newest) return refuse('no-such-thing');
		if (newest.status === 'queued' || newest.status === 'running') return refuse('build-running');
		if (newest.attempt >= LIMITS.counts.attemptsPerEntry) return refuse('too-many');
		const next = { id: deps.newId(), entryId, attempt: newest.attempt + 1, agent: newest.agent };
		await createBuild(tx, { ...next, queuedAt: new Date(deps.now()) });
		await sendBuild(deps, tx, next.id);
		await tell(deps, tx, room, { participantId, buildId: next.id, status: 'queued' });
		return ok({ buildId: next.id });
	});
}

export async function cancelBuild(
	deps: BuildDeps,
	room: Room,
	buildId: string,
): Promise<Result<undefined, Reason>> {
	const found = await authorised(deps, room, buildId);
	if (!found.ok) return found;
	const done = await inTransaction(deps.db, async (tx) => {
		if (!(await markCancelled(tx, buildId, new Date(deps.now())))) return refuse('nothing-left');
		await tell(deps, tx, room, {
			...{ participantId: found.value.participantId, buildId, status: 'cancelled' },
		});
		return ok(undefined);
	});
	if (done.ok) await deps.queue.cancel(BUILD_QUEUE, jobKey(buildId)).catch(() => undefined);
	return done;
}

async function authorised(deps: BuildDeps, room: Room, buildId: string) {
	const facilitator = asFacilitator(room);
	if (!facilitator.ok) return facilitator;
	const found = await findShown(deps, room, buildId);
	return found ? ok(found.build) : refuse('no-such-thing');
}

async function tell(
	deps: BuildDeps,
	tx: Transaction,
	room: Room,
	change: { participantId: string; buildId: string; status: 'queued' | 'cancelled' },
): Promise<void> {
	const { id } = room.competition;
	await deps.events.append(tx, id, [{ type: 'build.progress', ...change, step: null, outcome: null }]);
	await appendAudit(tx, id, new Date(deps.now()), {
		actor: `facilitator:${room.facilitator?.id ?? ''}`,
		actorName: room.facilitator?.name ?? '',
		action: change.status === 'queued' ? 'build.retried' : 'build.cancelled',
		data: { buildId: change.buildId, participantId: change.participantId },
	});
}

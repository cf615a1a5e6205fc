// Entering presenting draws the order; entering voting draws who sees which entries. Both come from the secret seed,
// so that drawing again after an undo gives the same.
import type { RoomEvent } from '../../../contract/events.ts';
import {
	assignBallots,
	assignLateBallot,
	type BallotList,
	type VotableEntry,
} from '../../../domain/judging/ballots.ts';
import { presentationOrder } from '../../../domain/round/order.ts';
import { addBallots, listBallots } from '../../db/ballot-repository.ts';
import type { Querier } from '../../db/client.ts';
import { listJudgedEntries, setPresentingOrder } from '../../db/judged-entry-repository.ts';
import { listParticipants } from '../../db/participant-repository.ts';
import type { HookContext, RoundHook } from '../round/hooks.ts';

const NOTHING: RoomEvent[] = [];

export const ordersHook: RoundHook = {
	async 'phase.changed'({ tx, before }: HookContext, move) {
		if (move.phase === 'presenting') await drawPresentingOrder(tx, before);
		if (move.phase === 'voting') await drawBallots(tx, before);
		return NOTHING;
	},
};

type Drawn = { id: string; seed: number };

async function drawPresentingOrder(tx: Querier, { id, seed }: Drawn): Promise<void> {
	const entries = await listJudgedEntries(tx, id);
	await setPresentingOrder(
		tx,
		presentationOrder(
			entries.map((e) => e.id),
			seed,
		),
	);
}

/** Entries with an output that counts: there is nothing to vote on in the others. */
async function votableEntries(q: Querier, competitionId: string): Promise<VotableEntry[]> {
	const entries = await listJudgedEntries(q, competitionId);
	return entries.filter((e) => e.build !== null).map((e) => ({ entryId: e.id, authorId: e.participantId }));
}

async function drawBallots(tx: Querier, { id: competitionId, seed }: Drawn): Promise<void> {
	const entries = await votableEntries(tx, competitionId);
	const voterIds = (await listParticipants(tx, competitionId)).map((p) => p.id);
	await addBallots(tx, competitionId, assignBallots({ entries, voterIds, seed }));
}

/** A list for a voter who came after the draw. */
export async function drawLateBallot(
	tx: Querier,
	{ id: competitionId, seed }: Drawn,
	voterId: string,
): Promise<void> {
	const byVoter = new Map<string, string[]>();
	for (const { voterId: voter, entryId } of await listBallots(tx, competitionId))
		byVoter.set(voter, [...(byVoter.get(voter) ?? []), entryId]);
	const drawn: BallotList[] = [...byVoter].map(([voter, entryIds]) => ({ voterId: voter, entryIds }));
	const entries = await votableEntries(tx, competitionId);
	await addBallots(tx, competitionId, [assignLateBallot(drawn, { entries, seed, voterId })]);
}

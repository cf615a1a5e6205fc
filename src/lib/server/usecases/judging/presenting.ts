// The entry that is being presented, by its label.
import type { Reason } from '../../../contract/refusals.ts';
import type { PresentingView } from '../../../contract/shown-entry.ts';
import { ok, refuse, type Result } from '../../../domain/result.ts';
import { listJudgedEntries } from '../../db/judged-entry-repository.ts';
import type { Deps } from '../deps.ts';
import type { Room } from '../room.ts';
import { packOf, showEntry } from './entry-facts.ts';

export async function viewPresenting(deps: Deps, room: Room): Promise<Result<PresentingView, Reason>> {
	const { round } = room;
	if (round.phase !== 'presenting') return refuse('wrong-phase');
	const entries = await listJudgedEntries(deps.db.prisma, room.competition.id);
	const current = entries.find((e) => e.presentingOrder === round.presenting);
	return ok({
		position: round.presenting,
		of: entries.length,
		current: current ? showEntry(room, packOf(deps, room), current) : null,
	});
}

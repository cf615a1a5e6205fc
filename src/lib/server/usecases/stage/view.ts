// What the projector shows besides the frame: bare numbers, and the briefing.
import type { StageView } from '../../../contract/stage.ts';
import type { Reason } from '../../../contract/refusals.ts';
import { ok, refuse, type Result } from '../../../domain/result.ts';
import { isTimed } from '../../../domain/round/phase.ts';
import { listProgress } from '../../db/console-repository.ts';
import { countEntries } from '../../db/entry-repository.ts';
import { isConnected, type ConsoleDeps } from '../console/view.ts';
import { rowState } from '../console/row-state.ts';
import type { Room } from '../room.ts';

export async function viewStage(deps: ConsoleDeps, room: Room): Promise<Result<StageView, Reason>> {
	const { competition, round, visibility, viewer, now } = room;
	if (viewer.role !== 'stage' && viewer.role !== 'facilitator') return refuse('not-facilitator');
	const [progress, entries] = await Promise.all([
		listProgress(deps.db, competition.id),
		countEntries(deps.db.prisma, competition.id),
	]);
	const pack = deps.packs.find(competition.challengeSlug)?.pack;
	return ok({
		...countRoom(room, progress),
		connected: progress.filter((p) => isConnected(deps, p, now)).length,
		entries,
		briefing: visibility.briefing ? (pack?.briefing ?? null) : null,
		schedule: round.phases
			.filter((phase) => phase !== 'lobby' && phase !== 'briefing')
			.map((phase) => ({ phase, minutes: isTimed(phase) ? round.minutes[phase] : null })),
	});
}

/** How far the room is in the present phase, without names. */
export function countRoom(
	{ round, now }: Pick<Room, 'round' | 'now'>,
	progress: Awaited<ReturnType<typeof listProgress>>,
): Pick<StageView, 'finished' | 'started' | 'of'> {
	const states = progress.map((p) => rowState(p, round, now)).filter((state) => state !== 'watching');
	return {
		finished: states.filter((state) => state === 'finished').length,
		started: states.filter((state) => state === 'working').length,
		of: states.length,
	};
}

// What the projector shows besides the frame: bare numbers, and the briefing.
import type { StageView } from '../../../contract/stage.ts';
import type { Reason } from '../../../contract/refusals.ts';
import { ok, refuse, type Result } from '../../../domain/result.ts';
import { isTimed } from '../../../domain/round/phase.ts';
import { listProgress, type Progress } from '../../db/console-repository.ts';
import { countEntries } from '../../db/entry-repository.ts';
import { slidesOf } from '../joining/view-briefing.ts';
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
		board: visibility.buildProgress === 'none' ? [] : boardOf(progress),
		briefing: visibility.briefing && pack?.briefing ? slidesOf(pack.briefing) : null,
		schedule: round.phases
			.filter((phase) => phase !== 'lobby' && phase !== 'briefing')
			.map((phase) => ({ phase, minutes: isTimed(phase) ? round.minutes[phase] : null })),
	});
}

/** In the order of the blind labels, which says nothing about who joined when. */
const boardOf = (progress: readonly Progress[]): StageView['board'] =>
	progress
		.flatMap(({ alias, buildStatus, buildStep }) =>
			alias === null ? [] : [{ label: alias, status: buildStatus ?? ('waiting' as const), step: buildStep }],
		)
		.sort((a, b) => a.label.localeCompare(b.label, 'en', { numeric: true }));

/** How far the room is in the present phase, without names. */
export function countRoom(
	{ round, now }: Pick<Room, 'round' | 'now'>,
	progress: readonly Progress[],
): Pick<StageView, 'finished' | 'started' | 'of'> {
	const states = progress.map((p) => rowState(p, round, now)).filter((state) => state !== 'watching');
	return {
		finished: states.filter((state) => state === 'finished').length,
		started: states.filter((state) => state === 'working').length,
		of: states.length,
	};
}

// What the projector shows from presenting to debrief; null outside the phase or while it is not visible.
import type { DebriefView, ResultsView } from '#lib/contract/results.ts';
import type { PresentingView } from '#lib/contract/shown-entry.ts';
import { markdownTree, type MarkdownNode } from '#lib/components/ui/markdown.ts';
import type { Deps } from '#lib/server/usecases/deps.ts';
import { viewDebrief } from '#lib/server/usecases/judging/debrief.ts';
import { viewPresenting } from '#lib/server/usecases/judging/presenting.ts';
import { viewResults } from '#lib/server/usecases/judging/results.ts';
import type { Room } from '#lib/server/usecases/room.ts';

export interface StageJudging {
	presenting: (PresentingView & { page: MarkdownNode[] }) | null;
	results: ResultsView | null;
	debrief: DebriefView | null;
}

/** As the viewer of the room sees it; the stage page enters as the stage. */
export async function loadJudging(deps: Deps, room: Room): Promise<StageJudging> {
	const nothing: StageJudging = { presenting: null, results: null, debrief: null };
	switch (room.round.phase) {
		case 'presenting': {
			const view = await viewPresenting(deps, room);
			if (!view.ok) return nothing;
			const page = markdownTree(view.value.current?.spec ?? '', { topHeading: 3 });
			return { ...nothing, presenting: { ...view.value, page } };
		}
		case 'results': {
			const view = await viewResults(deps, room);
			return { ...nothing, results: view.ok ? view.value : null };
		}
		case 'debrief': {
			const view = await viewDebrief(deps, room);
			return { ...nothing, debrief: view.ok ? view.value : null };
		}
		default:
			return nothing;
	}
}

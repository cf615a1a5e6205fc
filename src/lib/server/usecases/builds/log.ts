// The log of a build as lines, for tailing: what was said, which steps began and ended, which files were written.
import type { BuildLog, LogLine } from '../../../contract/build.ts';
import type { Reason } from '../../../contract/refusals.ts';
import type { BuildEvent } from '../../../domain/build/event.ts';
import { ok, refuse, type Result } from '../../../domain/result.ts';
import { listBuildEvents, type StoredBuildEvent } from '../../db/build-repository.ts';
import type { Deps } from '../deps.ts';
import type { Room } from '../room.ts';
import { findShown } from './view.ts';
import { mayKnowOutcome, reaches } from './who-sees.ts';

const PAGE = 2_000;

export async function viewLog(
	deps: Deps,
	room: Room,
	{ buildId, after }: { buildId: string; after: number },
): Promise<Result<BuildLog, Reason>> {
	const found = await findShown(deps, room, buildId);
	if (!found) return refuse('no-such-thing');
	const { build } = found;
	if (!reaches(room.visibility.buildLogs, room, build)) return refuse('not-visible-yet');
	const events = await listBuildEvents(deps.db.prisma, buildId, after, PAGE + 1);
	const page = events.slice(0, PAGE);
	const more = events.length > PAGE;
	return ok({
		lines: page.flatMap((stored) => lineOf(stored, mayKnowOutcome(room, build)) ?? []),
		next: page.at(-1)?.seq ?? after,
		more,
		ended: !more && (build.status === 'finished' || build.status === 'cancelled'),
	});
}

function lineOf({ seq, at, event }: StoredBuildEvent, knowsOutcome: boolean): LogLine | null {
	const [kind, text] = wordsOf(event, knowsOutcome) ?? [];
	if (kind === undefined || text === undefined) return null;
	return { seq, at: at.getTime(), step: 'step' in event ? event.step : null, kind, text };
}

function wordsOf(event: BuildEvent, knowsOutcome: boolean): [LogLine['kind'], string] | null {
	switch (event.type) {
		case 'build.queued':
			return ['system', 'Queued'];
		case 'build.started':
			return ['system', `Attempt ${event.attempt}, agent ${event.agent}`];
		case 'step.started':
			return ['step', event.step];
		case 'step.finished':
			return ['system', event.summary];
		case 'step.failed':
			return ['failure', event.message];
		case 'log':
			return [event.stream, event.text];
		case 'file.written':
			return ['file', `${event.path} (${event.bytes} B)`];
		case 'usage':
			return ['system', `${event.inputTokens} tokens in, ${event.outputTokens} out`];
		case 'build.finished':
			return ['system', knowsOutcome ? `${event.outcome}: ${event.summary}` : 'Finished'];
	}
}

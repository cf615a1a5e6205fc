// How one build appears to a viewer, field by field, from the one table of visibility.
import type { BuildSummary } from '../../../contract/build.ts';
import { BUILD_STEPS } from '../../../domain/build/event.ts';
import { isOwnOutcome } from '../../../domain/build/outcome.ts';
import type { Reach } from '../../../domain/round/visibility.ts';
import type { CompetitionBuild } from '../../db/build-repository.ts';
import type { Room } from '../room.ts';

/** Steps that a build of this version goes through; a plan is not among them yet. */
export const SHOWN_STEPS = BUILD_STEPS.filter((step) => step !== 'plan');

export const isOwn = (room: Room, build: Pick<CompetitionBuild, 'participantId'>): boolean =>
	room.participant?.id === build.participantId;

/** `presented` asks for the place in the order of presenting, which an entry has from then on. */
export function reaches(
	reach: Reach,
	room: Room,
	build: Pick<CompetitionBuild, 'participantId' | 'presentingOrder'>,
): boolean {
	if (reach === 'none') return false;
	if (isOwn(room, build) || (reach !== 'own' && reach !== 'presented')) return true;
	if (reach === 'own') return false;
	return build.presentingOrder !== null && build.presentingOrder <= room.round.presenting;
}

export function mayKnowOutcome(room: Room, build: CompetitionBuild): boolean {
	if (build.outcome === null) return false;
	const { checks, buildFaults } = room.visibility;
	return reaches(isOwnOutcome(build.outcome) ? checks : buildFaults, room, build);
}

/** `attempts`: all of the entry, to say which one counts. */
export function summaryOf(
	room: Room,
	build: CompetitionBuild,
	attempts: readonly CompetitionBuild[],
): BuildSummary {
	const knows = mayKnowOutcome(room, build);
	const named = isOwn(room, build) || room.visibility.buildProgress === 'named';
	const first = attempts
		.filter((a) => a.outcome !== null && isOwnOutcome(a.outcome))
		.sort((a, b) => a.attempt - b.attempt)[0];
	return {
		id: build.id,
		alias: build.alias,
		participantId: named ? build.participantId : null,
		attempt: build.attempt,
		status: build.status,
		outcome: knows ? build.outcome : null,
		counts: knows ? first?.id === build.id : null,
		queuedAt: build.queuedAt.getTime(),
		startedAt: build.startedAt?.getTime() ?? null,
		finishedAt: build.finishedAt?.getTime() ?? null,
		steps: stepsOf(build, knows),
	};
}

function stepsOf(build: CompetitionBuild, knowsOutcome: boolean): BuildSummary['steps'] {
	const done = new Map(build.steps.map((step) => [step.step, step]));
	const next = SHOWN_STEPS.find((step) => !done.has(step));
	return SHOWN_STEPS.map((step) => {
		const finished = done.get(step);
		if (finished)
			return {
				...{ step, state: 'done' as const },
				tookMs: finished.finishedAt.getTime() - finished.startedAt.getTime(),
			};
		const isHere = step === next;
		if (isHere && build.status === 'running') return { step, state: 'running' as const, tookMs: null };
		const failed = isHere && build.status === 'finished' && knowsOutcome;
		return { step, state: failed ? ('failed' as const) : ('waiting' as const), tookMs: null };
	});
}

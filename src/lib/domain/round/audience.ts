// Who hears which event. An event that a viewer may not receive is not sent at all: its existence, count and place in
// the order would tell as much as its content.
import { isOwnOutcome, type BuildOutcome } from '../build/outcome.ts';
import { visibleTo, type Viewer, type VisibleRound } from './visibility.ts';

type Audience =
	/** Everybody in the room, the stage included. */
	| 'everyone'
	/** The participant it is about, and facilitators. */
	| 'subject-and-facilitator'
	| 'facilitator'
	/** Bare numbers for the stage; facilitators too. */
	| 'counts'
	/** The step of a build: decided by `buildProgress`. */
	| 'build-progress';

/** Every type of event that goes over the wire, and who it is for. */
export const AUDIENCES = {
	'phase.changed': 'everyone',
	'phase.undone': 'everyone',
	'round.paused': 'everyone',
	'round.resumed': 'everyone',
	'round.extended': 'subject-and-facilitator',
	'entry.reopened': 'subject-and-facilitator',
	'participant.joined': 'everyone',
	'participant.renamed': 'everyone',
	'participant.removed': 'everyone',
	'participant.merged': 'everyone',
	'entry.locked': 'subject-and-facilitator',
	'entry.finished': 'subject-and-facilitator',
	'clarification.asked': 'subject-and-facilitator',
	'clarification.answered': 'subject-and-facilitator',
	'clarification.broadcast': 'everyone',
	'build.progress': 'build-progress',
	'presenting.moved': 'everyone',
	'voting.informed': 'everyone',
	'results.revealed': 'everyone',
	'facilitators.changed': 'facilitator',
	'competition.changed': 'everyone',
	progress: 'facilitator',
	'room.counts': 'counts',
} as const satisfies Record<string, Audience>;

export type WireEventType = keyof typeof AUDIENCES;

/** What matters of an event here. `participantId`: whom it is about; null or absent: everybody, or nobody in particular. */
export interface WireEvent {
	type: WireEventType;
	participantId?: string | null;
}

const isSubject = (viewer: Viewer, event: WireEvent): boolean =>
	typeof event.participantId === 'string' &&
	event.participantId !== '' &&
	viewer.participantId === event.participantId;

/** Whether `viewer` may learn that `event` happened. */
export function mayReceive(viewer: Viewer, round: VisibleRound, event: WireEvent): boolean {
	const facilitator = viewer.role === 'facilitator';
	switch (AUDIENCES[event.type] as Audience | undefined) {
		case 'everyone':
			return true;
		case 'subject-and-facilitator':
			// An extension for everybody has no subject.
			return (
				facilitator ||
				isSubject(viewer, event) ||
				(event.type === 'round.extended' && event.participantId === null)
			);
		case 'facilitator':
			return facilitator;
		case 'counts':
			return facilitator || viewer.role === 'stage';
		case 'build-progress': {
			const reach = visibleTo(viewer, round, 0).buildProgress;
			return reach !== 'none' && (reach !== 'own' || isSubject(viewer, event));
		}
		default:
			return false;
	}
}

/**
 * The event as `viewer` may hear it, or null. Whose build it is, is kept from everybody who knows builds by their label
 * only. How it ended is kept from everybody who may not see its checks; that the platform failed is not a secret to
 * those who must mend it.
 */
export function forViewer<E extends WireEvent & { outcome?: BuildOutcome | null }>(
	viewer: Viewer,
	round: VisibleRound,
	event: E,
): E | null {
	if (!mayReceive(viewer, round, event)) return null;
	if (event.type !== 'build.progress' || isSubject(viewer, event)) return event;
	const sees = visibleTo(viewer, round, 0);
	const heard = sees.buildProgress === 'named' ? event : { ...event, participantId: null };
	if (!event.outcome) return heard;
	const allowed = isOwnOutcome(event.outcome) ? sees.checks === 'named' : sees.buildFaults === 'named';
	return allowed ? heard : { ...heard, outcome: null };
}

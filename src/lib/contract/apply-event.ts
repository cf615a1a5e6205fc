// Folds one room event into the frame. Shared by server and browser, so that a browser that listened and one that
// reloaded show the same. Returns the sections whose content must be fetched again because the event only announces it.
import { isTimed } from '../domain/round/phase.ts';
import type { RoomFrame } from './competition.ts';
import type { RoomEvent, SequencedEvent } from './events.ts';

/** A page loads its part of the room under one of these names. */
export const SECTIONS = [
	'frame',
	'spec',
	'decisions',
	'predictions',
	'builds',
	'additions',
	'presenting',
	'ballots',
	'results',
	'console',
] as const;
export type Section = (typeof SECTIONS)[number];

export interface Folded {
	frame: RoomFrame;
	stale: Section[];
}

const NONE: Section[] = [];

/** Ignores an event the frame already contains (a replay after reconnecting). */
export function applyEvent(frame: RoomFrame, sequenced: SequencedEvent): Folded {
	if (sequenced.seq <= frame.seq) return { frame, stale: NONE };
	const { frame: next, stale } = fold(frame, sequenced.event);
	return { frame: { ...next, seq: sequenced.seq }, stale };
}

function fold(frame: RoomFrame, event: RoomEvent): Folded {
	const isMine = 'participantId' in event && event.participantId === frame.me?.participantId;
	switch (event.type) {
		case 'phase.changed':
			return enter(frame, event, event.undoUntil);
		case 'phase.undone':
			return enter(frame, event, null);
		case 'round.paused':
			return { frame: { ...frame, pausedAt: event.at, undoUntil: null }, stale: ['console'] };
		// An individual deadline moves by a rule of the server's: fetch it rather than guess.
		case 'round.resumed':
			return { frame: { ...frame, pausedAt: null, closesAt: event.closesAt }, stale: ['frame', 'console'] };
		case 'round.extended':
			if (event.participantId === null) return { frame, stale: ['frame', 'console'] };
			return { frame: isMine ? { ...frame, deadline: event.deadline } : frame, stale: ['console'] };
		case 'entry.reopened':
			return {
				frame: isMine ? { ...frame, reopened: { phase: event.phase, deadline: event.deadline } } : frame,
				stale: isMine ? ['frame', 'console'] : ['console'],
			};
		case 'presenting.moved':
			return {
				frame: { ...frame, presenting: event.position, undoUntil: null },
				stale: ['presenting', 'console'],
			};
		case 'voting.informed':
			return { frame: { ...frame, informedAt: event.at, undoUntil: null }, stale: ['ballots', 'console'] };
		case 'results.revealed':
			return {
				frame: { ...frame, revealed: event.revealed, revealComplete: event.revealed === event.of },
				stale: ['results', 'console'],
			};
		default:
			return foldPeople(frame, event, isMine);
	}
}

type Entered = Pick<RoomFrame, 'phase' | 'openedAt' | 'closesAt' | 'lockedAt'>;

function enter(
	frame: RoomFrame,
	{ phase, openedAt, closesAt, lockedAt }: Entered,
	undoUntil: number | null,
): Folded {
	const deadline = isTimed(phase) ? closesAt : null;
	return {
		frame: { ...frame, phase, openedAt, closesAt, lockedAt, deadline, undoUntil, reopened: null },
		stale: ['frame', 'console'],
	};
}

function foldPeople(frame: RoomFrame, event: RoomEvent, isMine: boolean): Folded {
	switch (event.type) {
		case 'participant.joined': {
			const people = frame.people.filter((p) => p.participantId !== event.participantId);
			const { participantId, name, role } = event;
			const known = people.length !== frame.people.length;
			return {
				frame: {
					...frame,
					people: [...people, { participantId, name, role }],
					participantCount: frame.participantCount + (known || role !== 'participant' ? 0 : 1),
				},
				stale: ['console'],
			};
		}
		case 'participant.renamed':
			return {
				frame: {
					...frame,
					people: frame.people.map((p) =>
						p.participantId === event.participantId ? { ...p, name: event.name } : p,
					),
					me: frame.me && isMine ? { ...frame.me, name: event.name } : frame.me,
				},
				stale: ['console'],
			};
		case 'participant.removed':
		case 'participant.merged':
			return {
				frame: { ...frame, people: frame.people.filter((p) => p.participantId !== event.participantId) },
				stale: ['frame', 'console'],
			};
		case 'entry.locked':
			return { frame, stale: isMine ? ['spec', 'console'] : ['console'] };
		case 'clarification.broadcast':
		case 'clarification.answered':
		case 'clarification.asked':
			return { frame, stale: ['frame', 'console'] };
		case 'competition.changed':
			return { frame, stale: ['frame', 'console'] };
		case 'build.progress':
			return { frame, stale: ['builds', 'console'] };
		default:
			return { frame, stale: ['console'] };
	}
}

// The state of a round as facts, the commands that may change it, and the events that say what changed. JSON only;
// every instant is epoch milliseconds.
import type { Phase, TimedPhase } from './phase.ts';

/** When an earlier timed phase ended for everybody without a deadline of their own. */
export interface ClosedPhase {
	/** The shared end that counts: the deadline, or the moment a facilitator moved on before it. */
	sharedEnd: number;
	/** When the round left the phase. */
	leftAt: number;
}

/** A deadline of one participant, apart from the shared one. */
export interface IndividualDeadline {
	participantId: string;
	phase: TimedPhase;
	deadline: number;
}

/** Everything an undo brings back. */
export type RoundFacts = Omit<RoundState, 'undo' | 'version' | 'heldUntil'>;

export interface UndoPoint {
	/** The phase that an undo returns to. */
	to: Phase;
	/** Last instant at which the undo is accepted. */
	until: number;
	before: RoundFacts;
}

export interface RoundState {
	/** Grows by one with every accepted command; the optimistic lock. */
	version: number;
	phase: Phase;
	/** The phases of this round, in order. */
	phases: Phase[];
	minutes: Record<TimedPhase, number>;
	/** When the current phase opened. */
	openedAt: number;
	/** Shared deadline of the current phase; null when it has none. */
	closesAt: number | null;
	/** Set while the clock stands still. Deadlines are then on the time line that stopped at this instant. */
	pausedAt: number | null;
	/** Deadlines of single participants, by phase; each replaces the shared one and is never earlier than granted. */
	deadlines: Record<string, Partial<Record<TimedPhase, number>>>;
	closed: Partial<Record<TimedPhase, ClosedPhase>>;
	/** When specs, decisions and predictions were frozen: the build lock. */
	lockedAt: number | null;
	/** When reviewing and voting ended for good. */
	judgedAt: number | null;
	/** When voting opened its second half; null while first impressions are given. */
	informedAt: number | null;
	/** Index into the presentation order. */
	presenting: number;
	/** How many entries have been revealed, counted from the last rank. */
	revealed: number;
	/** When the last name was revealed. */
	revealedAt: number | null;
	undo: UndoPoint | null;
	/** After an undo the clock does not close the phase before this, so that an extension can be given. */
	heldUntil: number | null;
}

export type RoundCommand =
	/** `endOpen` confirms that deadlines of single participants end with the lock. */
	| { type: 'advance'; expectedPhase: Phase; endOpen?: boolean }
	| { type: 'undo'; expectedPhase: Phase }
	| { type: 'pause'; reason: string }
	| { type: 'resume' }
	| { type: 'extendAll'; expectedPhase: Phase; minutes: number; reason: string }
	| { type: 'extendOne'; expectedPhase: Phase; participantId: string; minutes: number; reason: string }
	| { type: 'reopen'; participantId: string; phase: TimedPhase; until: number; reason: string }
	/** Somebody left for good: their own deadlines hold nobody up any more. */
	| { type: 'forget'; participantId: string }
	/** Issued by the tick. */
	| { type: 'close'; expectedPhase: Phase }
	/** Issued by the pipeline when every entry has a finished build. */
	| { type: 'buildsFinished' }
	/** Ends first impressions: check results show and the rubric opens. */
	| { type: 'openInformed'; expectedPhase: Phase }
	/** `entries`: how many there are to go through. */
	| { type: 'presentNext'; expectedIndex: number; entries: number }
	| { type: 'revealNext'; expectedRevealed: number; entries: number };

export type MovedBy = 'facilitator' | 'clock' | 'pipeline';

/** What happened, in full; the wire carries a part of it and the audit log all of it. */
export type RoundEvent =
	| {
			type: 'phase.changed';
			from: Phase;
			phase: Phase;
			openedAt: number;
			closesAt: number | null;
			by: MovedBy;
	  }
	| { type: 'round.locked'; at: number }
	| { type: 'round.deadlinesEnded'; ended: IndividualDeadline[] }
	| { type: 'phase.undone'; from: Phase; phase: Phase; closesAt: number | null }
	| { type: 'round.paused'; at: number; reason: string }
	| { type: 'round.resumed'; at: number; pausedMs: number; closesAt: number | null }
	| {
			type: 'round.extended';
			/** Null: everybody. */
			participantId: string | null;
			phase: TimedPhase;
			minutes: number;
			deadline: number;
			reason: string;
	  }
	| { type: 'entry.reopened'; participantId: string; phase: TimedPhase; deadline: number; reason: string }
	| { type: 'voting.informed'; at: number }
	| { type: 'presenting.moved'; position: number }
	| { type: 'results.revealed'; revealed: number; of: number };

export type RefusalReason =
	| 'phase-changed'
	| 'last-phase'
	| 'paused'
	| 'not-paused'
	| 'nothing-to-undo'
	| 'undo-expired'
	| 'not-timed'
	| 'not-due'
	| 'participants-still-open'
	| 'minutes-out-of-range'
	| 'reason-missing'
	| 'reason-too-long'
	| 'phase-not-in-round'
	| 'phase-not-closed'
	| 'locked'
	| 'until-not-in-future'
	| 'until-too-far'
	| 'not-building'
	| 'not-voting'
	| 'not-presenting'
	| 'not-revealing'
	| 'step-changed'
	| 'nothing-left'
	| 'invalid-time'
	| 'invalid-participant';

export type Decided =
	{ ok: true; state: RoundState; events: RoundEvent[] } | { ok: false; reason: RefusalReason };

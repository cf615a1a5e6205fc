// The phases of a round in their order, and which of them a clock may close.

export const PHASES = [
	'lobby',
	'briefing',
	'writing',
	'deciding',
	'predicting',
	'building',
	'reviewing',
	'presenting',
	'voting',
	'results',
	'debrief',
] as const;
export type Phase = (typeof PHASES)[number];

/** Phases with a deadline per participant. */
export const TIMED_PHASES = ['writing', 'deciding', 'predicting', 'reviewing', 'voting'] as const;
export type TimedPhase = (typeof TIMED_PHASES)[number];

/** Phases a competition may leave out. */
export const OPTIONAL_PHASES = [
	'briefing',
	'deciding',
	'predicting',
	'reviewing',
	'presenting',
	'voting',
] as const;
export type OptionalPhase = (typeof OPTIONAL_PHASES)[number];

export const isTimed = (phase: Phase): phase is TimedPhase =>
	(TIMED_PHASES as readonly Phase[]).includes(phase);
export const isOptional = (phase: Phase): phase is OptionalPhase =>
	(OPTIONAL_PHASES as readonly Phase[]).includes(phase);

/** True when `a` comes before `b` in the round. */
export const isBefore = (a: Phase, b: Phase): boolean => PHASES.indexOf(a) < PHASES.indexOf(b);

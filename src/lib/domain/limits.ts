// Every limit of the product, declared once. Durations end in Ms; text lengths are UTF-16 code units unless the name
// says bytes; everything else is a count.

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const MS_PER_MINUTE = MINUTE_MS;

export const LIMITS = {
	/** Who may take part, and what they may be called. */
	people: {
		displayName: { min: 1, max: 40 },
		participants: 200,
		observers: 50,
		facilitators: 5,
		email: 254,
		password: { min: 10, max: 200 },
	},

	/** Codes people type or scan, in characters. The alphabet has no look-alikes (0/O, 1/I/L). */
	codes: {
		alphabet: '23456789ABCDEFGHJKMNPQRSTUVWXYZ',
		join: 6,
		recovery: 10,
		/** Random bytes behind a session, resume, invitation or first-login token. */
		tokenBytes: 32,
	},

	/** The longest each text may be. */
	text: {
		title: 120,
		specBytes: 200 * 1024,
		editId: 64,
		rationale: 2_000,
		rejected: 2_000,
		spanQuote: 1_000,
		prediction: 500,
		clarification: 1_000,
		clarificationAnswer: 2_000,
		additionNote: 1_000,
		ballotComment: 2_000,
		pasteNote: 300,
		/** Why a facilitator extends, pauses or reopens. */
		reason: { min: 3, max: 300 },
	},

	/** How many of each thing one person or round may have. */
	counts: {
		predictions: 20,
		clarificationsPerParticipant: 20,
		pasteNotes: 500,
		/** Revisions shown in the playback; older ones are thinned, the last is always kept. */
		playbackRevisions: 2_000,
		attemptsPerEntry: 10,
		choicePoints: 30,
	},

	/** Clocks of a round. */
	round: {
		minutes: { min: 1, max: 240 },
		extensionMinutes: { min: 1, max: 120 },
		/** A reopened phase may not run longer than this from now. */
		reopenMaxMs: 4 * HOUR_MS,
		/** After a move, how long it can be taken back. */
		undoMs: 10 * SECOND_MS,
		/** Hidden: edits typed before a deadline may still arrive this long after it; they are marked late-synced. */
		graceMs: 5 * SECOND_MS,
		/** How often the tick looks for rounds that are due. */
		tickMs: 1 * SECOND_MS,
	},

	autosave: {
		debounceMs: 800,
		maxWaitMs: 3 * SECOND_MS,
		/** A paste of at least this many characters is noted, visibly to its author. */
		pasteCharacters: 80,
		/** Edit ids remembered per spec, so that a replayed save is recognised. */
		replayWindow: 200,
	},

	live: {
		heartbeatMs: 15 * SECOND_MS,
		/** Without any byte for this long the browser says "disconnected". */
		silenceMs: 40 * SECOND_MS,
		/** A stream is closed by the server, and reopened by the browser, after this. */
		streamLifeMs: 15 * MINUTE_MS,
		/** A client with more unsent events than this is dropped and loads a snapshot. */
		queuedEvents: 500,
		/** Seen within this time counts as present. */
		presenceMs: 45 * SECOND_MS,
	},

	judging: {
		score: { min: 0, max: 4 },
		/** A voter sees all other entries up to this many, ... */
		ballotAllUpTo: 8,
		/** ... otherwise this many. */
		ballotSize: 7,
		/** With fewer ratings of an entry, or fewer by a judge, nothing is adjusted for severity. */
		adjustRatingsPerEntry: 5,
		adjustRatingsPerJudge: 4,
		/** As much of an output's file as is shown. */
		shownFileBytes: 128 * 1024,
	},

	/** Allowed tries per key in a window. A whole room sits behind one address, hence the generous join rate. */
	rates: {
		loginPerAccount: { tries: 10, windowMs: 15 * MINUTE_MS },
		loginPerAddress: { tries: 50, windowMs: 15 * MINUTE_MS },
		joinPerAddress: { tries: 600, windowMs: 10 * MINUTE_MS },
		wrongCodePerAddress: { tries: 60, windowMs: 10 * MINUTE_MS },
		recoveryPerAddress: { tries: 20, windowMs: 10 * MINUTE_MS },
		recoveryPerCompetition: { tries: 100, windowMs: 10 * MINUTE_MS },
		clarificationPerParticipant: { tries: 5, windowMs: MINUTE_MS },
	},

	/** How long what grants access stays good. */
	sessions: {
		facilitatorMs: 14 * DAY_MS,
		guestMs: 7 * DAY_MS,
		firstLoginMs: DAY_MS,
		invitationMs: 7 * DAY_MS,
		recoveryCodeMs: 7 * DAY_MS,
	},
} as const;

/** Minutes per timed phase when neither the pack nor the facilitator says otherwise. */
export const DEFAULT_MINUTES = {
	writing: 30,
	deciding: 10,
	predicting: 3,
	reviewing: 8,
	voting: 10,
} as const;

// What the facilitator's console shows, and what its forms send.
import { z } from 'zod';
import { BUILD_STEPS } from '../domain/build/event.ts';
import { BUILD_OUTCOMES } from '../domain/build/outcome.ts';
import { LIMITS } from '../domain/limits.ts';
import { PHASES, TIMED_PHASES } from '../domain/round/phase.ts';
import { agentSchema, competitionSettingsSchema } from './competition.ts';

const time = z.number();

/** Where somebody stands in the present phase. */
export const ROW_STATES = ['waiting', 'not-started', 'working', 'finished', 'time-up', 'watching'] as const;

export const consoleRowSchema = z.object({
	participantId: z.string(),
	name: z.string(),
	role: z.enum(['participant', 'observer']),
	joinedAt: time,
	connected: z.boolean(),
	lastSeenAt: time,
	state: z.enum(ROW_STATES),
	/** Null while a count could influence judges. */
	wordCount: z.number().nullable(),
	savedAt: time.nullable(),
	specLockedAt: time.nullable(),
	decided: z.number(),
	predictions: z.number(),
	labelled: z.number(),
	additions: z.number(),
	ballotsDone: z.number(),
	ballots: z.number(),
	build: z
		.object({
			buildId: z.string(),
			attempt: z.number(),
			status: z.enum(['queued', 'running', 'finished', 'cancelled']),
			step: z.enum(BUILD_STEPS).nullable(),
			/** Null while it may not be known yet: a fault of the platform is told at once, an entry's own outcome later. */
			outcome: z.enum(BUILD_OUTCOMES).nullable(),
		})
		.nullable(),
	/** Deadline in the present phase, extensions included. */
	deadline: time.nullable(),
	/** The deadline is not the shared one. */
	extended: z.boolean(),
	/** Earlier phases that are open again for this one. */
	reopened: z.array(z.object({ phase: z.enum(TIMED_PHASES), deadline: time })),
});
export type ConsoleRow = z.infer<typeof consoleRowSchema>;

/** The next step, as the server would take it now. */
export const nextStepSchema = z.discriminatedUnion('kind', [
	z.object({
		kind: z.literal('advance'),
		to: z.enum(PHASES),
		/** Minutes the next phase runs; null when it has no clock. */
		minutes: z.number().nullable(),
		/** Who has not finished the present phase. */
		unfinished: z.array(z.object({ participantId: z.string(), name: z.string() })),
		/** Whose own deadlines would end with the move. */
		cut: z.array(
			z.object({
				participantId: z.string(),
				name: z.string(),
				phase: z.enum(TIMED_PHASES),
				deadline: time,
			}),
		),
		/** What the move freezes for good: nothing, the entries, or the judging. */
		freezes: z.enum(['nothing', 'entries', 'judging']),
	}),
	z.object({ kind: z.literal('openInformed'), unfinished: z.number(), of: z.number() }),
	z.object({ kind: z.literal('presentNext'), index: z.number(), of: z.number() }),
	z.object({ kind: z.literal('revealNext'), revealed: z.number(), of: z.number() }),
	z.object({ kind: z.literal('none') }),
]);
export type NextStep = z.infer<typeof nextStepSchema>;

export const auditEntrySchema = z.object({
	id: z.string(),
	at: time,
	actor: z.string(),
	actorName: z.string(),
	action: z.string(),
	reason: z.string().nullable(),
	/** What was done, in words. */
	summary: z.string(),
});
export type AuditView = z.infer<typeof auditEntrySchema>;

export const consoleViewSchema = z.object({
	rows: z.array(consoleRowSchema),
	choicePoints: z.number(),
	/** What the one primary button does. */
	next: nextStepSchema,
	/** A move of the phase that stays possible beside another primary step (skip the rest of the reveal). */
	skipTo: nextStepSchema.nullable(),
	undo: z.object({ from: z.enum(PHASES), to: z.enum(PHASES), until: time }).nullable(),
	buildsStartAt: time.nullable(),
	facilitators: z.array(
		z.object({
			id: z.string(),
			name: z.string(),
			email: z.string(),
			role: z.enum(['owner', 'co-facilitator']),
			me: z.boolean(),
			/** The console is open somewhere, as far as this server sees. */
			here: z.boolean(),
			last: z.object({ at: time, action: z.string() }).nullable(),
		}),
	),
	recent: z.array(auditEntrySchema),
	removed: z.array(z.object({ participantId: z.string(), name: z.string(), removedAt: time })),
	now: time,
});
export type ConsoleView = z.infer<typeof consoleViewSchema>;

export const participantChangeSchema = z
	.object({
		name: z.string().trim().min(LIMITS.people.displayName.min).max(LIMITS.people.displayName.max).optional(),
		/** False lets a removed participant in again. */
		removed: z.literal(false).optional(),
	})
	.refine((change) => change.name !== undefined || change.removed !== undefined, 'Nothing to change.');
export const removalSchema = z.object({ reason: z.string().trim().max(LIMITS.text.reason.max).default('') });
export const mergeSchema = z.object({ intoId: z.string() });

/** `broadcast` makes a new version of the requirement for everybody; `question` replaces the wording they read. */
export const answerSchema = z.object({
	answer: z.string().trim().min(1, 'Write an answer.').max(LIMITS.text.clarificationAnswer),
	visibility: z.enum(['private', 'broadcast']),
	question: z.string().trim().min(1).max(LIMITS.text.clarification).optional(),
});
export const announcementSchema = z.object({
	text: z.string().trim().min(1, 'Write what everybody should know.').max(LIMITS.text.clarificationAnswer),
});
export const coFacilitatorSchema = z.object({ email: z.email().max(LIMITS.people.email).toLowerCase() });

/** Changes of the set-up; only in the lobby. */
export const setupSchema = z.object({
	title: z.string().trim().min(1, 'Give it a title.').max(LIMITS.text.title),
	team: z.string().trim().max(LIMITS.text.title).default(''),
	agent: agentSchema,
	settings: competitionSettingsSchema,
});
export type Setup = z.infer<typeof setupSchema>;

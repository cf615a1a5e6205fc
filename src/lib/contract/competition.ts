// A competition as it is set up and as everybody in it sees its frame.
import { z } from 'zod';
import { OPTIONAL_PHASES, PHASES, TIMED_PHASES } from '../domain/round/phase.ts';
import { LIMITS } from '../domain/limits.ts';

export const AGENTS = ['rehearsal', 'openai', 'codex', 'claude', 'recorded'] as const;
export const agentSchema = z.enum(AGENTS);
export type AgentId = (typeof AGENTS)[number];

/** Where choice points stand: after writing (shows who decides unprompted), inside the template, or off. */
export const placementSchema = z.enum(['after', 'inside', 'off']);

const minutes = z.number().int().min(LIMITS.round.minutes.min).max(LIMITS.round.minutes.max);

export const competitionSettingsSchema = z.object({
	placement: placementSchema.default('after'),
	optionalPhases: z.array(z.enum(OPTIONAL_PHASES)),
	minutes: z.object(
		Object.fromEntries(TIMED_PHASES.map((p) => [p, minutes])) as Record<
			(typeof TIMED_PHASES)[number],
			typeof minutes
		>,
	),
	/** Authors see their own decision marks while writing (solo practice). */
	liveMirror: z.boolean().default(false),
});
export type CompetitionSettings = z.infer<typeof competitionSettingsSchema>;

/** What is left out takes the challenge's suggestion, or our default. */
export const createCompetitionSchema = z.object({
	title: z.string().trim().min(1, 'Give it a title.').max(LIMITS.text.title),
	team: z.string().trim().max(LIMITS.text.title).default(''),
	challenge: z.string(),
	agent: agentSchema.default('rehearsal'),
	settings: z
		.object({
			placement: placementSchema,
			optionalPhases: z.array(z.enum(OPTIONAL_PHASES)),
			minutes: z.partialRecord(z.enum(TIMED_PHASES), minutes),
			liveMirror: z.boolean(),
		})
		.partial()
		.optional(),
});
export type CreateCompetition = z.infer<typeof createCompetitionSchema>;

/** One line of the facilitator's list. */
export const competitionListItemSchema = z.object({
	code: z.string(),
	title: z.string(),
	team: z.string(),
	challenge: z.string(),
	phase: z.enum(PHASES),
	participantCount: z.number(),
	createdAt: z.number(),
	sample: z.boolean(),
});
export type CompetitionListItem = z.infer<typeof competitionListItemSchema>;

export const roleSchema = z.enum(['participant', 'observer', 'stage', 'facilitator']);

export const clarificationSchema = z.object({
	id: z.string(),
	question: z.string(),
	askedAt: z.number(),
	answer: z.string().nullable(),
	answeredAt: z.number().nullable(),
	visibility: z.enum(['private', 'broadcast']),
	requirementVersion: z.number().nullable(),
	mine: z.boolean(),
	/** Only for facilitators. */
	askedBy: z.string().nullable(),
});

/** The frame of the room that every surface shares; `seq` is where the event stream goes on. */
export const roomFrameSchema = z.object({
	code: z.string(),
	title: z.string(),
	team: z.string(),
	challenge: z.object({ slug: z.string(), version: z.string(), title: z.string() }),
	agent: agentSchema,
	sample: z.boolean(),
	placement: placementSchema,
	role: roleSchema,
	seq: z.number(),
	/** Server time when the frame was made. */
	now: z.number(),
	phase: z.enum(PHASES),
	phases: z.array(z.enum(PHASES)),
	openedAt: z.number(),
	/** Deadline shared by everybody in this phase; null when untimed. */
	closesAt: z.number().nullable(),
	/** The viewer's own deadline, extensions included. */
	deadline: z.number().nullable(),
	pausedAt: z.number().nullable(),
	undoUntil: z.number().nullable(),
	/** When first impressions closed and check results opened; null before. */
	informedAt: z.number().nullable(),
	/** Index into the presentation order. */
	presenting: z.number(),
	/** How many entries are revealed, from the last rank. */
	revealed: z.number(),
	revealComplete: z.boolean(),
	/** When the specs were frozen for the build. */
	lockedAt: z.number().nullable(),
	/** A phase reopened for this viewer alone, e.g. writing during deciding. */
	reopened: z.object({ phase: z.enum(PHASES), deadline: z.number() }).nullable(),
	/** The challenge's text and the number of its newest version; what each version added is in `clarifications`. */
	requirement: z.object({ version: z.number(), markdown: z.string() }).nullable(),
	clarifications: z.array(clarificationSchema),
	me: z
		.object({
			participantId: z.string(),
			name: z.string(),
			role: z.enum(['participant', 'observer']),
			alias: z.string().nullable(),
		})
		.nullable(),
	/** Names are present only where visibleTo allows. */
	people: z.array(
		z.object({ participantId: z.string(), name: z.string(), role: z.enum(['participant', 'observer']) }),
	),
	participantCount: z.number(),
});
export type RoomFrame = z.infer<typeof roomFrameSchema>;

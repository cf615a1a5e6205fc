// Everything a room says to a browser: one discriminated union, parsed on both sides. Sequenced events are stored
// and replayed; ephemeral ones (presence, progress) only describe the moment and carry no sequence number.
import { z } from 'zod';
import { PHASES } from '../domain/round/phase.ts';
import { BUILD_OUTCOMES } from '../domain/build/outcome.ts';
import { BUILD_STEPS } from '../domain/build/event.ts';
import { preflightSchema } from './joining.ts';

/** Epoch milliseconds, server time. */
const time = z.number().int();
const phase = z.enum(PHASES);

export const roomEventSchema = z.discriminatedUnion('type', [
	// What the phase machine decided.
	z.object({
		type: z.literal('phase.changed'),
		phase,
		openedAt: time,
		closesAt: time.nullable(),
		by: z.enum(['facilitator', 'clock', 'pipeline']),
		undoUntil: time.nullable(),
		lockedAt: time.nullable(),
	}),
	z.object({
		type: z.literal('phase.undone'),
		phase,
		openedAt: time,
		closesAt: time.nullable(),
		lockedAt: time.nullable(),
	}),
	z.object({ type: z.literal('round.paused'), at: time, reason: z.string() }),
	z.object({ type: z.literal('round.resumed'), at: time, pausedMs: z.number(), closesAt: time.nullable() }),
	/** participantId null: everybody. */
	z.object({
		type: z.literal('round.extended'),
		participantId: z.string().nullable(),
		phase,
		minutes: z.number(),
		deadline: time,
		reason: z.string(),
	}),
	z.object({
		type: z.literal('entry.reopened'),
		participantId: z.string(),
		phase,
		deadline: time,
		reason: z.string(),
	}),
	z.object({ type: z.literal('presenting.moved'), position: z.number().int() }),
	/** First impressions are in: check results become visible and the rubric is scored. */
	z.object({ type: z.literal('voting.informed'), at: time }),
	z.object({ type: z.literal('results.revealed'), revealed: z.number().int(), of: z.number().int() }),
	// People and their work.
	z.object({
		type: z.literal('participant.joined'),
		participantId: z.string(),
		name: z.string(),
		role: z.enum(['participant', 'observer']),
	}),
	z.object({ type: z.literal('participant.renamed'), participantId: z.string(), name: z.string() }),
	z.object({ type: z.literal('participant.removed'), participantId: z.string() }),
	z.object({ type: z.literal('participant.merged'), participantId: z.string(), intoId: z.string() }),
	z.object({ type: z.literal('entry.locked'), participantId: z.string(), at: time }),
	/** A participant finished the current phase (or took it back). */
	z.object({ type: z.literal('entry.finished'), participantId: z.string(), phase, finished: z.boolean() }),
	z.object({
		type: z.literal('clarification.asked'),
		clarificationId: z.string(),
		participantId: z.string(),
	}),
	z.object({
		type: z.literal('clarification.answered'),
		clarificationId: z.string(),
		participantId: z.string(),
	}),
	z.object({
		type: z.literal('clarification.broadcast'),
		clarificationId: z.string(),
		requirementVersion: z.number().int(),
	}),
	z.object({
		type: z.literal('build.progress'),
		/** Null for those who know builds by their label only. */
		participantId: z.string().nullable(),
		buildId: z.string(),
		step: z.enum(BUILD_STEPS).nullable(),
		status: z.enum(['queued', 'running', 'finished', 'cancelled']),
		outcome: z.enum(BUILD_OUTCOMES).nullable(),
	}),
	z.object({ type: z.literal('facilitators.changed') }),
	/** Title, phases, minutes or agent were set up anew, in the lobby. */
	z.object({ type: z.literal('competition.changed') }),
]);
export type RoomEvent = z.infer<typeof roomEventSchema>;
export type RoomEventType = RoomEvent['type'];

export const ephemeralEventSchema = z.discriminatedUnion('type', [
	/** Facilitator only: one row per participant whose state moved since the last one. */
	z.object({
		type: z.literal('progress'),
		rows: z.array(
			z.object({
				participantId: z.string(),
				connected: z.boolean().optional(),
				wordCount: z.number().int().optional(),
				savedAt: time.optional(),
				/** The participant's browser holds text the server has not acknowledged. */
				unsaved: z.boolean().optional(),
				decided: z.number().int().optional(),
				/** What the participant's browser found out about its connection in the lobby. */
				preflight: preflightSchema.optional(),
			}),
		),
	}),
	/** Stage: how many are connected, and how far the room is, without names. */
	z.object({
		type: z.literal('room.counts'),
		connected: z.number().int(),
		finished: z.number().int(),
		of: z.number().int(),
	}),
]);
export type EphemeralEvent = z.infer<typeof ephemeralEventSchema>;

/** What travels in the `data:` of a server-sent event. `seq` is also the SSE id. */
export const sequencedEventSchema = z.object({ seq: z.number().int(), at: time, event: roomEventSchema });
export type SequencedEvent = z.infer<typeof sequencedEventSchema>;

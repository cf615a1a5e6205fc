// What a facilitator may ask of a round. Every command that could hit twice says what it expects to find.
import { z } from 'zod';
import { LIMITS } from '../domain/limits.ts';
import { PHASES, TIMED_PHASES } from '../domain/round/phase.ts';

const expectedPhase = z.enum(PHASES);
const { min, max } = LIMITS.text.reason;
const reason = z
	.string()
	.trim()
	.min(min, 'Give a reason; it goes into the audit log.')
	.max(max, `A reason has at most ${max} characters.`);
const { extensionMinutes, reopenMaxMs } = LIMITS.round;
const REOPEN_MAX_MINUTES = reopenMaxMs / 60_000;
const minutes = (most: number) =>
	z
		.number()
		.int('Whole minutes only.')
		.min(extensionMinutes.min, `At least ${extensionMinutes.min} minute.`)
		.max(most, `At most ${most} minutes.`);
const index = z.number().int().min(0);

export const roundCommandSchema = z.discriminatedUnion('type', [
	/** `endOpen`: deadlines of single participants that the move would lock end now. */
	z.object({ type: z.literal('advance'), expectedPhase, endOpen: z.boolean().default(false) }),
	/** `expectedPhase`: the phase the move led to. */
	z.object({ type: z.literal('undo'), expectedPhase }),
	z.object({ type: z.literal('pause'), reason }),
	z.object({ type: z.literal('resume') }),
	z.object({ type: z.literal('extendAll'), expectedPhase, minutes: minutes(extensionMinutes.max), reason }),
	z.object({
		type: z.literal('extendOne'),
		expectedPhase,
		participantId: z.string(),
		minutes: minutes(extensionMinutes.max),
		reason,
	}),
	/** Opens an earlier phase again for one participant, for `minutes` from now. */
	z.object({
		type: z.literal('reopen'),
		participantId: z.string(),
		phase: z.enum(TIMED_PHASES),
		minutes: minutes(REOPEN_MAX_MINUTES),
		reason,
	}),
	/** Ends first impressions: the check results show and the rubric opens. */
	z.object({ type: z.literal('openInformed'), expectedPhase }),
	/** `expectedIndex`: the entry on the stage now. */
	z.object({ type: z.literal('presentNext'), expectedIndex: index }),
	/** `expectedRevealed`: how many are revealed now. */
	z.object({ type: z.literal('revealNext'), expectedRevealed: index }),
]);
export type RoundCommandInput = z.infer<typeof roundCommandSchema>;

/** Answer to an accepted command. */
export const roundChangedSchema = z.object({
	phase: z.enum(PHASES),
	closesAt: z.number().nullable(),
	pausedAt: z.number().nullable(),
	undoUntil: z.number().nullable(),
	/** Server time of the answer. */
	now: z.number(),
});
export type RoundChanged = z.infer<typeof roundChangedSchema>;

// How a guest comes in, and comes back.
import { z } from 'zod';
import { LIMITS } from '../domain/limits.ts';

const { displayName } = LIMITS.people;

/** Control, format and bidirectional override characters: invisible, and used to look like somebody else. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;

export const displayNameSchema = z
	.string()
	.max(displayName.max * 4, 'This name is too long.')
	.transform((name) => name.normalize('NFC').replace(INVISIBLE, '').replace(/\s+/g, ' ').trim())
	.pipe(
		z
			.string()
			.min(displayName.min, 'Type a name.')
			.max(displayName.max, `At most ${displayName.max} characters.`),
	);

export const guestRoleSchema = z.enum(['participant', 'observer']);

export const joinSchema = z.object({
	name: displayNameSchema,
	role: guestRoleSchema.default('participant'),
	/** A secret of the form that sends this: sent twice, it joins once. */
	joinKey: z.string().min(16).max(128).optional(),
});
export type Join = z.infer<typeof joinSchema>;

export const resumeSchema = z.object({
	recoveryCode: z.string().trim().min(1, 'Type your recovery code.').max(40),
});

export interface Joined {
	participantId: string;
	name: string;
	role: 'participant' | 'observer';
	/** Shown once; only its hash is kept. */
	recoveryCode: string;
	/** Asked to compete, but the build has begun: joined as an observer. */
	tooLate: boolean;
}

export interface Resumed {
	participantId: string;
	name: string;
	role: 'participant' | 'observer';
}

/** What a browser found out about itself in the lobby. */
export const preflightSchema = z.object({
	verdict: z.enum(['good', 'slow', 'trouble']),
	/** The best of a few, milliseconds. */
	roundTripMs: z.number().int().min(0).max(600_000),
	problems: z.array(z.enum(['round-trip', 'events', 'storage', 'clock'])).max(4),
});
export type Preflight = z.infer<typeof preflightSchema>;

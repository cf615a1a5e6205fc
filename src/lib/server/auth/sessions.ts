// Facilitators' sessions on lucia's core. The adapter stores only the SHA-256 of a session id, so a stolen copy of
// the database opens nothing. Everything about lucia stays in this file.
import { Lucia, TimeSpan, type Adapter } from 'lucia';
import { LIMITS } from '../../domain/limits.ts';
import type { Querier } from '../db/client.ts';
import type { Facilitator } from '../db/facilitator-repository.ts';
import * as repository from '../db/session-repository.ts';
import { sha256 } from '../random.ts';

declare module 'lucia' {
	interface Register {
		Lucia: Lucia<Record<never, never>, FacilitatorAttributes>;
		DatabaseUserAttributes: FacilitatorAttributes;
	}
}
interface FacilitatorAttributes {
	email: string;
	name: string;
}

export interface OpenSession {
	/** The secret that goes into the cookie. */
	id: string;
	expiresAt: Date;
}
export interface ValidSession extends OpenSession {
	facilitator: Facilitator;
	/** The expiry slid: send the cookie again. */
	extended: boolean;
}

export interface Sessions {
	open(facilitatorId: string): Promise<OpenSession>;
	/** Null for an unknown, ended or expired session. Slides the expiry in the second half of its life. */
	validate(id: string): Promise<ValidSession | null>;
	close(id: string): Promise<void>;
	closeAllOf(facilitatorId: string): Promise<void>;
}

export function createSessions(q: Querier): Sessions {
	const lucia = new Lucia<Record<never, never>, FacilitatorAttributes>(hashingAdapter(q), {
		sessionExpiresIn: new TimeSpan(LIMITS.sessions.facilitatorMs, 'ms'),
		getUserAttributes: ({ email, name }) => ({ email, name }),
	});
	return {
		async open(facilitatorId) {
			const { id, expiresAt } = await lucia.createSession(facilitatorId, {});
			return { id, expiresAt };
		},
		async validate(id) {
			const { session, user } = await lucia.validateSession(id);
			if (!session) return null;
			const facilitator = { id: user.id, email: user.email, name: user.name };
			return { id, expiresAt: session.expiresAt, extended: session.fresh, facilitator };
		},
		close: (id) => lucia.invalidateSession(id),
		closeAllOf: (facilitatorId) => lucia.invalidateUserSessions(facilitatorId),
	};
}

/** Lucia sees plain ids; the database sees their hashes. Listed sessions carry the hash, which opens nothing. */
function hashingAdapter(q: Querier): Adapter {
	return {
		async getSessionAndUser(id) {
			const found = await repository.findSession(q, sha256(id));
			if (!found) return [null, null];
			const { session, facilitator } = found;
			const { email, name } = facilitator;
			return [
				{ id, userId: session.facilitatorId, expiresAt: session.expiresAt, attributes: {} },
				{ id: facilitator.id, attributes: { email, name } },
			];
		},
		async getUserSessions(facilitatorId) {
			const sessions = await repository.listSessions(q, facilitatorId);
			return sessions.map(({ idHash, expiresAt }) => ({
				id: idHash,
				userId: facilitatorId,
				expiresAt,
				attributes: {},
			}));
		},
		setSession: ({ id, userId, expiresAt }) =>
			repository.insertSession(q, { idHash: sha256(id), facilitatorId: userId, expiresAt }),
		updateSessionExpiration: (id, expiresAt) => repository.extendSession(q, sha256(id), expiresAt),
		deleteSession: (id) => repository.deleteSession(q, sha256(id)),
		deleteUserSessions: (facilitatorId) => repository.deleteSessionsOf(q, facilitatorId),
		deleteExpiredSessions: () => repository.deleteExpired(q, new Date()),
	};
}

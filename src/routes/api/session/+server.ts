// Sign in and out of a facilitator's account.
import type { RequestHandler } from './$types';
import { credentialsSchema, signIn, signOut } from '#lib/server/auth/accounts.ts';
import { clearSession, readSession, writeSession } from '#lib/server/auth/cookies.ts';
import { parseBody, refusal, reply } from '#lib/server/http.ts';
import { ok } from '#lib/domain/result.ts';

export const POST: RequestHandler = async ({ request, locals, cookies, url, getClientAddress }) => {
	const input = await parseBody(request, credentialsSchema);
	if (!input.ok) return refusal(input);
	const session = await signIn(locals.app, {
		...input.value,
		address: getClientAddress(),
		previousSessionId: readSession(cookies),
	});
	if (!session.ok) return refusal(session);
	writeSession(cookies, session.value, url.protocol === 'https:');
	return reply(ok(undefined));
};

export const DELETE: RequestHandler = async ({ locals, cookies }) => {
	const id = readSession(cookies);
	if (id !== null) await signOut(locals.app, id);
	clearSession(cookies);
	return reply(ok(undefined));
};

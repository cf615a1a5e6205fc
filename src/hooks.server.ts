// The web server's door. Only delegates: who is asking is found out here, what they may do in the use cases.
import type { Handle, HandleServerError, ServerInit } from '@sveltejs/kit/hooks';
import { readGuest, readSession, writeSession, clearSession } from '#lib/server/auth/cookies.ts';
import { findGuest } from '#lib/server/auth/guests.ts';
import { startApp } from '#lib/server/app.ts';
import { refusal } from '#lib/server/http.ts';
import { refusalOf } from '#lib/server/web/guard.ts';
import { secureHeaders } from '#lib/server/web/response-headers.ts';
import { refuse } from '#lib/domain/result.ts';

export const init: ServerInit = async () => {
	await startApp();
};

export const handle: Handle = async ({ event, resolve }) => {
	const app = await startApp();
	const { container } = app;
	const isHttps = event.url.protocol === 'https:';
	event.locals.app = container;
	event.locals.requestId = crypto.randomUUID();
	event.locals.facilitator = null;
	event.locals.guest = null;
	const reason = refusalOf(event.request, event.url.origin, app.settings.bodyLimitBytes);
	if (reason) return secureHeaders(refusal(refuse(reason)), isHttps);
	await identify(event, container, isHttps);
	return secureHeaders(await resolve(event), isHttps);
};

type HandledEvent = Parameters<Handle>[0]['event'];
type App = Awaited<ReturnType<typeof startApp>>['container'];

async function identify(event: HandledEvent, app: App, isHttps: boolean): Promise<void> {
	const sessionId = readSession(event.cookies);
	if (sessionId !== null) {
		const session = await app.sessions.validate(sessionId);
		event.locals.facilitator = session?.facilitator ?? null;
		if (!session) clearSession(event.cookies);
		else if (session.extended) writeSession(event.cookies, session, isHttps);
	}
	const code = (event.params as Record<string, string | undefined>)['code']?.toUpperCase();
	const token = code === undefined ? null : readGuest(event.cookies, code);
	if (code !== undefined && token !== null) event.locals.guest = await findGuest(app, token, code);
}

/** Faults are logged under the id the page shows; what went wrong inside is nobody else's business. */
export const handleError: HandleServerError = ({ error, event, kind }) => {
	const { requestId, app } = event.locals;
	if (kind === 'app' || kind === 'framework') return { message: error.message, id: requestId };
	const route = event.route.id;
	app?.log.error('request failed', { requestId, method: event.request.method, route, error });
	return { message: 'Something broke on our side.', id: requestId };
};

// The audit log in words.
import type { RequestHandler } from './$types';
import { refusal, reply } from '#lib/server/http.ts';
import { viewAudit } from '#lib/server/usecases/console/audit.ts';
import { enter } from '#lib/server/web/room-request.ts';

export const GET: RequestHandler = async (event) => {
	const room = await enter(event, 'facilitator');
	return room.ok ? reply(await viewAudit(event.locals.app, room.value)) : refusal(room);
};

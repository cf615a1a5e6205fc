// Tells everybody something nobody asked: a new version of the requirement.
import type { RequestHandler } from './$types';
import { announcementSchema } from '#lib/contract/console.ts';
import { parseBody, refusal, reply } from '#lib/server/http.ts';
import { announce } from '#lib/server/usecases/clarifications/answer.ts';
import { enter } from '#lib/server/web/room-request.ts';

export const POST: RequestHandler = async (event) => {
	const room = await enter(event, 'facilitator');
	if (!room.ok) return refusal(room);
	const input = await parseBody(event.request, announcementSchema);
	if (!input.ok) return refusal(input);
	return reply(await announce(event.locals.app, room.value, input.value));
};

// The frame of a room for whoever asks; its set-up while it is in the lobby.
import type { RequestHandler } from './$types';
import { setupSchema } from '#lib/contract/console.ts';
import { parseBody, refusal, reply } from '#lib/server/http.ts';
import { changeSetup } from '#lib/server/usecases/competition/setup.ts';
import { loadFrame } from '#lib/server/usecases/frame.ts';
import { enter } from '#lib/server/web/room-request.ts';

export const GET: RequestHandler = async (event) => {
	const room = await enter(event);
	return room.ok ? Response.json(await loadFrame(event.locals.app, room.value)) : refusal(room);
};

export const PATCH: RequestHandler = async (event) => {
	const room = await enter(event, 'facilitator');
	if (!room.ok) return refusal(room);
	const input = await parseBody(event.request, setupSchema);
	if (!input.ok) return refusal(input);
	return reply(await changeSetup(event.locals.app, room.value, input.value));
};

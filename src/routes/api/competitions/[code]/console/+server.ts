// What the console shows.
import type { RequestHandler } from './$types';
import { refusal, reply } from '#lib/server/http.ts';
import { viewConsole } from '#lib/server/usecases/console/view.ts';
import { enter } from '#lib/server/web/room-request.ts';

export const GET: RequestHandler = async (event) => {
	const room = await enter(event, 'facilitator');
	return room.ok ? reply(await viewConsole(event.locals.app, room.value)) : refusal(room);
};

import type { RequestHandler } from './$types';
import { reply } from '#lib/server/http.ts';
import { viewBuilds } from '#lib/server/usecases/builds/view.ts';
import { enter } from '#lib/server/web/room-request.ts';

export const GET: RequestHandler = async (event) => {
	const room = await enter(event);
	return reply(room.ok ? await viewBuilds(event.locals.app, room.value) : room);
};

import type { RequestHandler } from './$types';
import { reply } from '#lib/server/http.ts';
import { viewBuild } from '#lib/server/usecases/builds/view.ts';
import { enter } from '#lib/server/web/room-request.ts';

export const GET: RequestHandler = async (event) => {
	const room = await enter(event);
	return reply(room.ok ? await viewBuild(event.locals.app, room.value, event.params.buildId) : room);
};

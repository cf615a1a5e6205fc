import type { RequestHandler } from './$types';
import { reply } from '#lib/server/http.ts';
import { cancelBuild } from '#lib/server/usecases/builds/manage.ts';
import { enter } from '#lib/server/web/room-request.ts';

export const POST: RequestHandler = async (event) => {
	const room = await enter(event, 'facilitator');
	return reply(room.ok ? await cancelBuild(event.locals.app, room.value, event.params.buildId) : room);
};

import type { RequestHandler } from './$types';
import { reply } from '#lib/server/http.ts';
import { viewFile } from '#lib/server/usecases/builds/file.ts';
import { enter } from '#lib/server/web/room-request.ts';

export const GET: RequestHandler = async (event) => {
	const room = await enter(event);
	return reply(room.ok ? await viewFile(event.locals.app, room.value, event.params) : room);
};

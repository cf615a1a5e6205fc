// The live stream of a room (server-sent events), filtered for whoever listens.
import type { RequestHandler } from './$types';
import { refusal } from '#lib/server/http.ts';
import { resumePoint } from '#lib/server/events/stream.ts';
import { listen } from '#lib/server/usecases/live/listen.ts';
import { enter } from '#lib/server/web/room-request.ts';

export const GET: RequestHandler = async (event) => {
	const room = await enter(event);
	return room.ok ? listen(event.locals.app, room.value, resumePoint(event.request)) : refusal(room);
};

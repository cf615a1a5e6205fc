import type { RequestHandler } from './$types';
import { refusal, reply } from '#lib/server/http.ts';
import { viewPresenting } from '#lib/server/usecases/judging/presenting.ts';
import { enter } from '#lib/server/web/room-request.ts';

export const GET: RequestHandler = async (event) => {
	const room = await enter(event);
	return room.ok ? reply(await viewPresenting(event.locals.app, room.value)) : refusal(room);
};

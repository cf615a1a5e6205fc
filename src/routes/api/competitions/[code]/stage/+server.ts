// What the stage shows besides the frame.
import type { RequestHandler } from './$types';
import { refusal, reply } from '#lib/server/http.ts';
import { viewStage } from '#lib/server/usecases/stage/view.ts';
import { enter } from '#lib/server/web/room-request.ts';

export const GET: RequestHandler = async (event) => {
	const room = await enter(event, 'stage');
	return room.ok ? reply(await viewStage(event.locals.app, room.value)) : refusal(room);
};

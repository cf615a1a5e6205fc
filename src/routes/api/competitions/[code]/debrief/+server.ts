import type { RequestHandler } from './$types';
import { refusal, reply } from '#lib/server/http.ts';
import { viewDebrief } from '#lib/server/usecases/judging/debrief.ts';
import { enter } from '#lib/server/web/room-request.ts';

export const GET: RequestHandler = async (event) => {
	const room = await enter(event);
	return room.ok ? reply(await viewDebrief(event.locals.app, room.value)) : refusal(room);
};

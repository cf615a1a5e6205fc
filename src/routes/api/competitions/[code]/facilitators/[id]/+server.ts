// Takes a facilitator's rights in this competition away; one always stays.
import type { RequestHandler } from './$types';
import { refusal, reply } from '#lib/server/http.ts';
import { removeCoFacilitator } from '#lib/server/usecases/competition/links.ts';
import { enter } from '#lib/server/web/room-request.ts';

export const DELETE: RequestHandler = async (event) => {
	const room = await enter(event, 'facilitator');
	if (!room.ok) return refusal(room);
	return reply(await removeCoFacilitator(event.locals.app, room.value, { facilitatorId: event.params.id }));
};

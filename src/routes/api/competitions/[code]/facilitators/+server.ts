// Gives an existing account the same rights in this competition.
import type { RequestHandler } from './$types';
import { coFacilitatorSchema } from '#lib/contract/console.ts';
import { parseBody, refusal, reply } from '#lib/server/http.ts';
import { addCoFacilitator } from '#lib/server/usecases/competition/links.ts';
import { enter } from '#lib/server/web/room-request.ts';

export const POST: RequestHandler = async (event) => {
	const room = await enter(event, 'facilitator');
	if (!room.ok) return refusal(room);
	const input = await parseBody(event.request, coFacilitatorSchema);
	if (!input.ok) return refusal(input);
	return reply(await addCoFacilitator(event.locals.app, room.value, input.value));
};

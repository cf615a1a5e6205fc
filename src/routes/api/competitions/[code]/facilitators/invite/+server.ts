// A link with which a colleague creates an account that facilitates this competition.
import type { RequestHandler } from './$types';
import { refusal } from '#lib/server/http.ts';
import { inviteCoFacilitator } from '#lib/server/usecases/competition/links.ts';
import { enter } from '#lib/server/web/room-request.ts';

export const POST: RequestHandler = async (event) => {
	const room = await enter(event, 'facilitator');
	if (!room.ok) return refusal(room);
	const invited = await inviteCoFacilitator(event.locals.app, room.value);
	if (!invited.ok) return refusal(invited);
	return Response.json({ url: new URL(`/invite/${invited.value.token}`, event.url).href });
};

// A link that opens the stage, read-only, on a device without an account.
import type { RequestHandler } from './$types';
import { refusal } from '#lib/server/http.ts';
import { createStageLink } from '#lib/server/usecases/competition/links.ts';
import { enter } from '#lib/server/web/room-request.ts';

export const POST: RequestHandler = async (event) => {
	const room = await enter(event, 'facilitator');
	if (!room.ok) return refusal(room);
	const link = await createStageLink(event.locals.app, room.value);
	if (!link.ok) return refusal(link);
	const path = `/competitions/${room.value.competition.code}/stage?key=${link.value.token}`;
	return Response.json({ url: new URL(path, event.url).href });
};

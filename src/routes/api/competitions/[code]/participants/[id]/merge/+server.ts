// Makes two participants one: somebody joined twice.
import type { RequestHandler } from './$types';
import { mergeSchema } from '#lib/contract/console.ts';
import { parseBody, refusal, reply } from '#lib/server/http.ts';
import { mergeParticipants } from '#lib/server/usecases/people/roster.ts';
import { enter } from '#lib/server/web/room-request.ts';

export const POST: RequestHandler = async (event) => {
	const room = await enter(event, 'facilitator');
	if (!room.ok) return refusal(room);
	const input = await parseBody(event.request, mergeSchema);
	if (!input.ok) return refusal(input);
	const { intoId } = input.value;
	return reply(
		await mergeParticipants(event.locals.app, room.value, { participantId: event.params.id, intoId }),
	);
};

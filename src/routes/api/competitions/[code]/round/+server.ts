// A facilitator's command on the round.
import type { RequestHandler } from './$types';
import { roundCommandSchema } from '#lib/contract/round-command.ts';
import { parseBody, refusal, reply } from '#lib/server/http.ts';
import { commandRound } from '#lib/server/usecases/round/command.ts';
import { enter } from '#lib/server/web/room-request.ts';

export const POST: RequestHandler = async (event) => {
	const room = await enter(event, 'facilitator');
	if (!room.ok) return refusal(room);
	const input = await parseBody(event.request, roundCommandSchema);
	if (!input.ok) return refusal(input);
	return reply(await commandRound(event.locals.app, room.value, input.value));
};

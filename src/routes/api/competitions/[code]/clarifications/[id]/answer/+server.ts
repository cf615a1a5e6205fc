// Answers a question: privately, or to everybody as a new version of the requirement.
import type { RequestHandler } from './$types';
import { answerSchema } from '#lib/contract/console.ts';
import { parseBody, refusal, reply } from '#lib/server/http.ts';
import { answerClarification } from '#lib/server/usecases/clarifications/answer.ts';
import { enter } from '#lib/server/web/room-request.ts';

export const POST: RequestHandler = async (event) => {
	const room = await enter(event, 'facilitator');
	if (!room.ok) return refusal(room);
	const input = await parseBody(event.request, answerSchema);
	if (!input.ok) return refusal(input);
	const answer = { ...input.value, clarificationId: event.params.id };
	return reply(await answerClarification(event.locals.app, room.value, answer));
};

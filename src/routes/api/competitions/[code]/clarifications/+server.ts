import type { RequestHandler } from './$types';
import { askSchema } from '#lib/contract/clarification.ts';
import { parseBody, refusal, reply } from '#lib/server/http.ts';
import { ask, listQuestions } from '#lib/server/usecases/asking/ask.ts';
import { at } from '#lib/server/web/identity.ts';

export const GET: RequestHandler = async (event) => reply(await listQuestions(event.locals.app, at(event)));

export const POST: RequestHandler = async (event) => {
	const body = await parseBody(event.request, askSchema);
	return body.ok ? reply(await ask(event.locals.app, { ...at(event), ...body.value })) : refusal(body);
};

import type { RequestHandler } from './$types';
import { decideSchema } from '#lib/contract/decision.ts';
import { parseBody, refusal, reply } from '#lib/server/http.ts';
import { decideAt } from '#lib/server/usecases/deciding/decide.ts';
import { at } from '#lib/server/web/identity.ts';

export const PUT: RequestHandler = async (event) => {
	const body = await parseBody(event.request, decideSchema);
	if (!body.ok) return refusal(body);
	const { choicePointId } = event.params;
	return reply(await decideAt(event.locals.app, { ...at(event), ...body.value, choicePointId }));
};

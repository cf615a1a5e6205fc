import type { RequestHandler } from './$types';
import { labelAdditionSchema } from '#lib/contract/review.ts';
import { parseBody, refusal, reply } from '#lib/server/http.ts';
import { labelOwnAddition } from '#lib/server/usecases/judging/review.ts';
import { at } from '#lib/server/web/identity.ts';

export const PUT: RequestHandler = async (event) => {
	const body = await parseBody(event.request, labelAdditionSchema);
	if (!body.ok) return refusal(body);
	const { additionId } = event.params;
	return reply(await labelOwnAddition(event.locals.app, { ...at(event), ...body.value, additionId }));
};

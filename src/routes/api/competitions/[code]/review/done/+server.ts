import type { RequestHandler } from './$types';
import { doneSchema } from '#lib/contract/decision.ts';
import { parseBody, refusal, reply } from '#lib/server/http.ts';
import { finishReview } from '#lib/server/usecases/judging/review.ts';
import { at } from '#lib/server/web/identity.ts';

export const POST: RequestHandler = async (event) => {
	const body = await parseBody(event.request, doneSchema);
	return body.ok
		? reply(await finishReview(event.locals.app, { ...at(event), ...body.value }))
		: refusal(body);
};

import type { RequestHandler } from './$types';
import { judgePredictionSchema } from '#lib/contract/review.ts';
import { parseBody, refusal, reply } from '#lib/server/http.ts';
import { judgeOwnPrediction } from '#lib/server/usecases/judging/review.ts';
import { at } from '#lib/server/web/identity.ts';

export const PUT: RequestHandler = async (event) => {
	const body = await parseBody(event.request, judgePredictionSchema);
	if (!body.ok) return refusal(body);
	const { predictionId } = event.params;
	return reply(await judgeOwnPrediction(event.locals.app, { ...at(event), ...body.value, predictionId }));
};

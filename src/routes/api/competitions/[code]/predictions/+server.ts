import type { RequestHandler } from './$types';
import { predictSchema } from '#lib/contract/prediction.ts';
import { parseBody, refusal, reply } from '#lib/server/http.ts';
import { predict, viewPredictions } from '#lib/server/usecases/predicting/predict.ts';
import { at } from '#lib/server/web/identity.ts';

export const GET: RequestHandler = async (event) => reply(await viewPredictions(event.locals.app, at(event)));

export const PUT: RequestHandler = async (event) => {
	const body = await parseBody(event.request, predictSchema);
	return body.ok ? reply(await predict(event.locals.app, { ...at(event), ...body.value })) : refusal(body);
};

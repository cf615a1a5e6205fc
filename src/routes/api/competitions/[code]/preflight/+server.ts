import type { RequestHandler } from './$types';
import { preflightSchema } from '#lib/contract/joining.ts';
import { parseBody, refusal, reply } from '#lib/server/http.ts';
import { reportPreflight } from '#lib/server/usecases/joining/report-preflight.ts';
import { at } from '#lib/server/web/identity.ts';

export const POST: RequestHandler = async (event) => {
	const body = await parseBody(event.request, preflightSchema);
	return body.ok
		? reply(await reportPreflight(event.locals.app, { ...at(event), ...body.value }))
		: refusal(body);
};

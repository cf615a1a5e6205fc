import type { RequestHandler } from './$types';
import { lockSpecSchema } from '#lib/contract/spec.ts';
import { parseBody, refusal, reply } from '#lib/server/http.ts';
import { lockSpec } from '#lib/server/usecases/writing/lock-spec.ts';
import { at } from '#lib/server/web/identity.ts';

export const POST: RequestHandler = async (event) => {
	const body = await parseBody(event.request, lockSpecSchema);
	return body.ok ? reply(await lockSpec(event.locals.app, { ...at(event), ...body.value })) : refusal(body);
};

import type { RequestHandler } from './$types';
import { saveSpecSchema } from '#lib/contract/spec.ts';
import { parseBody, refusal, reply } from '#lib/server/http.ts';
import { saveSpec } from '#lib/server/usecases/writing/save-spec.ts';
import { viewSpec } from '#lib/server/usecases/writing/view-spec.ts';
import { at } from '#lib/server/web/identity.ts';

export const GET: RequestHandler = async (event) => reply(await viewSpec(event.locals.app, at(event)));

export const PUT: RequestHandler = async (event) => {
	const body = await parseBody(event.request, saveSpecSchema);
	return body.ok ? reply(await saveSpec(event.locals.app, { ...at(event), ...body.value })) : refusal(body);
};

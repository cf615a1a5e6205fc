import type { RequestHandler } from './$types';
import { contestSchema } from '#lib/contract/marks.ts';
import { parseBody, refusal, reply } from '#lib/server/http.ts';
import { contestMark, viewOwnMarks } from '#lib/server/usecases/judging/own-marks.ts';
import { at } from '#lib/server/web/identity.ts';

export const GET: RequestHandler = async (event) => reply(await viewOwnMarks(event.locals.app, at(event)));

export const PUT: RequestHandler = async (event) => {
	const body = await parseBody(event.request, contestSchema);
	return body.ok
		? reply(await contestMark(event.locals.app, { ...at(event), ...body.value }))
		: refusal(body);
};

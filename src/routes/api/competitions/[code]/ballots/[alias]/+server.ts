import type { RequestHandler } from './$types';
import { voteSchema } from '#lib/contract/ballot.ts';
import { parseBody, refusal, reply } from '#lib/server/http.ts';
import { vote } from '#lib/server/usecases/judging/voting.ts';
import { at } from '#lib/server/web/identity.ts';

export const PUT: RequestHandler = async (event) => {
	const body = await parseBody(event.request, voteSchema);
	if (!body.ok) return refusal(body);
	return reply(await vote(event.locals.app, { ...at(event), alias: event.params.alias, vote: body.value }));
};

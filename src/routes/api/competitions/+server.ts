// The facilitator's competitions: list and create.
import type { RequestHandler } from './$types';
import { createCompetitionSchema } from '#lib/contract/competition.ts';
import { parseBody, refusal, reply } from '#lib/server/http.ts';
import { createCompetition } from '#lib/server/usecases/competition/create.ts';
import { listCompetitions } from '#lib/server/usecases/competition/list.ts';

export const GET: RequestHandler = async ({ locals }) =>
	reply(await listCompetitions(locals.app, { facilitatorId: locals.facilitator?.id ?? null }));

export const POST: RequestHandler = async ({ request, locals }) => {
	const input = await parseBody(request, createCompetitionSchema);
	if (!input.ok) return refusal(input);
	return reply(await createCompetition(locals.app, { ...input.value, facilitator: locals.facilitator }));
};

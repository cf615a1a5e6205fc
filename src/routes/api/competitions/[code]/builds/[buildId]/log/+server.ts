import { z } from 'zod';
import type { RequestHandler } from './$types';
import { parseInput, refusal, reply } from '#lib/server/http.ts';
import { viewLog } from '#lib/server/usecases/builds/log.ts';
import { enter } from '#lib/server/web/room-request.ts';

const query = z.object({
	after: z.coerce
		.number()
		.int()
		.min(0)
		.max(2 ** 31 - 1)
		.default(0),
});

export const GET: RequestHandler = async (event) => {
	const input = parseInput({ after: event.url.searchParams.get('after') ?? undefined }, query);
	if (!input.ok) return refusal(input);
	const room = await enter(event);
	if (!room.ok) return reply(room);
	const { buildId } = event.params;
	return reply(await viewLog(event.locals.app, room.value, { buildId, ...input.value }));
};

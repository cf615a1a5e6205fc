// The address people share: leads everybody to their own surface.
import { redirect } from '@sveltejs/kit';
import type { RequestHandler } from './$types';
import { enterRoom, normaliseCode } from '#lib/server/usecases/room.ts';
import { at } from '#lib/server/web/identity.ts';

export const GET: RequestHandler = async (event) => {
	const code = normaliseCode(event.params.code);
	const entered = await enterRoom(event.locals.app, at(event));
	if (!entered.ok) redirect(303, `/join/${encodeURIComponent(code)}`);
	const { viewer, round } = entered.value;
	redirect(
		303,
		`/competitions/${code}/${viewer.role === 'facilitator' ? 'console' : viewer.role === 'stage' ? 'stage' : round.phase}`,
	);
};

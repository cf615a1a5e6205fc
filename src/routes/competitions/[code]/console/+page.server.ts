// What the console shows.
import { error } from '@sveltejs/kit';
import type { PageServerLoad } from './$types';
import { sentenceOf, statusOf } from '#lib/contract/refusals.ts';
import { viewConsole } from '#lib/server/usecases/console/view.ts';
import { enter } from '#lib/server/web/room-request.ts';

export const load: PageServerLoad = async (event) => {
	event.depends('room:console');
	const room = await enter(event, 'facilitator');
	const view = room.ok ? await viewConsole(event.locals.app, room.value) : room;
	if (!view.ok) error(statusOf(view.reason), sentenceOf(view.reason));
	return { view: view.value };
};

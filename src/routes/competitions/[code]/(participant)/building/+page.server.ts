import { error } from '@sveltejs/kit';
import type { PageServerLoad } from './$types';
import { sentenceOf, statusOf } from '#lib/contract/refusals.ts';
import { viewBuilds } from '#lib/server/usecases/builds/view.ts';
import { enter } from '#lib/server/web/room-request.ts';

export const load: PageServerLoad = async (event) => {
	event.depends('room:builds');
	const room = await enter(event, 'participant');
	const view = room.ok ? await viewBuilds(event.locals.app, room.value) : room;
	if (!view.ok) error(statusOf(view.reason), sentenceOf(view.reason));
	return { view: view.value };
};

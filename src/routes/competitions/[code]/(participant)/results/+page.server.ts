import { error } from '@sveltejs/kit';
import type { PageServerLoad } from './$types';
import { sentenceOf, statusOf } from '#lib/contract/refusals.ts';
import { viewResults } from '#lib/server/usecases/judging/results.ts';
import { enter } from '#lib/server/web/room-request.ts';

export const load: PageServerLoad = async (event) => {
	event.depends('room:results');
	const room = await enter(event, 'participant');
	const results = room.ok ? await viewResults(event.locals.app, room.value) : room;
	if (!results.ok) error(statusOf(results.reason), sentenceOf(results.reason));
	return { results: results.value };
};

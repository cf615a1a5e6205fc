import { error } from '@sveltejs/kit';
import type { PageServerLoad } from './$types';
import { markdownTree } from '#lib/components/ui/markdown.ts';
import { sentenceOf, statusOf } from '#lib/contract/refusals.ts';
import { viewPresenting } from '#lib/server/usecases/judging/presenting.ts';
import { enter } from '#lib/server/web/room-request.ts';

export const load: PageServerLoad = async (event) => {
	event.depends('room:presenting');
	const room = await enter(event, 'participant');
	const view = room.ok ? await viewPresenting(event.locals.app, room.value) : room;
	if (!view.ok) error(statusOf(view.reason), sentenceOf(view.reason));
	const { position, of, current } = view.value;
	return { position, of, current, page: markdownTree(current?.spec ?? '', { topHeading: 3 }) };
};

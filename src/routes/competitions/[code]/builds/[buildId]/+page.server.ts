import { error, redirect } from '@sveltejs/kit';
import type { PageServerLoad } from './$types';
import { sentenceOf, statusOf } from '#lib/contract/refusals.ts';
import { viewBuild } from '#lib/server/usecases/builds/view.ts';
import { enter } from '#lib/server/web/room-request.ts';

export const load: PageServerLoad = async (event) => {
	event.depends('room:builds');
	const room = await enter(event);
	if (!room.ok && room.reason === 'not-in-competition') redirect(303, `/join/${event.params.code}`);
	const view = room.ok ? await viewBuild(event.locals.app, room.value, event.params.buildId) : room;
	if (!view.ok || !room.ok)
		error(
			statusOf(view.ok ? 'no-such-thing' : view.reason),
			sentenceOf(view.ok ? 'no-such-thing' : view.reason),
		);
	const { code, team, title } = room.value.competition;
	return {
		code,
		view: view.value,
		facilitator: room.value.viewer.role === 'facilitator',
		crumbs: [team, title, `Build ${view.value.build.alias}`].filter(Boolean),
	};
};

// The audit log.
import { error } from '@sveltejs/kit';
import type { PageServerLoad } from './$types';
import { sentenceOf, statusOf } from '#lib/contract/refusals.ts';
import { viewAudit } from '#lib/server/usecases/console/audit.ts';
import { enter } from '#lib/server/web/room-request.ts';

export const load: PageServerLoad = async (event) => {
	event.depends('room:console');
	const room = await enter(event, 'facilitator');
	const entries = room.ok ? await viewAudit(event.locals.app, room.value) : room;
	if (!entries.ok) error(statusOf(entries.reason), sentenceOf(entries.reason));
	return { entries: entries.value };
};

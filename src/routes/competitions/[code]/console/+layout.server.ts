// The facilitator's frame of a competition.
import { error, redirect } from '@sveltejs/kit';
import type { LayoutServerLoad } from './$types';
import { sentenceOf, statusOf } from '#lib/contract/refusals.ts';
import { loadFrame } from '#lib/server/usecases/frame.ts';
import { requireFacilitator } from '#lib/server/web/account-request.ts';
import { joinAddress } from '#lib/server/web/join-address.ts';
import { enter } from '#lib/server/web/room-request.ts';

export const load: LayoutServerLoad = async (event) => {
	event.depends('room:frame');
	requireFacilitator(event);
	const room = await enter(event, 'facilitator');
	if (!room.ok) error(statusOf(room.reason), sentenceOf(room.reason));
	const { code, team, title } = room.value.competition;
	if (event.params.code !== code) redirect(303, event.url.pathname.replace(event.params.code, code));
	const frame = await loadFrame(event.locals.app, room.value);
	return { frame, crumbs: [team, title].filter(Boolean), ...joinAddress(event.url, code) };
};

// The facilitator's competitions.
import { error } from '@sveltejs/kit';
import type { PageServerLoad } from './$types';
import { sentenceOf, statusOf } from '#lib/contract/refusals.ts';
import { listCompetitions } from '#lib/server/usecases/competition/list.ts';
import { requireFacilitator } from '#lib/server/web/account-request.ts';

export const load: PageServerLoad = async (event) => {
	const me = requireFacilitator(event);
	const competitions = await listCompetitions(event.locals.app, { facilitatorId: me.id });
	if (!competitions.ok) error(statusOf(competitions.reason), sentenceOf(competitions.reason));
	return { crumbs: ['Competitions'], me: { name: me.name }, competitions: competitions.value };
};

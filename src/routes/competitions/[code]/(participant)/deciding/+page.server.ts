import { error } from '@sveltejs/kit';
import type { PageServerLoad } from './$types';
import { sentenceOf, statusOf } from '#lib/contract/refusals.ts';
import { viewDecisions } from '#lib/server/usecases/deciding/view-decisions.ts';
import { at } from '#lib/server/web/identity.ts';

export const load: PageServerLoad = async (event) => {
	event.depends('room:decisions');
	const view = await viewDecisions(event.locals.app, at(event));
	if (view.ok) return { view: view.value };
	if (view.reason === 'observer-cannot-write') return { view: null };
	error(statusOf(view.reason), sentenceOf(view.reason));
};

import { error } from '@sveltejs/kit';
import type { PageServerLoad } from './$types';
import { markdownTree } from '#lib/components/ui/markdown.ts';
import { sentenceOf, statusOf } from '#lib/contract/refusals.ts';
import { viewReview } from '#lib/server/usecases/judging/review.ts';
import { viewSpec } from '#lib/server/usecases/writing/view-spec.ts';
import { at } from '#lib/server/web/identity.ts';

export const load: PageServerLoad = async (event) => {
	event.depends('room:additions');
	const { app } = event.locals;
	const [view, spec] = await Promise.all([viewReview(app, at(event)), viewSpec(app, at(event))]);
	if (view.ok)
		return { view: view.value, spec: markdownTree(spec.ok ? spec.value.text : '', { topHeading: 2 }) };
	if (view.reason === 'observer-cannot-write') return { view: null, spec: [] };
	error(statusOf(view.reason), sentenceOf(view.reason));
};

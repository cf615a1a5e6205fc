import { error } from '@sveltejs/kit';
import type { PageServerLoad } from './$types';
import { markdownTree } from '#lib/components/ui/markdown.ts';
import { sentenceOf, statusOf } from '#lib/contract/refusals.ts';
import { viewBallots } from '#lib/server/usecases/judging/voting.ts';
import { at } from '#lib/server/web/identity.ts';

export const load: PageServerLoad = async (event) => {
	event.depends('room:ballots');
	const view = await viewBallots(event.locals.app, at(event));
	if (!view.ok) error(statusOf(view.reason), sentenceOf(view.reason));
	const ballots = view.value.ballots.map(({ entry: { spec, ...entry }, ...ballot }) => ({
		...ballot,
		entry,
		page: markdownTree(spec, { topHeading: 4 }),
	}));
	return { view: { ...view.value, ballots } };
};

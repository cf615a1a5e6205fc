import type { PageServerLoad } from './$types';
import { viewBriefing } from '#lib/server/usecases/joining/view-briefing.ts';
import { markdownTree } from '#lib/components/ui/markdown.ts';
import { at } from '#lib/server/web/identity.ts';

export const load: PageServerLoad = async (event) => {
	const slides = await viewBriefing(event.locals.app, at(event));
	return { slides: slides.ok ? slides.value.map((slide) => markdownTree(slide, { topHeading: 2 })) : [] };
};

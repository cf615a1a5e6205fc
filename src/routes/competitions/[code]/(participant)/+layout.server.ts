// The frame of the room for a guest. Whoever is not one is sent to where they can become one, and a page of another
// phase leads to the present one.
import { error, redirect } from '@sveltejs/kit';
import type { LayoutServerLoad } from './$types';
import { markdownTree } from '#lib/components/ui/markdown.ts';
import { sentenceOf, statusOf } from '#lib/contract/refusals.ts';
import { PHASES, type Phase } from '#lib/domain/round/phase.ts';
import { loadFrame } from '#lib/server/usecases/frame.ts';
import { enterRoom, normaliseCode } from '#lib/server/usecases/room.ts';
import { at } from '#lib/server/web/identity.ts';

export const load: LayoutServerLoad = async (event) => {
	event.depends('room:frame', 'room:requirement');
	const code = normaliseCode(event.params.code);
	const entered = await enterRoom(event.locals.app, { ...at(event), surface: 'participant' });
	if (!entered.ok) {
		if (entered.reason === 'not-in-competition')
			redirect(303, event.locals.facilitator ? `/competitions/${code}/console` : `/join/${code}`);
		error(statusOf(entered.reason), sentenceOf(entered.reason));
	}
	const frame = await loadFrame(event.locals.app, entered.value);
	const page = event.route.id?.split('/').at(-1) as Phase;
	const isElsewhere = PHASES.includes(page) && page !== frame.phase && page !== frame.reopened?.phase;
	if (isElsewhere || event.params.code !== code) redirect(303, `/competitions/${code}/${frame.phase}`);
	return {
		frame,
		requirement: frame.requirement && {
			version: frame.requirement.version,
			nodes: markdownTree(frame.requirement.markdown, { topHeading: 3 }),
		},
		crumbs: [frame.team, frame.title].filter(Boolean),
	};
};

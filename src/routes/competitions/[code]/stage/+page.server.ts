// The projected page: opened by a facilitator, or by a stage link on a device without an account.
import { error, redirect } from '@sveltejs/kit';
import type { PageServerLoad } from './$types';
import { loadJudging } from './judging.ts';
import { markdownTree } from '#lib/components/ui/markdown.ts';
import { sentenceOf, statusOf } from '#lib/contract/refusals.ts';
import { LIMITS } from '#lib/domain/limits.ts';
import { loadFrame } from '#lib/server/usecases/frame.ts';
import { viewStage } from '#lib/server/usecases/stage/view.ts';
import { requireFacilitator } from '#lib/server/web/account-request.ts';
import { joinAddress } from '#lib/server/web/join-address.ts';
import { enter, stageCookie } from '#lib/server/web/room-request.ts';

export const load: PageServerLoad = async (event) => {
	event.depends('room:stage', 'room:frame', 'room:builds', 'room:presenting', 'room:results');
	takeKey(event);
	const room = await enter(event, 'stage');
	if (!room.ok && room.reason === 'not-signed-in') requireFacilitator(event);
	if (!room.ok) error(statusOf(room.reason), sentenceOf(room.reason));
	const { app } = event.locals;
	const [frame, view, judging] = await Promise.all([
		loadFrame(app, room.value),
		viewStage(app, room.value),
		loadJudging(app, room.value),
	]);
	if (!view.ok) error(statusOf(view.reason), sentenceOf(view.reason));
	const { briefing, ...stage } = view.value;
	return {
		bare: true,
		crumbs: [frame.title, 'Stage'],
		frame,
		stage,
		judging,
		slides: (briefing ?? []).map((slide) => markdownTree(slide, { topHeading: 2 })),
		requirement: frame.requirement && markdownTree(frame.requirement.markdown, { topHeading: 2 }),
		/** Whether this browser may also turn to the next entry; a stage link only looks. */
		canSteer: room.value.facilitator !== null,
		...joinAddress(event.url, frame.code),
	};
};

/** A link's key moves into a cookie, so that it does not stand in the address on the projector. */
function takeKey({ url, params, cookies }: Parameters<PageServerLoad>[0]): void {
	const key = url.searchParams.get('key');
	const cookie = stageCookie(params.code);
	if (key === null || cookie === null) return;
	cookies.set(cookie, key, {
		path: '/',
		httpOnly: true,
		sameSite: 'lax',
		secure: url.protocol === 'https:',
		maxAge: LIMITS.sessions.guestMs / 1000,
	});
	redirect(303, url.pathname);
}

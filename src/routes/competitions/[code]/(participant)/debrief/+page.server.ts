import { error } from '@sveltejs/kit';
import type { PageServerLoad } from './$types';
import { sentenceOf, statusOf } from '#lib/contract/refusals.ts';
import { viewDebrief } from '#lib/server/usecases/judging/debrief.ts';
import { viewOwnComments, viewOwnMarks } from '#lib/server/usecases/judging/own-marks.ts';
import { viewResults } from '#lib/server/usecases/judging/results.ts';
import { at } from '#lib/server/web/identity.ts';
import { enter } from '#lib/server/web/room-request.ts';

export const load: PageServerLoad = async (event) => {
	event.depends('room:results');
	const { app } = event.locals;
	const room = await enter(event, 'participant');
	if (!room.ok) error(statusOf(room.reason), sentenceOf(room.reason));
	const [debrief, results, marks, comments] = await Promise.all([
		viewDebrief(app, room.value),
		viewResults(app, room.value),
		viewOwnMarks(app, at(event)),
		viewOwnComments(app, at(event)),
	]);
	if (!debrief.ok) error(statusOf(debrief.reason), sentenceOf(debrief.reason));
	return {
		debrief: debrief.value,
		results: results.ok ? results.value : null,
		/** Null for observers, and for an entry that was not analysed. */
		marks: marks.ok ? marks.value : null,
		comments: comments.ok ? comments.value : [],
	};
};

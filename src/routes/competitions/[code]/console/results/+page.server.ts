// What the facilitator may see of the results now, the contests of the authors, and the files to take along.
import { error } from '@sveltejs/kit';
import type { PageServerLoad } from './$types';
import { sentenceOf, statusOf } from '#lib/contract/refusals.ts';
import { viewDebrief } from '#lib/server/usecases/judging/debrief.ts';
import { viewContests } from '#lib/server/usecases/judging/own-marks.ts';
import { viewResults } from '#lib/server/usecases/judging/results.ts';
import { enter } from '#lib/server/web/room-request.ts';

export const load: PageServerLoad = async (event) => {
	event.depends('room:results', 'room:frame');
	const room = await enter(event, 'facilitator');
	if (!room.ok) error(statusOf(room.reason), sentenceOf(room.reason));
	const { app } = event.locals;
	const [results, debrief, contests] = await Promise.all([
		viewResults(app, room.value),
		viewDebrief(app, room.value),
		viewContests(app, room.value),
	]);
	return {
		results: results.ok ? results.value : null,
		debrief: debrief.ok ? debrief.value : null,
		contests: contests.ok ? contests.value : [],
	};
};

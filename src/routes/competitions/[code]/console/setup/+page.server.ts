// The set-up: to change in the lobby, to read afterwards.
import { error, fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { setupSchema } from '#lib/contract/console.ts';
import { sentenceOf, statusOf } from '#lib/contract/refusals.ts';
import { readSetupForm, setupProblems } from '#lib/components/competition/setup-form.ts';
import { parseInput } from '#lib/server/http.ts';
import { setupChoices } from '#lib/server/usecases/competition/choices.ts';
import { changeSetup } from '#lib/server/usecases/competition/setup.ts';
import { enter } from '#lib/server/web/room-request.ts';

export const load: PageServerLoad = async (event) => {
	const room = await enter(event, 'facilitator');
	if (!room.ok) error(statusOf(room.reason), sentenceOf(room.reason));
	const { title, team, challengeSlug: challenge, agent, settings } = room.value.competition;
	return { ...setupChoices(event.locals.app), values: { title, team, challenge, agent, settings } };
};

export const actions: Actions = {
	default: async (event) => {
		const room = await enter(event, 'facilitator');
		if (!room.ok) return fail(statusOf(room.reason), { message: sentenceOf(room.reason), problems: {} });
		const input = parseInput(readSetupForm(await event.request.formData()), setupSchema);
		if (!input.ok) {
			const fields = input.detail?.['fields'] as Record<string, string[]>;
			return fail(400, { message: sentenceOf('invalid-input'), problems: setupProblems(fields) });
		}
		const changed = await changeSetup(event.locals.app, room.value, input.value);
		if (!changed.ok) {
			const { reason } = changed;
			return fail(statusOf(reason), { message: sentenceOf(reason), problems: {} });
		}
		redirect(303, `/competitions/${event.params.code}/console`);
	},
};

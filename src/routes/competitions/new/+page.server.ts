// A new competition: defaults first, everything else below.
import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { createCompetitionSchema } from '#lib/contract/competition.ts';
import { sentenceOf } from '#lib/contract/refusals.ts';
import { readSetupForm, setupProblems } from '#lib/components/competition/setup-form.ts';
import { parseInput } from '#lib/server/http.ts';
import { setupChoices, suggestTitle } from '#lib/server/usecases/competition/choices.ts';
import { createCompetition } from '#lib/server/usecases/competition/create.ts';
import { listCompetitions } from '#lib/server/usecases/competition/list.ts';
import { requireFacilitator } from '#lib/server/web/account-request.ts';

export const load: PageServerLoad = async (event) => {
	const me = requireFacilitator(event);
	const { app } = event.locals;
	const choices = setupChoices(app);
	const earlier = await listCompetitions(app, { facilitatorId: me.id });
	const [latest] = earlier.ok ? earlier.value.filter((c) => !c.sample) : [];
	const count = earlier.ok ? earlier.value.filter((c) => !c.sample).length : 0;
	const first = choices.challenges[0];
	return {
		crumbs: ['Competitions', 'New'],
		...choices,
		values: first && {
			title: suggestTitle(count, app.now()),
			team: latest?.team ?? '',
			challenge: first.slug,
			agent: 'rehearsal',
			settings: first.settings,
		},
	};
};

export const actions: Actions = {
	default: async (event) => {
		const facilitator = requireFacilitator(event);
		const given = readSetupForm(await event.request.formData());
		const input = parseInput(given, createCompetitionSchema);
		if (!input.ok) {
			const fields = input.detail?.['fields'] as Record<string, string[]>;
			return fail(400, { message: sentenceOf('invalid-input'), problems: setupProblems(fields) });
		}
		const created = await createCompetition(event.locals.app, { ...input.value, facilitator });
		if (!created.ok) return fail(409, { message: sentenceOf(created.reason), problems: {} });
		redirect(303, `/competitions/${created.value.code}/console`);
	},
};

// The one-time link to the first account of this installation.
import { redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { newAccountSchema, readInvitation } from '#lib/server/auth/accounts.ts';
import { writeSession } from '#lib/server/auth/cookies.ts';
import { parseInput } from '#lib/server/http.ts';
import { acceptFacilitatorInvitation } from '#lib/server/usecases/competition/links.ts';
import { requestSample } from '#lib/server/usecases/sample/request.ts';
import { refuseForm } from '#lib/server/web/account-request.ts';

export const load: PageServerLoad = async ({ params, locals }) => {
	const invitation = await readInvitation(locals.app, params.token);
	return { crumbs: ['First account'], isValid: invitation.ok };
};

export const actions: Actions = {
	default: async ({ request, params, locals, cookies, url }) => {
		const form = await request.formData();
		const input = parseInput(Object.fromEntries(form), newAccountSchema);
		if (!input.ok) return refuseForm(input, form);
		const account = { ...input.value, token: params.token };
		const accepted = await acceptFacilitatorInvitation(locals.app, account);
		if (!accepted.ok) return refuseForm(accepted, form);
		await requestSample(locals.app);
		writeSession(cookies, accepted.value.session, url.protocol === 'https:');
		redirect(303, '/competitions');
	},
};

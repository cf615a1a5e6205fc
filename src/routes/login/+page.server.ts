// Signing in as a facilitator.
import { redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { credentialsSchema, signIn } from '#lib/server/auth/accounts.ts';
import { readSession, writeSession } from '#lib/server/auth/cookies.ts';
import { parseInput } from '#lib/server/http.ts';
import { nextPath, refuseForm } from '#lib/server/web/account-request.ts';

export const load: PageServerLoad = ({ locals, url }) => {
	if (locals.facilitator) redirect(303, nextPath(url.searchParams.get('next')));
	return { crumbs: ['Sign in'] };
};

export const actions: Actions = {
	default: async ({ request, locals, cookies, url, getClientAddress }) => {
		const form = await request.formData();
		const input = parseInput(Object.fromEntries(form), credentialsSchema);
		if (!input.ok) return refuseForm(input, form);
		const session = await signIn(locals.app, {
			...input.value,
			address: getClientAddress(),
			previousSessionId: readSession(cookies),
		});
		if (!session.ok) return refuseForm(session, form);
		writeSession(cookies, session.value, url.protocol === 'https:');
		redirect(303, nextPath(url.searchParams.get('next')));
	},
};

// A facilitator's invitation: a new account, or the place in a competition for an account that exists.
import { redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { newAccountSchema, readInvitation } from '#lib/server/auth/accounts.ts';
import { writeSession } from '#lib/server/auth/cookies.ts';
import { parseInput } from '#lib/server/http.ts';
import { refuse } from '#lib/domain/result.ts';
import { acceptFacilitatorInvitation, useRoomInvitation } from '#lib/server/usecases/competition/links.ts';
import { refuseForm, requireFacilitator } from '#lib/server/web/account-request.ts';

export const load: PageServerLoad = async ({ params, locals }) => {
	const invitation = await readInvitation(locals.app, params.token);
	return {
		crumbs: ['Invitation'],
		invitedBy: invitation.ok ? invitation.value.invitedBy : null,
		isValid: invitation.ok,
		signedInAs: locals.facilitator?.name ?? null,
	};
};

const consoleOf = (code: string | null): string =>
	code === null ? '/competitions' : `/competitions/${code}/console`;

export const actions: Actions = {
	create: async ({ request, params, locals, cookies, url }) => {
		const form = await request.formData();
		const input = parseInput(Object.fromEntries(form), newAccountSchema);
		if (!input.ok) return refuseForm(input, form);
		const account = { ...input.value, token: params.token };
		const accepted = await acceptFacilitatorInvitation(locals.app, account);
		if (!accepted.ok) return refuseForm(accepted, form);
		writeSession(cookies, accepted.value.session, url.protocol === 'https:');
		redirect(303, consoleOf(accepted.value.code));
	},
	/** Somebody who has an account takes the place in the competition with it. */
	use: async (event) => {
		const me = requireFacilitator(event);
		const code = await useRoomInvitation(event.locals.app, event.params.token, me);
		if (code === null) return refuseForm(refuse('invitation-invalid'), new FormData());
		redirect(303, consoleOf(code));
	},
};

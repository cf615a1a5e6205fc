// The facilitator's own account: password, sessions, invitations.
import { redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import {
	changePassword,
	changePasswordSchema,
	createInvitation,
	signOut,
	signOutEverywhere,
} from '#lib/server/auth/accounts.ts';
import { clearSession, readSession, writeSession } from '#lib/server/auth/cookies.ts';
import { parseInput } from '#lib/server/http.ts';
import { refuseForm, requireFacilitator } from '#lib/server/web/account-request.ts';

export const load: PageServerLoad = (event) => ({
	crumbs: ['Account'],
	me: requireFacilitator(event),
});

export const actions: Actions = {
	password: async (event) => {
		const me = requireFacilitator(event);
		const form = await event.request.formData();
		const input = parseInput(Object.fromEntries(form), changePasswordSchema);
		if (!input.ok) return refuseForm(input, form);
		const change = { ...input.value, facilitatorId: me.id, address: event.getClientAddress() };
		const session = await changePassword(event.locals.app, change);
		if (!session.ok) {
			const wrong = session.reason === 'wrong-credentials';
			const refused = refuseForm(session, form);
			if (wrong) refused.data.message = 'The present password is wrong. Nothing was changed.';
			return refused;
		}
		writeSession(event.cookies, session.value, event.url.protocol === 'https:');
		return { changed: true, invitation: null };
	},
	invite: async (event) => {
		const me = requireFacilitator(event);
		const token = await createInvitation(event.locals.app, me.id);
		return { changed: false, invitation: new URL(`/invite/${token}`, event.url).href };
	},
	signout: async ({ locals, cookies }) => {
		const id = readSession(cookies);
		if (id !== null) await signOut(locals.app, id);
		clearSession(cookies);
		redirect(303, '/');
	},
	everywhere: async (event) => {
		const me = requireFacilitator(event);
		await signOutEverywhere(event.locals.app, me.id);
		clearSession(event.cookies);
		redirect(303, '/login');
	},
};

import { fail, redirect } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { joinSchema, resumeSchema } from '#lib/contract/joining.ts';
import { sentenceOf, statusOf } from '#lib/contract/refusals.ts';
import type { Reason } from '#lib/contract/refusals.ts';
import { clearGuest, readGuest, writeGuest } from '#lib/server/auth/cookies.ts';
import { leaveGuest } from '#lib/server/auth/guests.ts';
import { parseInput } from '#lib/server/http.ts';
import { join } from '#lib/server/usecases/joining/join.ts';
import { lookUp } from '#lib/server/usecases/joining/look-up.ts';
import { resumeByCode } from '#lib/server/usecases/joining/resume.ts';
import { enterRoom, normaliseCode } from '#lib/server/usecases/room.ts';
import { at } from '#lib/server/web/identity.ts';

export const load: PageServerLoad = async (event) => {
	const { locals, params } = event;
	const code = normaliseCode(params.code);
	const doorway = await lookUp(locals.app, { code, address: event.getClientAddress() });
	const here = await enterRoom(locals.app, { ...at(event), surface: 'participant' });
	return {
		code,
		doorway: doorway.ok ? doorway.value : null,
		problem: doorway.ok ? null : sentenceOf(doorway.reason),
		/** Already in, on this device. */
		me: here.ok ? (here.value.participant?.name ?? null) : null,
		removed: !here.ok && here.reason === 'removed',
		joinKey: locals.app.random.token(),
		crumbs: doorway.ok ? [doorway.value.team, doorway.value.title].filter(Boolean) : [],
	};
};

const refused = (form: 'join' | 'resume', reason: Reason, typed: Record<string, string>) =>
	fail(statusOf(reason), { form, reason, message: sentenceOf(reason), ...typed });

export const actions: Actions = {
	join: async ({ request, params, locals, cookies, url, getClientAddress }) => {
		const form = Object.fromEntries(await request.formData()) as Record<string, string>;
		const name = String(form['name'] ?? '');
		const input = parseInput(form, joinSchema);
		if (!input.ok) {
			const fields = input.detail?.['fields'] as Record<string, string[]> | undefined;
			const message = fields?.['name']?.[0] ?? sentenceOf('invalid-input');
			return fail(400, { form: 'join', reason: 'invalid-input', message, name });
		}
		const code = normaliseCode(params.code);
		const joined = await join(locals.app, { ...input.value, code, address: getClientAddress() });
		if (!joined.ok) return refused('join', joined.reason, { name });
		writeGuest(cookies, code, joined.value.resume, url.protocol === 'https:');
		return { joined: joined.value.joined };
	},
	resume: async ({ request, params, locals, cookies, url, getClientAddress }) => {
		const input = parseInput(Object.fromEntries(await request.formData()), resumeSchema);
		if (!input.ok) return refused('resume', 'wrong-recovery-code', {});
		const code = normaliseCode(params.code);
		const resumed = await resumeByCode(locals.app, { ...input.value, code, address: getClientAddress() });
		if (!resumed.ok) return refused('resume', resumed.reason, { recoveryCode: input.value.recoveryCode });
		writeGuest(cookies, code, resumed.value.resume, url.protocol === 'https:');
		redirect(303, `/competitions/${code}`);
	},
	leave: async ({ params, locals, cookies }) => {
		const code = normaliseCode(params.code);
		const token = readGuest(cookies, code);
		if (token !== null) await leaveGuest(locals.app, token);
		clearGuest(cookies, code);
		redirect(303, `/join/${code}?left`);
	},
};

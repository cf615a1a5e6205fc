// What the account pages share: who must be signed in, where a sign-in leads, how a refusal comes back into a form.
import { fail, redirect, type RequestEvent } from '@sveltejs/kit';
import { sentenceOf, statusOf, type Reason } from '../../contract/refusals.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { Refused } from '../../domain/result.ts';

/** The signed-in facilitator; everybody else is sent to sign in and comes back afterwards. */
export function requireFacilitator({ locals, url }: Pick<RequestEvent, 'locals' | 'url'>) {
	if (locals.facilitator) return locals.facilitator;
	redirect(303, `/login?next=${encodeURIComponent(url.pathname + url.search)}`);
}

/** Only paths of this site: anything else leads to the list. */
export function nextPath(given: string | null): string {
	return given !== null && /^\/(?![/\\])/.test(given) ? given : '/competitions';
}

const { displayName, password } = LIMITS.people;
/** One sentence per field, instead of a schema's own words. */
const FIELDS: Record<string, string> = {
	email: 'Write a whole e-mail address, like ann@example.org.',
	name: `Write the name people here know you by, at most ${displayName.max} characters.`,
	password: `Choose at least ${password.min} characters; several words are fine.`,
	newPassword: `Choose at least ${password.min} characters; several words are fine.`,
	currentPassword: 'Write your present password.',
};

export interface FormRefusal {
	message: string | null;
	fields: Record<string, string>;
	values: Record<string, string>;
}

/** A refusal as the form shows it. What was typed stays, except passwords. */
export function refuseForm(refused: Refused<Reason>, form: FormData) {
	const given = refused.detail?.['fields'];
	const names = typeof given === 'object' && given !== null ? Object.keys(given) : [];
	const fields = Object.fromEntries(names.map((name) => [name, FIELDS[name] ?? 'This is not right.']));
	const values = Object.fromEntries(
		[...form].flatMap(([name, value]) =>
			typeof value === 'string' && !/password/i.test(name) ? [[name, value]] : [],
		),
	);
	const message = names.length > 0 ? null : sentence(refused);
	return fail(statusOf(refused.reason), { message, fields, values } satisfies FormRefusal);
}

function sentence({ reason, detail }: Refused<Reason>): string {
	const seconds = detail?.['retryAfterSeconds'];
	if (reason !== 'rate-limited' || typeof seconds !== 'number') return sentenceOf(reason);
	const minutes = Math.max(1, Math.ceil(seconds / 60));
	return `Too many attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
}

// Names and flags of the two cookies. `Secure` only on https: workshops run on plain http in a LAN.
import { LIMITS } from '../../domain/limits.ts';
import type { ResumeToken } from './guests.ts';
import type { OpenSession } from './sessions.ts';

/** What of Kit's cookie jar is needed here. */
export interface CookieJar {
	get(name: string): string | undefined;
	set(name: string, value: string, options: CookieOptions & { path: string }): void;
	delete(name: string, options: { path: string }): void;
}
export interface CookieOptions {
	path: string;
	httpOnly: boolean;
	sameSite: 'lax';
	secure: boolean;
	expires: Date;
}

const SESSION = 'forkpoint_session';
const codePattern = new RegExp(`^[${LIMITS.codes.alphabet}]{${LIMITS.codes.join}}$`);

/** One cookie per competition: a guest may take part in several from one browser. Null for what is no code. */
export function guestCookie(code: string): string | null {
	const normal = code.toUpperCase();
	return codePattern.test(normal) ? `forkpoint_guest_${normal}` : null;
}

export const readSession = (jar: CookieJar): string | null => jar.get(SESSION) ?? null;

export function writeSession(jar: CookieJar, session: OpenSession, isHttps: boolean): void {
	jar.set(SESSION, session.id, flags(session.expiresAt, isHttps));
}

export const clearSession = (jar: CookieJar): void => jar.delete(SESSION, { path: '/' });

export function readGuest(jar: CookieJar, code: string): string | null {
	const name = guestCookie(code);
	return name === null ? null : (jar.get(name) ?? null);
}

export function writeGuest(jar: CookieJar, code: string, resume: ResumeToken, isHttps: boolean): void {
	const name = guestCookie(code);
	if (name !== null) jar.set(name, resume.token, flags(resume.expiresAt, isHttps));
}

export function clearGuest(jar: CookieJar, code: string): void {
	const name = guestCookie(code);
	if (name !== null) jar.delete(name, { path: '/' });
}

const flags = (expires: Date, isHttps: boolean): CookieOptions => ({
	path: '/',
	httpOnly: true,
	sameSite: 'lax',
	secure: isHttps,
	expires,
});

// The theme switch without scripts: remembers the choice and goes back to where it was made.
import { redirect, type RequestHandler } from '@sveltejs/kit';
import { asTheme, THEME_COOKIE, THEME_COOKIE_SECONDS } from '#lib/client/theme.ts';

function back(referer: string | null, origin: string): string {
	if (!referer || !URL.canParse(referer)) return '/';
	const url = new URL(referer);
	return url.origin === origin ? url.pathname + url.search : '/';
}

export const POST: RequestHandler = async ({ request, cookies, url }) => {
	const theme = asTheme((await request.formData()).get('theme'));
	cookies.set(THEME_COOKIE, theme, {
		path: '/',
		maxAge: theme === 'system' ? 0 : THEME_COOKIE_SECONDS,
		sameSite: 'lax',
		httpOnly: false,
		secure: url.protocol === 'https:',
	});
	redirect(303, back(request.headers.get('referer'), url.origin));
};

// The one thing every page needs before its first paint: the remembered theme.
import type { LayoutServerLoad } from './$types';
import { asTheme, THEME_COOKIE } from '#lib/client/theme.ts';

export const load: LayoutServerLoad = ({ cookies }) => ({ theme: asTheme(cookies.get(THEME_COOKIE)) });

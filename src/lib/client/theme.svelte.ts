// The theme in force on this page, and the switch that changes and remembers it.
import { THEME_COOKIE, THEME_COOKIE_SECONDS, type Theme } from './theme.ts';

export class ThemeChoice {
	current = $state<Theme>('system');

	constructor(initial: Theme) {
		this.current = initial;
	}

	/** Browser only. */
	choose(theme: Theme): void {
		this.current = theme;
		const age = theme === 'system' ? 0 : THEME_COOKIE_SECONDS;
		document.cookie = `${THEME_COOKIE}=${theme}; Path=/; Max-Age=${age}; SameSite=Lax`;
	}
}

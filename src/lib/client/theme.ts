// The theme choice: what may be chosen, and the cookie that remembers it so that the server renders it at once.

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export const THEME_COOKIE = 'theme';
export const THEME_COOKIE_SECONDS = 365 * 24 * 60 * 60;

export function asTheme(value: unknown): Theme {
	return THEMES.find((theme) => theme === value) ?? 'system';
}

/** The value of the `color-scheme` meta element that makes the whole page, controls and scrollbars follow. */
export function colorScheme(theme: Theme): 'light dark' | 'light' | 'dark' {
	return theme === 'system' ? 'light dark' : theme;
}

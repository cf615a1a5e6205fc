// What a program said, as text that can be stored and shown: PostgreSQL takes no NUL and no lone surrogate, and control
// characters would act on a terminal. Whatever a verification carries goes through here once.

const cleanText = (text: string): string =>
	text.toWellFormed().replace(/\p{Cc}/gu, (c) => (c === '\n' || c === '\t' ? c : '\uFFFD'));

/** A copy of JSON data with every string in it cleaned, names of members too. */
export function clean<T>(value: T): T;
export function clean(value: unknown): unknown {
	if (typeof value === 'string') return cleanText(value);
	if (Array.isArray(value)) return value.map((item) => clean(item));
	if (typeof value !== 'object' || value === null) return value;
	// fromEntries defines members: `__proto__` stays data.
	return Object.fromEntries(Object.entries(value).map(([key, item]) => [cleanText(key), clean(item)]));
}

/** One line for a person, at most `max` characters. */
export const brief = (text: string, max: number): string => {
	const line = text.replaceAll(/\s+/g, ' ').trim();
	return line.length > max ? `${line.slice(0, max - 1)}…` : line;
};

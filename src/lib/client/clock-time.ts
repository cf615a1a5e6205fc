// Times of day as people in the room read them, with seconds: 10:14:32.
const format = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** `at` in epoch ms. */
export const clockTime = (at: number | null): string => (at === null ? '' : format.format(at));

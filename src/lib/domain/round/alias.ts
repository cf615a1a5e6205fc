// Blind labels of entries: one letter and two digits, drawn so that a label tells nothing about who or when.

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

const ALL: readonly string[] = [...LETTERS].flatMap((letter) =>
	Array.from({ length: 90 }, (_, index) => `${letter}${index + 10}`),
);

/** A label that is not `taken`; `seed` is any non-negative integer. Null when all 2160 are in use. */
export function drawAlias(taken: ReadonlySet<string>, seed: number): string | null {
	const free = ALL.filter((label) => !taken.has(label));
	return free[seed % free.length] ?? null;
}

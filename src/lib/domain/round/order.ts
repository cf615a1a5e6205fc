// Orders drawn from a seed: the same seed and members give the same order, whatever order they came in. Labels,
// presentation and ballots use different salts, so that one order tells nothing about another.

/** Uniform numbers in [0, 1) from a 32-bit seed: mulberry32 by Tommy Ettinger (public domain). */
export function seededRandom(seed: number): () => number {
	let a = seed >>> 0;
	return () => {
		a = (a + 0x6d2b79f5) >>> 0;
		let t = a;
		t = Math.imul(t ^ (t >>> 15), t | 1);
		t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
		return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
	};
}

/** A seed for one purpose: FNV-1a of the salt, mixed with the seed. */
export function saltedSeed(seed: number, salt: string): number {
	let h = (0x811c9dc5 ^ (seed >>> 0)) >>> 0;
	for (let i = 0; i < salt.length; i++) h = Math.imul(h ^ salt.charCodeAt(i), 0x01000193) >>> 0;
	return h;
}

/** A new array in random order (Fisher-Yates). */
export function shuffled<T>(items: readonly T[], random: () => number): T[] {
	const out = [...items];
	for (let i = out.length - 1; i > 0; i--) {
		const j = Math.floor(random() * (i + 1));
		[out[i], out[j]] = [out[j] as T, out[i] as T];
	}
	return out;
}

const drawn = (ids: readonly string[], seed: number, salt: string): string[] =>
	shuffled([...new Set(ids)].sort(), seededRandom(saltedSeed(seed, salt)));

/** A, B, ... Z, AA, AB, ... */
export function letters(index: number): string {
	const rest = Math.floor(index / 26);
	return (rest > 0 ? letters(rest - 1) : '') + String.fromCharCode(65 + (index % 26));
}

/** A blind label for every entry. */
export const blindLabels = (entryIds: readonly string[], seed: number): Map<string, string> =>
	new Map(drawn(entryIds, seed, 'label').map((id, index) => [id, letters(index)]));

/** The order in which entries are presented. */
export const presentationOrder = (entryIds: readonly string[], seed: number): string[] =>
	drawn(entryIds, seed, 'presentation');

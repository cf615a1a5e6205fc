// Seeded randomness: the same seed gives the same world, on every machine.

/** Mulberry32 (Tommy Ettinger, public domain): uniform in [0, 1). */
export function rng(seed: number): () => number {
	let a = seed >>> 0;
	return () => {
		a = (a + 0x6d2b79f5) | 0;
		let t = Math.imul(a ^ (a >>> 15), 1 | a);
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
	};
}

/** FNV-1a, 32 bit, over UTF-16 units. */
export function hash32(text: string): number {
	let h = 0x811c9dc5;
	for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
	return h >>> 0;
}

/** Ten characters that say nothing about `label`, the same for the same seed and label. */
export function opaque(seed: number, label: string): string {
	const next = rng(hash32(`${seed}/${label}`) ^ seed);
	return Array.from({ length: 10 }, () => Math.floor(next() * 36).toString(36)).join('');
}

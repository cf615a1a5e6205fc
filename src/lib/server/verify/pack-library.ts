// The challenge packs installed here, by slug.
import type { ChallengePack } from '../../domain/challenge/pack.ts';

/** A pack as loaded: its content and the SHA-256 over all its files. */
export interface InstalledPack {
	pack: ChallengePack;
	hash: string;
	/** Absolute folder of the pack. */
	dir: string;
}

export interface PackLibrary {
	list(): InstalledPack[];
	find(slug: string): InstalledPack | null;
}

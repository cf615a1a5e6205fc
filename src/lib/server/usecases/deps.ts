// What use cases need from the outside. The container provides it; tests provide a smaller one.
import type { Database } from '../db/client.ts';
import type { RoomEventLog } from '../events/log.ts';
import type { PackLibrary } from '../verify/pack-library.ts';

export interface Deps {
	db: Database;
	/** Epoch milliseconds. */
	now(): number;
	/** A fresh unguessable id. */
	newId(): string;
	/** A fresh seed, 32-bit unsigned. */
	newSeed(): number;
	events: RoomEventLog;
	packs: PackLibrary;
}

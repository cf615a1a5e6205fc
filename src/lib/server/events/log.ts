// The port through which use cases speak to the room. The stored event and the state it describes commit together.
import type { EphemeralEvent, RoomEvent, SequencedEvent } from '../../contract/events.ts';
import type { Transaction } from '../db/client.ts';

export interface RoomEventLog {
	/** Appends in the caller's transaction; listeners hear it after the commit. */
	append(tx: Transaction, competitionId: string, events: readonly RoomEvent[]): Promise<void>;
	/** Stored events after `seq`, in order. */
	since(competitionId: string, seq: number): Promise<SequencedEvent[]>;
	/** Tells whoever listens now; nothing is stored. */
	say(competitionId: string, event: EphemeralEvent): void;
}

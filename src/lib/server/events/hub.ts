// Hands a room's events to the streams of this process. Reads them once per change, however many listen.
import type { EphemeralEvent, SequencedEvent } from '../../contract/events.ts';

export interface Subscriber {
	/** Stored events, in order, each object shared by all subscribers. May repeat what a tail already gave. */
	onEvent(event: SequencedEvent): void;
	onNow(event: EphemeralEvent): void;
	/** The hub closes: end the stream. */
	onClose(): void;
}
export interface Hub {
	/** Resolves once every event committed from then on will be delivered. */
	subscribe(competitionId: string, subscriber: Subscriber): Promise<void>;
	unsubscribe(competitionId: string, subscriber: Subscriber): void;
	/** Something was committed: read and deliver what is new. */
	changed(competitionId: string): void;
	deliverNow(competitionId: string, event: EphemeralEvent): void;
	/** Notifications may have been missed: look at every room. */
	resync(): void;
	subscribers(): number;
	close(): void;
}
export interface HubSource {
	lastSeq(competitionId: string): Promise<number>;
	since(competitionId: string, seq: number): Promise<SequencedEvent[]>;
	onError(error: unknown, competitionId: string): void;
}

interface Room {
	subscribers: Set<Subscriber>;
	/** Last event delivered; set before anybody is told they are subscribed. */
	seq: number;
	ready: Promise<void>;
	reading: boolean;
	again: boolean;
}

export function createHub(source: HubSource): Hub {
	const rooms = new Map<string, Room>();

	function open(competitionId: string): Room {
		const room: Room = {
			subscribers: new Set(),
			seq: 0,
			ready: Promise.resolve(),
			reading: true,
			again: false,
		};
		room.ready = source.lastSeq(competitionId).then(
			(seq) => {
				room.seq = seq;
				room.reading = false;
				if (room.again) void read(competitionId, room);
			},
			(error: unknown) => {
				rooms.delete(competitionId);
				throw error;
			},
		);
		rooms.set(competitionId, room);
		return room;
	}

	async function read(competitionId: string, room: Room): Promise<void> {
		room.reading = true;
		try {
			do {
				room.again = false;
				for (const event of await source.since(competitionId, room.seq)) {
					room.seq = event.seq;
					for (const subscriber of room.subscribers) subscriber.onEvent(event);
				}
			} while (room.again);
		} catch (error) {
			// Streams that may have missed something end; their browsers come back with their last event id.
			source.onError(error, competitionId);
			for (const subscriber of [...room.subscribers]) subscriber.onClose();
			rooms.delete(competitionId);
		} finally {
			room.reading = false;
		}
	}

	function changed(competitionId: string): void {
		const room = rooms.get(competitionId);
		if (!room) return;
		room.again = true;
		if (!room.reading) void read(competitionId, room);
	}

	return {
		async subscribe(competitionId, subscriber) {
			const room = rooms.get(competitionId) ?? open(competitionId);
			room.subscribers.add(subscriber);
			await room.ready;
		},
		unsubscribe(competitionId, subscriber) {
			const room = rooms.get(competitionId);
			if (room?.subscribers.delete(subscriber) && room.subscribers.size === 0) rooms.delete(competitionId);
		},
		changed,
		deliverNow(competitionId, event) {
			for (const subscriber of rooms.get(competitionId)?.subscribers ?? []) subscriber.onNow(event);
		},
		resync() {
			for (const competitionId of rooms.keys()) changed(competitionId);
		},
		subscribers: () => [...rooms.values()].reduce((sum, room) => sum + room.subscribers.size, 0),
		close() {
			for (const room of rooms.values()) for (const subscriber of [...room.subscribers]) subscriber.onClose();
			rooms.clear();
		},
	};
}

// The live side of a process put together: stored events, moment-to-moment news, the listener and the streams.
import { z } from 'zod';
import { ephemeralEventSchema } from '../../contract/events.ts';
import {
	ROOM_CHANNEL,
	NOW_CHANNEL,
	appendRoomEvents,
	lastSeq,
	listRoomEvents,
	notifyNow,
	touchParticipants,
} from '../db/room-event-repository.ts';
import type { Database } from '../db/client.ts';
import type { Log } from '../log.ts';
import { createEphemeral } from './ephemeral.ts';
import { createHub } from './hub.ts';
import { startListener } from './listener.ts';
import type { RoomEventLog } from './log.ts';
import { createPresence, type Presence } from './presence.ts';
import { openStream, type StreamOptions } from './stream.ts';

export interface Live {
	events: RoomEventLog;
	presence: Presence;
	/** A response that streams a room to one viewer. */
	stream(options: StreamOptions): Response;
	/** Open streams of this process. */
	streams(): number;
	isListening(): boolean;
	/** Ends every stream; browsers reconnect elsewhere or later. */
	close(): Promise<void>;
}
export interface LiveDeps {
	db: Database;
	/** Epoch milliseconds. */
	now(): number;
	log: Log;
}

const envelope = z.object({ c: z.string(), e: ephemeralEventSchema });

export async function createLive({ db, now, log }: LiveDeps): Promise<Live> {
	const since = (competitionId: string, seq: number) => listRoomEvents(db.prisma, competitionId, seq);
	const hub = createHub({
		lastSeq: (competitionId) => lastSeq(db.prisma, competitionId),
		since,
		onError: (error, competitionId) => log.error('room could not be read', { error, competitionId }),
	});
	const ephemeral = createEphemeral(
		(c, e) => notifyNow(db, JSON.stringify({ c, e })),
		(error) => log.warn('news of the moment lost', { error }),
	);
	const presence = createPresence({
		say: ephemeral.say,
		touch: (ids) => touchParticipants(db, ids, new Date(now())),
		onError: (error) => log.warn('presence not stored', { error }),
	});
	const listener = await startListener({
		url: db.url,
		channels: [ROOM_CHANNEL, NOW_CHANNEL],
		onNotification(channel, payload) {
			if (channel === ROOM_CHANNEL) return hub.changed(payload);
			const { c, e } = envelope.parse(JSON.parse(payload));
			hub.deliverNow(c, e);
		},
		onReconnect: hub.resync,
		log,
	});
	return {
		events: {
			append: (tx, competitionId, events) => appendRoomEvents(tx, competitionId, new Date(now()), events),
			since,
			say: ephemeral.say,
		},
		presence,
		stream: (options) =>
			openStream({ hub, since, now, onError: (error) => log.error('stream failed', { error }) }, options),
		streams: hub.subscribers,
		isListening: listener.isConnected,
		async close() {
			presence.close();
			hub.close();
			await ephemeral.close();
			await listener.close();
		},
	};
}

// Who is connected to this process. A reload is not an absence: leaving is told only when nobody came back.
import type { EphemeralEvent } from '../../contract/events.ts';
import { LIMITS } from '../../domain/limits.ts';

export interface PresenceDeps {
	say(competitionId: string, event: EphemeralEvent): void;
	/** Stores that these participants were here just now. */
	touch(participantIds: string[]): Promise<void>;
	onError(error: unknown): void;
}
export interface Presence {
	/** A stream of this participant opened; call the returned function once when it ends. */
	arrive(competitionId: string, participantId: string): () => void;
	/** Streams of this participant on this process, including one that just broke and may come back. */
	isHere(participantId: string): boolean;
	close(): void;
}

const LEAVE_AFTER_MS = 3_000;

export function createPresence(deps: PresenceDeps): Presence {
	const streams = new Map<string, number>();
	const leaving = new Map<string, NodeJS.Timeout>();
	const beat = setInterval(() => touch([...streams.keys()]), LIMITS.live.heartbeatMs).unref();

	function touch(ids: string[]): void {
		if (ids.length > 0) deps.touch(ids).catch(deps.onError);
	}
	function tell(competitionId: string, participantId: string, connected: boolean): void {
		deps.say(competitionId, { type: 'progress', rows: [{ participantId, connected }] });
	}
	function leave(competitionId: string, participantId: string): void {
		leaving.delete(participantId);
		streams.delete(participantId);
		tell(competitionId, participantId, false);
	}
	return {
		arrive(competitionId, participantId) {
			clearTimeout(leaving.get(participantId));
			leaving.delete(participantId);
			const before = streams.get(participantId);
			streams.set(participantId, (before ?? 0) + 1);
			if (before === undefined) {
				tell(competitionId, participantId, true);
				touch([participantId]);
			}
			return () => {
				const left = (streams.get(participantId) ?? 1) - 1;
				streams.set(participantId, left);
				if (left === 0)
					leaving.set(
						participantId,
						setTimeout(() => leave(competitionId, participantId), LEAVE_AFTER_MS).unref(),
					);
			};
		},
		isHere: (participantId) => streams.has(participantId),
		close() {
			clearInterval(beat);
			for (const timer of leaving.values()) clearTimeout(timer);
		},
	};
}

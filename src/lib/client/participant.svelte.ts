// What the participant's layout gives its pages: the live room, and a way to be asked before the page is left.
import { getContext, onDestroy, setContext } from 'svelte';
import type { RoomFrame } from '../contract/competition.ts';
import { RoomState } from './room-state.svelte.ts';

const KEY = Symbol('participant');
/** A page that cannot save in this time is left all the same: its text is kept on the device. */
const LEAVE_MS = 2_500;

export class ParticipantSession {
	readonly room: RoomState;
	#savers = new Set<() => Promise<unknown>>();

	constructor(frame: RoomFrame) {
		this.room = new RoomState(frame);
	}

	/** `save` runs before the round moves the page on. Call while a page component is set up. */
	beforeLeaving(save: () => Promise<unknown>): void {
		this.#savers.add(save);
		onDestroy(() => this.#savers.delete(save));
	}

	async saveAll(): Promise<void> {
		const saved = Promise.allSettled([...this.#savers].map((save) => save()));
		await Promise.race([saved, new Promise((resolve) => setTimeout(resolve, LEAVE_MS))]);
	}
}

/** Layout only. */
export function provideParticipant(frame: RoomFrame): ParticipantSession {
	return setContext(KEY, new ParticipantSession(frame));
}

export const useParticipant = (): ParticipantSession => getContext(KEY);

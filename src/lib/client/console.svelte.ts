// What the console's layout gives its pages: the live room, what participants' browsers say in passing, and commands.
import { getContext, setContext } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import { invalidate } from '$app/navigation';
import type { RoomFrame } from '../contract/competition.ts';
import type { ConsoleRow, ConsoleView } from '../contract/console.ts';
import type { EphemeralEvent } from '../contract/events.ts';
import type { RoundCommandInput } from '../contract/round-command.ts';
import { call, type Answer } from './api.ts';
import { RoomState, sectionKey } from './room-state.svelte.ts';

type Said = Omit<Extract<EphemeralEvent, { type: 'progress' }>['rows'][number], 'participantId'>;
export type LiveRow = ConsoleRow & Pick<Said, 'unsaved' | 'preflight'>;

const KEY = Symbol('console');
/** Presence is known for certain only by asking again now and then. */
const REFRESH_MS = 20_000;

export class ConsoleSession {
	readonly room: RoomState;
	#said = new SvelteMap<string, Said>();

	constructor(frame: RoomFrame) {
		this.room = new RoomState(frame);
		this.room.onEphemeral((event) => {
			if (event.type !== 'progress') return;
			for (const { participantId, ...said } of event.rows)
				this.#said.set(participantId, { ...this.#said.get(participantId), ...said });
		});
	}

	/** For `onMount` of the layout. */
	connect(): () => void {
		const disconnect = this.room.connect();
		const timer = setInterval(() => {
			if (document.visibilityState === 'visible') void this.refresh();
		}, REFRESH_MS);
		return () => {
			clearInterval(timer);
			disconnect();
		};
	}

	refresh(): Promise<void> {
		return invalidate(sectionKey('console'));
	}

	/** A fresh view knows better than what was said before it, except what only browsers know. */
	settle(): void {
		for (const [id, { unsaved, preflight }] of this.#said)
			this.#said.set(id, { ...(unsaved !== undefined && { unsaved }), ...(preflight && { preflight }) });
	}

	rows(view: ConsoleView): LiveRow[] {
		return view.rows.map((row) => {
			const said = this.#said.get(row.participantId);
			const begun = row.state === 'not-started' && (said?.savedAt !== undefined || Boolean(said?.decided));
			return { ...row, ...said, ...(begun && { state: 'working' }) };
		});
	}

	isHere(facilitatorId: string): boolean | undefined {
		return this.#said.get(`facilitator:${facilitatorId}`)?.connected;
	}

	/** Undefined when accepted, else the sentence to show. */
	async command(command: RoundCommandInput): Promise<string | undefined> {
		return this.#settled(await call(this.room.frame.code, 'POST', '/round', command));
	}

	async send(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<string | undefined> {
		return this.#settled(await call(this.room.frame.code, method, path, body));
	}

	/** For answers that carry something. */
	ask<T>(path: string, body?: unknown): Promise<Answer<T>> {
		return call<T>(this.room.frame.code, 'POST', path, body);
	}

	async #settled(answer: Answer<unknown>): Promise<string | undefined> {
		await this.refresh();
		if (answer.ok) return undefined;
		const fields = answer.detail['fields'];
		const first = typeof fields === 'object' && fields !== null ? Object.values(fields)[0] : undefined;
		return Array.isArray(first) && typeof first[0] === 'string' ? first[0] : answer.message;
	}
}

/** Layout only. */
export const provideConsole = (frame: RoomFrame): ConsoleSession =>
	setContext(KEY, new ConsoleSession(frame));

export const useConsole = (): ConsoleSession => getContext(KEY);

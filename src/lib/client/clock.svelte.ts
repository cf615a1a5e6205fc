// The one clock of the page. Reading it in markup keeps it ticking and synced; nothing runs when nobody reads.
import { browser } from '$app/env';
import { resolve } from '$app/paths';
import { createSubscriber } from 'svelte/reactivity';
import { ServerClock, type SyncState } from './server-clock.ts';

const TICK = 250;
/** Wall time drifts by seconds a day at most: a look every few minutes is plenty. */
const RESYNC = 5 * 60_000;
const RETRY = 5_000;

async function askServer(): Promise<number> {
	const response = await fetch(resolve('/time'), { cache: 'no-store', signal: AbortSignal.timeout(5_000) });
	if (!response.ok) throw new Error(`time answered ${response.status}`);
	const body: unknown = await response.json();
	const now = typeof body === 'object' && body !== null && 'now' in body ? body.now : undefined;
	if (typeof now !== 'number') throw new Error('time answered without a number');
	return now;
}

const server = new ServerClock({
	wall: () => Date.now(),
	mono: () => performance.now(),
	ask: askServer,
});

let nextSync = 0;

const subscribe = createSubscriber((update) => {
	async function sync() {
		nextSync = performance.now() + RETRY;
		const reached = await server.sync();
		nextSync = performance.now() + (reached ? RESYNC : RETRY);
		update();
	}
	function tick() {
		if (server.jumped() || performance.now() >= nextSync) void sync();
		update();
	}
	function shown() {
		if (document.visibilityState === 'visible') wake();
	}
	function wake() {
		server.jumped();
		void sync();
		update();
	}
	const timer = setInterval(tick, TICK);
	document.addEventListener('visibilitychange', shown);
	for (const name of ['online', 'focus', 'pageshow']) window.addEventListener(name, wake);
	void sync();
	return () => {
		clearInterval(timer);
		document.removeEventListener('visibilitychange', shown);
		for (const name of ['online', 'focus', 'pageshow']) window.removeEventListener(name, wake);
	};
});

function watch(): void {
	if (browser) subscribe();
}

export const clock = {
	/** The server's time now, epoch ms; reactive. */
	get now(): number {
		watch();
		return server.now();
	},
	/** `unsynced` until the first measurement, `stale` while the server cannot be reached; reactive. */
	get state(): SyncState {
		watch();
		return server.state;
	},
	/** Milliseconds until the deadline (epoch ms, ISO string or Date), never negative; null for no deadline; reactive. */
	remaining(deadline: number | string | Date | null | undefined): number | null {
		if (deadline === null || deadline === undefined) return null;
		watch();
		const at = typeof deadline === 'number' ? deadline : new Date(deadline).getTime();
		return Number.isFinite(at) ? server.remaining(at) : null;
	},
	/** Gives a server time that came with page data or an event, for use before the first measurement. */
	hint(serverNow: number): void {
		if (browser) server.hint(serverNow);
	},
	/** Measures now, e.g. after the live connection came back. */
	sync(): Promise<boolean> {
		return browser ? server.sync() : Promise.resolve(true);
	},
};

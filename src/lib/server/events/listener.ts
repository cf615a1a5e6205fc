// One LISTEN connection per process. It comes back by itself, and then says that something may have been missed.
import pg from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../log.ts';

export interface ListenerOptions {
	url: string;
	channels: readonly string[];
	onNotification(channel: string, payload: string): void;
	/** Called after every connect but the first. */
	onReconnect(): void;
	log: Log;
}
export interface Listener {
	isConnected(): boolean;
	close(): Promise<void>;
}

const PROBE_MS = 20_000;
const PROBE_TIMEOUT_MS = 5_000;
const BACKOFF_MS = { first: 100, most: 5_000 };

/** Resolves with the first connection; throws when that fails. */
export async function startListener(options: ListenerOptions): Promise<Listener> {
	const stop = new AbortController();
	let client: pg.Client | null = await connect(options);
	const loop = keepConnected();

	async function keepConnected(): Promise<void> {
		while (!stop.signal.aborted) {
			if (client) await untilLost(client, stop.signal);
			if (stop.signal.aborted) return;
			client = null;
			options.log.warn('event listener lost its connection');
			client = await reconnect(options, stop.signal);
			if (client) options.onReconnect();
		}
	}
	return {
		isConnected: () => client !== null,
		async close() {
			stop.abort();
			await loop;
			await client?.end().catch(() => undefined);
			client = null;
		},
	};
}

async function connect({ url, channels, onNotification }: ListenerOptions): Promise<pg.Client> {
	const client = new pg.Client({
		connectionString: url,
		application_name: 'forkpoint listen',
		keepAlive: true,
		connectionTimeoutMillis: PROBE_TIMEOUT_MS,
		query_timeout: PROBE_TIMEOUT_MS,
	});
	client.on('error', () => undefined); // `end` follows; untilLost sees it
	client.on('notification', ({ channel, payload }) => onNotification(channel, payload ?? ''));
	try {
		await client.connect();
		for (const channel of channels) await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
		return client;
	} catch (error) {
		await client.end().catch(() => undefined);
		throw error;
	}
}

/** Resolves when the connection ended, went silent, or `signal` aborted. */
async function untilLost(client: pg.Client, signal: AbortSignal): Promise<void> {
	const lost = new AbortController();
	client.once('end', () => lost.abort());
	const either = AbortSignal.any([signal, lost.signal]);
	while (!either.aborted) {
		await delay(PROBE_MS, undefined, { signal: either, ref: false }).catch(() => undefined);
		if (either.aborted) return;
		await client.query('SELECT 1').catch(() => lost.abort());
	}
	if (!signal.aborted) void client.end().catch(() => undefined);
}

async function reconnect(options: ListenerOptions, signal: AbortSignal): Promise<pg.Client | null> {
	for (let wait = BACKOFF_MS.first; !signal.aborted; wait = Math.min(wait * 2, BACKOFF_MS.most)) {
		const client = await connect(options).catch(() => null);
		if (client) return client;
		await delay(wait * (0.5 + Math.random()), undefined, { signal, ref: false }).catch(() => undefined);
	}
	return null;
}

// One process at a time, on any number of machines: an advisory lock of the database's, held by a connection of its own.
// A killed process loses it at once; a stalled one keeps it, whatever its heartbeat says.
import pg from 'pg';

export interface Claim {
	/** Aborted when the connection, and with it the claim, is lost. */
	signal: AbortSignal;
	release(): Promise<void>;
}

/** A process that was killed a moment ago may still hold its claim for as long as its connection takes to end. */
const PATIENCE_MS = 3_000;
const LOCK_NOT_AVAILABLE = '55P03';

/** `subject` is what is claimed, for example `build 7f3a`. Null when somebody else holds it. */
export async function claim(url: string, subject: string): Promise<Claim | null> {
	const client = new pg.Client({
		connectionString: url,
		application_name: 'forkpoint claim',
		keepAlive: true,
	});
	const lost = new AbortController();
	const onLost = (): void => lost.abort(new Error(`The claim on ${subject} was lost with its connection.`));
	client.on('error', onLost);
	await client.connect();
	try {
		await client.query(`SET lock_timeout = ${PATIENCE_MS}`);
		await client.query(`SELECT pg_advisory_lock(hashtextextended('forkpoint ' || $1, 0))`, [subject]);
	} catch (error) {
		await client.end().catch(() => undefined);
		if ((error as { code?: string }).code === LOCK_NOT_AVAILABLE) return null;
		throw error;
	}
	client.on('end', onLost);
	return {
		signal: lost.signal,
		async release() {
			client.off('end', onLost);
			await client.end().catch(() => undefined);
		},
	};
}

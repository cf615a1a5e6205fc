// One run of a build at a time, on any number of machines: an advisory lock of the database's, held by a connection of
// its own. A killed process loses it at once; a stalled one keeps it, whatever its heartbeat says.
import pg from 'pg';

export interface BuildClaim {
	/** Aborted when the connection, and with it the claim, is lost. */
	signal: AbortSignal;
	release(): Promise<void>;
}

/** Null when somebody else runs this build. */
export async function claimBuild(url: string, buildId: string): Promise<BuildClaim | null> {
	const client = new pg.Client({
		connectionString: url,
		application_name: 'forkpoint build',
		keepAlive: true,
	});
	const lost = new AbortController();
	const onLost = (): void => lost.abort(new Error('The claim on this build was lost with its connection.'));
	client.on('error', onLost);
	await client.connect();
	try {
		const { rows } = await client.query<{ got: boolean }>(
			`SELECT pg_try_advisory_lock(hashtextextended('forkpoint build ' || $1, 0)) AS got`,
			[buildId],
		);
		if (rows[0]?.got) {
			client.on('end', onLost);
			return {
				signal: lost.signal,
				async release() {
					client.off('end', onLost);
					await client.end().catch(() => undefined);
				},
			};
		}
	} catch (error) {
		await client.end().catch(() => undefined);
		throw error;
	}
	await client.end();
	return null;
}

// Is this browser fit for the round? Measures the way to the server and tells the verdict plainly, also to the
// facilitator, while there is still time to do something about it.
import type { Preflight } from '../contract/joining.ts';
import { call } from './api.ts';
import { canKeep } from './draft-store.ts';

/** Above this a person notices every save. */
const SLOW_MS = 700;
const ROUNDS = 5;
/** The page draws its clock from the server, so this only matters for what the device itself says. */
const CLOCK_OFF_MS = 5 * 60_000;

export interface Finding extends Preflight {
	/** This device's clock minus the server's, ms. */
	clockOffMs: number;
}

export async function measure(code: string, eventsArrive: () => boolean): Promise<Finding> {
	const trips: { ms: number; offset: number }[] = [];
	for (let i = 0; i < ROUNDS; i++) {
		const start = performance.now();
		const now = await serverTime();
		if (now === null) continue;
		const ms = performance.now() - start;
		trips.push({ ms, offset: Date.now() - (now + ms / 2) });
	}
	const best = trips.toSorted((a, b) => a.ms - b.ms)[0];
	const problems: Preflight['problems'] = [];
	if (trips.length < ROUNDS || !best || best.ms > SLOW_MS) problems.push('round-trip');
	if (!eventsArrive()) problems.push('events');
	if (!(await canKeep())) problems.push('storage');
	if (best && Math.abs(best.offset) > CLOCK_OFF_MS) problems.push('clock');
	const isTrouble = problems.includes('events') || trips.length < ROUNDS;
	const verdict = problems.length === 0 ? 'good' : isTrouble ? 'trouble' : 'slow';
	const finding: Finding = {
		verdict,
		roundTripMs: Math.round(best?.ms ?? 600_000),
		problems,
		clockOffMs: Math.round(best?.offset ?? 0),
	};
	const { clockOffMs: _, ...report } = finding;
	await call(code, 'POST', '/preflight', report);
	return finding;
}

async function serverTime(): Promise<number | null> {
	try {
		const response = await fetch('/time', { cache: 'no-store', signal: AbortSignal.timeout(5_000) });
		const body: unknown = await response.json();
		return typeof body === 'object' && body !== null && 'now' in body && typeof body.now === 'number'
			? body.now
			: null;
	} catch {
		return null;
	}
}

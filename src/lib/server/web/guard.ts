// Refuses requests before any use case runs: cross-site writes and bodies that are too large.
import type { Reason } from '../../contract/refusals.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * The reason to refuse this request, or null. Every write of a browser carries `Origin`, whatever its content type;
 * programs that are no browsers send neither `Origin` nor `Sec-Fetch-Site` and have no cookies of a victim.
 */
export function refusalOf(request: Request, ownOrigin: string, bodyLimitBytes: number): Reason | null {
	if (SAFE.has(request.method)) return null;
	if (isCrossSite(request.headers, ownOrigin)) return 'cross-site';
	if (Number(request.headers.get('content-length') ?? 0) > bodyLimitBytes) return 'too-long';
	return null;
}

function isCrossSite(headers: Headers, ownOrigin: string): boolean {
	const origin = headers.get('origin');
	if (origin !== null) return origin !== ownOrigin;
	const site = headers.get('sec-fetch-site');
	return site !== null && site !== 'same-origin' && site !== 'none';
}

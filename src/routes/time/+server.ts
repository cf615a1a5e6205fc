// The server's time, for browsers that measure their offset.
export function GET(): Response {
	return Response.json({ now: Date.now() }, { headers: { 'cache-control': 'no-store' } });
}

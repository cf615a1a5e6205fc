// For load balancers and operators.
import { readHealth } from '#lib/server/health.ts';
import type { RequestHandler } from './$types';

export const GET: RequestHandler = async ({ locals }) => {
	const health = await readHealth(locals.app);
	return Response.json(health, { status: health.ok ? 200 : 503 });
};

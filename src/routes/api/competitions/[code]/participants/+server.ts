import type { RequestHandler } from './$types';
import { joinSchema } from '#lib/contract/joining.ts';
import { writeGuest } from '#lib/server/auth/cookies.ts';
import { parseBody, refusal } from '#lib/server/http.ts';
import { join } from '#lib/server/usecases/joining/join.ts';
import { normaliseCode } from '#lib/server/usecases/room.ts';

export const POST: RequestHandler = async ({ request, params, locals, cookies, url, getClientAddress }) => {
	const body = await parseBody(request, joinSchema);
	if (!body.ok) return refusal(body);
	const code = normaliseCode(params.code);
	const joined = await join(locals.app, { ...body.value, code, address: getClientAddress() });
	if (!joined.ok) return refusal(joined);
	writeGuest(cookies, code, joined.value.resume, url.protocol === 'https:');
	return Response.json(joined.value.joined, { status: 201 });
};

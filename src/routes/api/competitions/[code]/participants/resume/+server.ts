import type { RequestHandler } from './$types';
import { resumeSchema } from '#lib/contract/joining.ts';
import { writeGuest } from '#lib/server/auth/cookies.ts';
import { parseBody, refusal } from '#lib/server/http.ts';
import { resumeByCode } from '#lib/server/usecases/joining/resume.ts';
import { normaliseCode } from '#lib/server/usecases/room.ts';

export const POST: RequestHandler = async ({ request, params, locals, cookies, url, getClientAddress }) => {
	const body = await parseBody(request, resumeSchema);
	if (!body.ok) return refusal(body);
	const code = normaliseCode(params.code);
	const resumed = await resumeByCode(locals.app, { ...body.value, code, address: getClientAddress() });
	if (!resumed.ok) return refusal(resumed);
	writeGuest(cookies, code, resumed.value.resume, url.protocol === 'https:');
	return Response.json(resumed.value.resumed);
};

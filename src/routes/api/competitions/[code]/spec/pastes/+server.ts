import type { RequestHandler } from './$types';
import { pasteSchema } from '#lib/contract/spec.ts';
import { parseBody, refusal, reply } from '#lib/server/http.ts';
import { notePaste } from '#lib/server/usecases/writing/note-paste.ts';
import { at } from '#lib/server/web/identity.ts';

export const POST: RequestHandler = async (event) => {
	const body = await parseBody(event.request, pasteSchema);
	return body.ok ? reply(await notePaste(event.locals.app, { ...at(event), ...body.value })) : refusal(body);
};

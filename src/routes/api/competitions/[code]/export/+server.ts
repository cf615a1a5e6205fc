import { z } from 'zod';
import type { RequestHandler } from './$types';
import { parseInput, refusal } from '#lib/server/http.ts';
import { EXPORT_FORMATS, exportRoom } from '#lib/server/usecases/judging/export.ts';
import { enter } from '#lib/server/web/room-request.ts';

const query = z.object({ format: z.enum(EXPORT_FORMATS) });

export const GET: RequestHandler = async (event) => {
	const input = parseInput({ format: event.url.searchParams.get('format') }, query);
	if (!input.ok) return refusal(input);
	const room = await enter(event);
	if (!room.ok) return refusal(room);
	const exported = await exportRoom(event.locals.app, room.value, input.value.format);
	if (!exported.ok) return refusal(exported);
	const { filename, type, content } = exported.value;
	return new Response(typeof content === 'string' ? content : new Uint8Array(content), {
		headers: { 'content-type': type, 'content-disposition': `attachment; filename="${filename}"` },
	});
};

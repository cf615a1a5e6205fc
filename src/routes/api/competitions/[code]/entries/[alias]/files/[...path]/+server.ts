import type { RequestHandler } from './$types';
import { refusal, reply } from '#lib/server/http.ts';
import { artifactsFolder } from '#lib/server/pipeline/artifacts-folder.ts';
import { viewOutputFile } from '#lib/server/usecases/judging/output-file.ts';
import { enter } from '#lib/server/web/room-request.ts';

export const GET: RequestHandler = async (event) => {
	const room = await enter(event);
	if (!room.ok) return refusal(room);
	const { app } = event.locals;
	const artifactsDir = artifactsFolder(app.config.dataDir);
	return reply(await viewOutputFile({ ...app, artifactsDir }, room.value, event.params));
};

// What a facilitator does to one participant: rename, let in again, remove.
import type { RequestHandler } from './$types';
import { participantChangeSchema, removalSchema } from '#lib/contract/console.ts';
import { ok } from '#lib/domain/result.ts';
import { parseBody, parseInput, refusal, reply } from '#lib/server/http.ts';
import {
	removeParticipant,
	renameParticipant,
	restoreParticipant,
} from '#lib/server/usecases/people/roster.ts';
import { enter } from '#lib/server/web/room-request.ts';

export const PATCH: RequestHandler = async (event) => {
	const room = await enter(event, 'facilitator');
	if (!room.ok) return refusal(room);
	const input = await parseBody(event.request, participantChangeSchema);
	if (!input.ok) return refusal(input);
	const participantId = event.params.id;
	const { app } = event.locals;
	if (input.value.removed === false) {
		const restored = await restoreParticipant(app, room.value, participantId);
		if (!restored.ok) return refusal(restored);
	}
	const { name } = input.value;
	return reply(
		name === undefined ? ok(undefined) : await renameParticipant(app, room.value, { participantId, name }),
	);
};

export const DELETE: RequestHandler = async (event) => {
	const room = await enter(event, 'facilitator');
	if (!room.ok) return refusal(room);
	const input = parseInput({ reason: event.url.searchParams.get('reason') ?? '' }, removalSchema);
	if (!input.ok) return refusal(input);
	const { reason } = input.value;
	return reply(
		await removeParticipant(event.locals.app, room.value, { participantId: event.params.id, reason }),
	);
};

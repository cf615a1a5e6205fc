// A browser's verdict on its own connection, told to the facilitators who look now. Nothing is stored.
import type { Preflight } from '../../../contract/joining.ts';
import { ok, refuse, type Result } from '../../../domain/result.ts';
import type { Deps } from '../deps.ts';
import type { At } from '../participant-room.ts';
import { enterRoom, type EnterReason } from '../room.ts';

export async function reportPreflight(deps: Deps, input: At & Preflight): Promise<Result<void, EnterReason>> {
	const entered = await enterRoom(deps, { ...input, surface: 'participant' });
	if (!entered.ok) return entered;
	const { participant, competition } = entered.value;
	if (!participant) return refuse('not-in-competition');
	const { verdict, roundTripMs, problems } = input;
	deps.events.say(competition.id, {
		type: 'progress',
		rows: [{ participantId: participant.id, preflight: { verdict, roundTripMs, problems } }],
	});
	return ok(undefined);
}

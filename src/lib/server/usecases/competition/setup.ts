// The set-up may change until the round leaves its lobby; afterwards everybody works under what was agreed.
import type { Setup } from '../../../contract/console.ts';
import type { Reason } from '../../../contract/refusals.ts';
import { ok, refuse, type Result } from '../../../domain/result.ts';
import { inTransaction } from '../../db/client.ts';
import { appendAudit, lockCompetition, saveSetup } from '../../db/competition-repository.ts';
import type { Deps } from '../deps.ts';
import { asFacilitator, type Room } from '../room.ts';
import { missingFor } from './agents.ts';
import { completeSettings, roundOf } from './settings.ts';

export async function changeSetup(deps: Deps, room: Room, input: Setup): Promise<Result<void, Reason>> {
	const facilitator = asFacilitator(room);
	if (!facilitator.ok) return facilitator;
	const installed = deps.packs.find(room.competition.challengeSlug);
	if (!installed) return refuse('no-such-challenge');
	const missing = missingFor(input.agent);
	if (missing !== null) return refuse('agent-unavailable', { missing });
	const settings = completeSettings(installed.pack, input.settings);
	return inTransaction(deps.db, async (tx) => {
		const competition = await lockCompetition(tx, room.competition.id);
		if (!competition) return refuse('no-such-competition');
		const { round, id, version } = competition;
		if (round.phase !== 'lobby') return refuse('wrong-phase');
		const fresh = roundOf(settings, round.openedAt);
		if (!fresh.ok) return refuse(fresh.reason === 'invalid-time' ? 'invalid-input' : fresh.reason);
		// Everything that happened in the lobby stays: only the plan of the round is new.
		const { phases, minutes } = fresh.state;
		const planned = { ...round, phases, minutes, undo: null, version: round.version + 1 };
		const { title, team, agent } = input;
		if (!(await saveSetup(tx, id, version, { title, team, agent, settings, round: planned })))
			return refuse('stale-version');
		await deps.events.append(tx, id, [{ type: 'competition.changed' }]);
		await appendAudit(tx, id, new Date(deps.now()), {
			actor: `facilitator:${facilitator.value.id}`,
			actorName: facilitator.value.name,
			action: 'competition.changed',
			data: { title, team, agent, settings },
		});
		return ok(undefined);
	});
}

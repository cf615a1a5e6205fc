// The audit log in words. The stored entry keeps everything; this says what a person needs to know of it.
import type { AuditView } from '../../../contract/console.ts';
import type { Reason } from '../../../contract/refusals.ts';
import { ok, type Result } from '../../../domain/result.ts';
import { listAudit } from '../../db/competition-repository.ts';
import { listNames } from '../../db/roster-repository.ts';
import type { Deps } from '../deps.ts';
import { asFacilitator, type Room } from '../room.ts';

interface Stored {
	id: string;
	at: Date;
	actor: string;
	actorName: string;
	action: string;
	reason: string | null;
	data: unknown;
}

export async function viewAudit(deps: Deps, room: Room): Promise<Result<AuditView[], Reason>> {
	const facilitator = asFacilitator(room);
	if (!facilitator.ok) return facilitator;
	const entries = await listAudit(deps.db.prisma, room.competition.id);
	const names = await listNames(deps.db.prisma, room.competition.id);
	return ok(entries.map((entry) => toView(entry, names)));
}

export const toView = (entry: Stored, names: ReadonlyMap<string, string>): AuditView => ({
	id: entry.id,
	at: entry.at.getTime(),
	actor: entry.actor,
	actorName: entry.actorName,
	action: entry.action,
	reason: entry.reason,
	summary: summarise(entry, names),
});

type Data = Record<string, unknown>;
const asData = (value: unknown): Data =>
	typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Data) : {};
const text = (value: unknown): string =>
	typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const firstEvent = (data: Data): Data => asData(Array.isArray(data['events']) ? data['events'][0] : null);

function summarise({ action, data: raw }: Stored, names: ReadonlyMap<string, string>): string {
	const data = asData(raw);
	const command = asData(data['command']);
	const event = firstEvent(data);
	const who = (id: unknown): string => names.get(text(id)) ?? 'somebody';
	switch (action) {
		case 'round.advance':
		case 'round.buildsFinished':
			return `moved on from ${text(event['from'])} to ${text(event['phase'])}`;
		case 'round.close':
			return `closed ${text(event['from'])}; ${text(event['phase'])} began`;
		case 'round.undo':
			return `took back the move to ${text(event['from'])}; ${text(event['phase'])} goes on`;
		case 'round.pause':
			return 'paused the round';
		case 'round.resume':
			return `resumed the round after ${Math.round(Number(event['pausedMs'] ?? 0) / 1000)} s`;
		case 'round.extendAll':
			return `gave everybody ${text(command['minutes'])} more min of ${text(event['phase'])}`;
		case 'round.extendOne':
			return `gave ${who(command['participantId'])} ${text(command['minutes'])} more min of ${text(event['phase'])}`;
		case 'round.reopen':
			return `reopened ${text(command['phase'])} for ${who(command['participantId'])}`;
		case 'round.openInformed':
			return 'showed the check results and opened the rubric';
		case 'round.presentNext':
			return `put entry ${Number(event['position'] ?? 0) + 1} on the stage`;
		case 'round.revealNext':
			return `revealed ${text(event['revealed'])} of ${text(event['of'])}`;
		default:
			return summarisePeople(action, data, who);
	}
}

function summarisePeople(action: string, data: Data, who: (id: unknown) => string): string {
	switch (action) {
		case 'participant.renamed':
			return `renamed ${text(data['from'])} to ${text(data['to'])}`;
		case 'participant.removed':
			return `removed ${text(data['name'])}`;
		case 'participant.restored':
			return `let ${text(data['name'])} in again`;
		case 'participant.merged':
			return `merged ${text(asData(data['gone'])['name'])} into ${text(asData(data['stays'])['name'])}`;
		case 'clarification.answered':
			return data['visibility'] === 'broadcast'
				? `answered a question for everybody: requirement version ${text(data['version'])}`
				: 'answered a question privately';
		case 'clarification.announced':
			return `told everybody something: requirement version ${text(data['version'])}`;
		case 'facilitator.added':
			return `made ${text(data['name'])} a facilitator here`;
		case 'facilitator.removed':
			return `took ${text(data['name'])} off the facilitators`;
		case 'competition.created':
			return `created the competition with ${text(data['challenge'])} ${text(data['version'])}`;
		case 'competition.changed':
			return 'changed the set-up';
		case 'stage.linked':
			return 'made a new stage link; the earlier one no longer works';
		case 'spec.unlocked':
			return `unlocked the spec of ${who(data['participantId'])} to go on writing`;
		case 'spec.locked':
			return `locked the spec of ${who(data['participantId'])}`;
		default:
			return action.replaceAll('.', ' ');
	}
}

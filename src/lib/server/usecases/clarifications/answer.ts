// Answers to questions: to the one who asked, or to everybody as a new version of the requirement with its time.
import type { Reason } from '../../../contract/refusals.ts';
import type { RoomEvent } from '../../../contract/events.ts';
import { ok, refuse, type Result } from '../../../domain/result.ts';
import { isBefore } from '../../../domain/round/phase.ts';
import { storable } from '../../../domain/spec/storable.ts';
import * as clarifications from '../../db/clarification-repository.ts';
import { inTransaction, type Transaction } from '../../db/client.ts';
import {
	addRequirementVersion,
	appendAudit,
	currentRequirement,
	lockCompetition,
} from '../../db/competition-repository.ts';
import type { Deps } from '../deps.ts';
import { asFacilitator, type Room } from '../room.ts';

export interface Answer {
	clarificationId: string;
	answer: string;
	visibility: 'private' | 'broadcast';
	/** The wording everybody reads; it should not give away who asked. */
	question?: string | undefined;
}

export async function answerClarification(
	deps: Deps,
	room: Room,
	input: Answer,
): Promise<Result<{ requirementVersion: number | null }, Reason>> {
	return inRoom(deps, room, input.visibility === 'broadcast', async (tx, at, audit) => {
		const asked = await clarifications.findClarification(tx, input.clarificationId);
		if (asked?.competitionId !== room.competition.id) return refuse('no-such-thing');
		if (asked.answer !== null) return refuse('already-answered');
		const isBroadcast = input.visibility === 'broadcast';
		const question = isBroadcast ? storable(input.question ?? asked.question) : asked.question;
		const answer = storable(input.answer);
		const version = isBroadcast ? await addVersion(tx, room.competition.id, { at, question, answer }) : null;
		await clarifications.answerClarification(tx, asked.id, {
			...{ answer, question, answeredAt: at, visibility: input.visibility, requirementVersion: version },
		});
		const clarificationId = asked.id;
		await deps.events.append(tx, room.competition.id, told(clarificationId, asked.participantId, version));
		await audit('clarification.answered', {
			clarificationId,
			visibility: input.visibility,
			version,
			question,
		});
		return ok({ requirementVersion: version });
	});
}

export async function announce(
	deps: Deps,
	room: Room,
	input: { text: string },
): Promise<Result<{ requirementVersion: number }, Reason>> {
	return inRoom(deps, room, true, async (tx, at, audit) => {
		const answer = storable(input.text);
		const id = deps.newId();
		const version = await addVersion(tx, room.competition.id, { at, question: '', answer });
		const competitionId = room.competition.id;
		await clarifications.createAnnouncement(tx, {
			id,
			competitionId,
			answer,
			at,
			requirementVersion: version,
		});
		await deps.events.append(tx, competitionId, told(id, null, version));
		await audit('clarification.announced', { clarificationId: id, version });
		return ok({ requirementVersion: version });
	});
}

function told(clarificationId: string, participantId: string | null, version: number | null): RoomEvent[] {
	if (version !== null)
		return [{ type: 'clarification.broadcast', clarificationId, requirementVersion: version }];
	return participantId === null ? [] : [{ type: 'clarification.answered', clarificationId, participantId }];
}

type WriteAudit = (action: string, data: Record<string, unknown>) => Promise<void>;

/** Once specs are frozen for the build, nothing said may change what they were written against. */
async function inRoom<T>(
	deps: Deps,
	room: Room,
	isForAll: boolean,
	work: (tx: Transaction, at: Date, audit: WriteAudit) => Promise<Result<T, Reason>>,
): Promise<Result<T, Reason>> {
	const facilitator = asFacilitator(room);
	if (!facilitator.ok) return facilitator;
	return inTransaction(deps.db, async (tx) => {
		const competition = await lockCompetition(tx, room.competition.id);
		if (!competition) return refuse('no-such-competition');
		if (isForAll && !isBefore(competition.round.phase, 'building')) return refuse('wrong-phase');
		const at = new Date(deps.now());
		const { id, name } = facilitator.value;
		return work(tx, at, (action, data) =>
			appendAudit(tx, competition.id, at, { actor: `facilitator:${id}`, actorName: name, action, data }),
		);
	});
}

async function addVersion(
	tx: Transaction,
	competitionId: string,
	added: { at: Date; question: string; answer: string },
): Promise<number> {
	const current = await currentRequirement(tx, competitionId);
	const version = current.version + 1;
	await addRequirementVersion(tx, competitionId, version, withClarification(current.text, added));
	return version;
}

const quoted = (text: string): string => text.replace(/\r\n?/g, '\n').replace(/^/gm, '> ');

/** The earlier text stays word for word; what is new stands under a line at its end, quoted, with its time (UTC). */
export function withClarification(
	text: string,
	added: { at: Date; question: string; answer: string },
): string {
	const heading = `**Clarification, ${added.at.toISOString().slice(0, 16).replace('T', ' ')} UTC**`;
	const question = added.question === '' ? '' : `\n\nQuestion: ${added.question}`;
	return `${text.trimEnd()}\n\n---\n\n${quoted(`${heading}${question}\n\n${added.answer}`)}\n`;
}

// Competitions with their round state, requirement versions, facilitators and audit log.
import type { CompetitionSettings } from '../../contract/competition.ts';
import type { RoundState } from '../../domain/round/machine.ts';
import { dueAt } from '../../domain/round/machine.ts';
import type { Prisma } from './generated/client.ts';
import type { Querier } from './client.ts';

export interface Competition {
	id: string;
	code: string;
	title: string;
	team: string;
	challengeSlug: string;
	challengeVersion: string;
	challengeHash: string;
	agent: string;
	settings: CompetitionSettings;
	round: RoundState;
	version: number;
	seq: number;
	seed: number;
	createdAt: Date;
	sample: boolean;
}

export type NewCompetition = Omit<Competition, 'version' | 'seq' | 'createdAt'> & { createdAt: Date };

const json = (value: unknown): Prisma.InputJsonValue => value as Prisma.InputJsonValue;

type Row = Prisma.CompetitionGetPayload<object>;

const toCompetition = (row: Row): Competition => ({
	...row,
	seq: Number(row.seq),
	settings: row.settings as unknown as CompetitionSettings,
	round: row.round as unknown as RoundState,
});

const dueDate = (round: RoundState): Date | null => {
	const due = dueAt(round);
	return due === null ? null : new Date(due);
};

export async function createCompetition(
	q: Querier,
	c: NewCompetition,
	ownerId: string,
	requirement: string,
): Promise<void> {
	await q.competition.create({
		data: {
			...c,
			settings: json(c.settings),
			round: json(c.round),
			phase: c.round.phase,
			dueAt: dueDate(c.round),
			facilitators: { create: { facilitatorId: ownerId, role: 'owner' } },
			requirements: { create: { version: 1, text: requirement } },
		},
	});
}

export async function findCompetitionByCode(q: Querier, code: string): Promise<Competition | null> {
	const row = await q.competition.findUnique({ where: { code } });
	return row && toCompetition(row);
}

export async function findCompetition(q: Querier, id: string): Promise<Competition | null> {
	const row = await q.competition.findUnique({ where: { id } });
	return row && toCompetition(row);
}

/** The one that is played for a new installation to look at. */
export async function findSampleCompetition(q: Querier): Promise<Competition | null> {
	const row = await q.competition.findFirst({ where: { sample: true }, orderBy: { createdAt: 'asc' } });
	return row && toCompetition(row);
}

/** The competition, with every other change of it and every event held back until the transaction ends. */
export async function lockCompetition(tx: Querier, id: string): Promise<Competition | null> {
	await tx.$queryRaw`SELECT 1 FROM "Competition" WHERE id = ${id} FOR NO KEY UPDATE`;
	return findCompetition(tx, id);
}

export async function listCompetitions(
	q: Querier,
	facilitatorId: string,
): Promise<(Competition & { participantCount: number })[]> {
	const rows = await q.competition.findMany({
		where: { facilitators: { some: { facilitatorId } } },
		orderBy: { createdAt: 'desc' },
		include: {
			_count: {
				select: { participants: { where: { removedAt: null, mergedIntoId: null, role: 'participant' } } },
			},
		},
	});
	return rows.map(({ _count, ...row }) => ({ ...toCompetition(row), participantCount: _count.participants }));
}

/** Competitions whose clock has something to do at `now`. */
export async function listDueCompetitions(q: Querier, now: Date): Promise<string[]> {
	const rows = await q.competition.findMany({
		where: { dueAt: { lte: now } },
		select: { id: true },
		take: 100,
	});
	return rows.map((row) => row.id);
}

/** Saves a round if nobody else did since `expectedVersion`; false when somebody did. */
export async function saveRound(
	q: Querier,
	id: string,
	expectedVersion: number,
	round: RoundState,
): Promise<boolean> {
	const { count } = await q.competition.updateMany({
		where: { id, version: expectedVersion },
		data: { round: json(round), phase: round.phase, dueAt: dueDate(round), version: { increment: 1 } },
	});
	return count === 1;
}

/** Saves the set-up and the round made from it, under the same lock as `saveRound`. */
export async function saveSetup(
	q: Querier,
	id: string,
	expectedVersion: number,
	setup: Pick<Competition, 'title' | 'team' | 'agent' | 'settings' | 'round'>,
): Promise<boolean> {
	const { settings, round, ...rest } = setup;
	const { count } = await q.competition.updateMany({
		where: { id, version: expectedVersion },
		data: {
			...rest,
			settings: json(settings),
			round: json(round),
			phase: round.phase,
			dueAt: dueDate(round),
			version: { increment: 1 },
		},
	});
	return count === 1;
}

export async function removeFacilitator(
	q: Querier,
	competitionId: string,
	facilitatorId: string,
): Promise<void> {
	await q.competitionFacilitator.deleteMany({ where: { competitionId, facilitatorId } });
}

export async function currentRequirement(
	q: Querier,
	competitionId: string,
): Promise<{ version: number; text: string }> {
	return q.requirementVersion.findFirstOrThrow({
		where: { competitionId },
		orderBy: { version: 'desc' },
		select: { version: true, text: true },
	});
}

/** As the challenge has it, before any clarification. */
export async function originalRequirement(q: Querier, competitionId: string): Promise<string> {
	const { text } = await q.requirementVersion.findFirstOrThrow({
		where: { competitionId },
		orderBy: { version: 'asc' },
		select: { text: true },
	});
	return text;
}

export async function addRequirementVersion(
	q: Querier,
	competitionId: string,
	version: number,
	text: string,
): Promise<void> {
	await q.requirementVersion.create({ data: { competitionId, version, text } });
}

export async function isFacilitatorOf(
	q: Querier,
	competitionId: string,
	facilitatorId: string,
): Promise<boolean> {
	const row = await q.competitionFacilitator.findUnique({
		where: { competitionId_facilitatorId: { competitionId, facilitatorId } },
		select: { role: true },
	});
	return row !== null;
}

export async function listFacilitators(q: Querier, competitionId: string) {
	const rows = await q.competitionFacilitator.findMany({
		where: { competitionId },
		include: { facilitator: { select: { id: true, name: true, email: true } } },
		orderBy: { addedAt: 'asc' },
	});
	return rows.map((row) => ({ ...row.facilitator, role: row.role as 'owner' | 'co-facilitator' }));
}

export async function addFacilitator(
	q: Querier,
	competitionId: string,
	facilitatorId: string,
): Promise<void> {
	await q.competitionFacilitator.upsert({
		where: { competitionId_facilitatorId: { competitionId, facilitatorId } },
		create: { competitionId, facilitatorId, role: 'co-facilitator' },
		update: {},
	});
}

export interface Audit {
	actor: string;
	actorName: string;
	action: string;
	reason?: string | null;
	data?: unknown;
}

export async function appendAudit(q: Querier, competitionId: string, at: Date, audit: Audit): Promise<void> {
	const { actor, actorName, action, reason = null, data = {} } = audit;
	await q.auditEntry.create({
		data: { competitionId, at, actor, actorName, action, reason, data: json(data) },
	});
}

/** In order of time. */
export async function listAudit(q: Querier, competitionId: string) {
	const rows = await q.auditEntry.findMany({ where: { competitionId }, orderBy: { id: 'asc' } });
	return rows.map(({ id, ...row }) => ({ ...row, id: id.toString() }));
}

/** The newest first. */
export async function listRecentAudit(q: Querier, competitionId: string, take: number) {
	const rows = await q.auditEntry.findMany({ where: { competitionId }, orderBy: { id: 'desc' }, take });
	return rows.map(({ id, ...row }) => ({ ...row, id: id.toString() }));
}

/** What each actor did last, by actor. */
export async function lastActions(
	q: Querier,
	competitionId: string,
): Promise<Map<string, { at: Date; action: string }>> {
	const rows = await q.auditEntry.findMany({
		where: { competitionId },
		distinct: ['actor'],
		orderBy: [{ actor: 'asc' }, { id: 'desc' }],
		select: { actor: true, at: true, action: true },
	});
	return new Map(rows.map(({ actor, at, action }) => [actor, { at, action }]));
}

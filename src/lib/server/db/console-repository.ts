// How far everybody is, read in one statement: the console of 200 people is one round trip.
import type { BuildOutcome } from '../../domain/build/outcome.ts';
import type { BuildStep } from '../../domain/build/event.ts';
import type { Database } from './client.ts';

export interface Progress {
	participantId: string;
	name: string;
	role: 'participant' | 'observer';
	joinedAt: Date;
	lastSeenAt: Date;
	wordCount: number;
	revision: number;
	savedAt: Date | null;
	specLockedAt: Date | null;
	decisionsDoneAt: Date | null;
	predictionsDoneAt: Date | null;
	reviewDoneAt: Date | null;
	/** Blind label of the entry; null without one. */
	alias: string | null;
	hasEntry: boolean;
	decided: number;
	predictions: number;
	additions: number;
	labelled: number;
	ballots: number;
	impressions: number;
	rubrics: number;
	buildId: string | null;
	buildAttempt: number | null;
	buildStatus: 'queued' | 'running' | 'finished' | 'cancelled' | null;
	buildStep: BuildStep | null;
	buildOutcome: BuildOutcome | null;
}

const SQL = `
	SELECT p.id AS "participantId", p.name, p.role, p."joinedAt", p."lastSeenAt",
	  COALESCE(e."wordCount", 0) AS "wordCount", COALESCE(e.revision, 0) AS revision, e."savedAt",
	  e."specLockedAt", e."decisionsDoneAt", e."predictionsDoneAt", e."reviewDoneAt", e.id IS NOT NULL AS "hasEntry", e.alias,
	  (SELECT count(*)::int FROM "Decision" d WHERE d."entryId" = e.id) AS decided,
	  (SELECT count(*)::int FROM "Prediction" x WHERE x."entryId" = e.id) AS predictions,
	  COALESCE(a.additions, 0) AS additions, COALESCE(a.labelled, 0) AS labelled,
	  COALESCE(v.ballots, 0) AS ballots, COALESCE(v.impressions, 0) AS impressions, COALESCE(v.rubrics, 0) AS rubrics,
	  b.id AS "buildId", b.attempt AS "buildAttempt", b.status AS "buildStatus", b.outcome AS "buildOutcome",
	  s.step AS "buildStep"
	FROM "Participant" p
	LEFT JOIN "Entry" e ON e."participantId" = p.id
	LEFT JOIN LATERAL (
	  SELECT id, attempt, status, outcome FROM "Build" WHERE "entryId" = e.id ORDER BY attempt DESC LIMIT 1) b ON true
	LEFT JOIN LATERAL (
	  SELECT payload ->> 'step' AS step FROM "BuildEvent" WHERE "buildId" = b.id AND type = 'step.started'
	  ORDER BY seq DESC LIMIT 1) s ON b.status = 'running'
	LEFT JOIN LATERAL (
	  SELECT count(*)::int AS additions, count(label)::int AS labelled FROM "Addition" WHERE "buildId" = b.id) a ON true
	LEFT JOIN LATERAL (
	  SELECT count(*)::int AS ballots, count("impressionAt")::int AS impressions, count("rubricAt")::int AS rubrics
	  FROM "Ballot" WHERE "voterId" = p.id) v ON true
	WHERE p."competitionId" = $1 AND p."removedAt" IS NULL AND p."mergedIntoId" IS NULL
	ORDER BY p."joinedAt", p.id`;

/** Everybody who is in the room, in order of joining. */
export async function listProgress(db: Database, competitionId: string): Promise<Progress[]> {
	const { rows } = await db.pool.query<Progress>(SQL, [competitionId]);
	return rows;
}

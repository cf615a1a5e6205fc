// Specs: the writing, its append-only revisions, paste notes and the lock. Saving is one statement.
import type { Database, Querier } from './client.ts';

export type LockedBy = 'author' | 'clock' | 'facilitator';

export interface Spec {
	entryId: string;
	text: string;
	revision: number;
	wordCount: number;
	savedAt: Date | null;
	lockedAt: Date | null;
	lockedBy: LockedBy | null;
	/** SHA-256 of the locked text in UTF-8, hex. */
	hash: string | null;
	/** The whole entry is frozen for the build. */
	frozen: boolean;
}

const FIELDS = {
	id: true,
	specText: true,
	revision: true,
	wordCount: true,
	savedAt: true,
	specLockedAt: true,
	specLockedBy: true,
	specHash: true,
	lockedAt: true,
} as const;

export async function findSpec(q: Querier, participantId: string): Promise<Spec | null> {
	const row = await q.entry.findUnique({ where: { participantId }, select: FIELDS });
	return (
		row && {
			entryId: row.id,
			text: row.specText,
			revision: row.revision,
			wordCount: row.wordCount,
			savedAt: row.savedAt,
			lockedAt: row.specLockedAt,
			lockedBy: row.specLockedBy as LockedBy | null,
			hash: row.specHash,
			frozen: row.lockedAt !== null,
		}
	);
}

export interface SaveRow {
	competitionId: string;
	/** Version of the competition on which the clock was read: a round that moved since makes the save miss. */
	competitionVersion: number;
	participantId: string;
	baseRevision: number;
	editId: string;
	text: string;
	wordCount: number;
	at: Date;
	/** In the grace after the deadline: also a spec that the clock or a facilitator locked takes the edit. */
	late: boolean;
}

const SAVE = `
WITH u AS (
	UPDATE "Entry" e SET
		"specText" = $5, revision = e.revision + 1, "wordCount" = $6, "savedAt" = $7,
		"specHash" = CASE WHEN e."specLockedAt" IS NULL THEN NULL
			ELSE encode(sha256(convert_to($5, 'UTF8')), 'hex') END
	WHERE e."participantId" = $1 AND e.revision = $2 AND e."competitionId" = $8
		AND e."lockedAt" IS NULL
		AND (e."specLockedAt" IS NULL OR ($4 AND e."specLockedBy" <> 'author'))
		AND EXISTS (SELECT 1 FROM "Competition" c WHERE c.id = e."competitionId" AND c.version = $9)
		AND NOT EXISTS (SELECT 1 FROM "SpecRevision" r WHERE r."entryId" = e.id AND r."editId" = $3)
	RETURNING e.id, e.revision
)
INSERT INTO "SpecRevision" ("entryId", revision, "editId", text, "wordCount", "receivedAt", late)
SELECT u.id, u.revision, $3, $5, $6, $7, $4 FROM u
RETURNING revision`;

/** The new revision; null when any condition failed. The row lock of the entry orders it against every freeze. */
export async function saveRevision(db: Database, row: SaveRow): Promise<number | null> {
	const { rows } = await db.pool.query<{ revision: number }>(SAVE, [
		row.participantId,
		row.baseRevision,
		row.editId,
		row.late,
		row.text,
		row.wordCount,
		row.at,
		row.competitionId,
		row.competitionVersion,
	]);
	return rows[0]?.revision ?? null;
}

export interface Revision {
	revision: number;
	wordCount: number;
	receivedAt: Date;
	late: boolean;
}

/** What an edit id produced earlier; null when it was never accepted. */
export async function findRevisionByEdit(
	q: Querier,
	entryId: string,
	editId: string,
): Promise<Revision | null> {
	return q.specRevision.findUnique({
		where: { entryId_editId: { entryId, editId } },
		select: { revision: true, wordCount: true, receivedAt: true, late: true },
	});
}

/** Locks one spec by its author at the revision they saw; false when it moved on or is locked. */
export async function lockSpecAt(
	q: Querier,
	participantId: string,
	revision: number,
	at: Date,
): Promise<boolean> {
	const changed = await q.$executeRaw`
		UPDATE "Entry" SET "specLockedAt" = ${at}, "specLockedBy" = 'author',
			"specHash" = encode(sha256(convert_to("specText", 'UTF8')), 'hex')
		WHERE "participantId" = ${participantId} AND revision = ${revision}
			AND "specLockedAt" IS NULL AND "lockedAt" IS NULL`;
	return changed === 1;
}

/** Locks every unlocked spec of a competition but those of `except`; returns whose. */
export async function freezeSpecsOf(
	q: Querier,
	competitionId: string,
	except: readonly string[],
	at: Date,
	by: LockedBy,
): Promise<string[]> {
	const rows = await q.$queryRaw<{ participantId: string }[]>`
		UPDATE "Entry" SET "specLockedAt" = ${at}, "specLockedBy" = ${by},
			"specHash" = encode(sha256(convert_to("specText", 'UTF8')), 'hex')
		WHERE "competitionId" = ${competitionId} AND "specLockedAt" IS NULL AND "lockedAt" IS NULL
			AND NOT ("participantId" = ANY(${[...except]}))
		RETURNING "participantId"`;
	return rows.map((row) => row.participantId);
}

/** Opens again what was locked at or after `since` by somebody else than its author; returns whose. */
export async function unfreezeSpecsOf(q: Querier, competitionId: string, since: Date): Promise<string[]> {
	const rows = await q.$queryRaw<{ participantId: string }[]>`
		UPDATE "Entry" SET "specLockedAt" = NULL, "specLockedBy" = NULL, "specHash" = NULL
		WHERE "competitionId" = ${competitionId} AND "specLockedBy" <> 'author' AND "specLockedAt" >= ${since}
			AND "lockedAt" IS NULL
		RETURNING "participantId"`;
	return rows.map((row) => row.participantId);
}

/** Takes one lock off, whoever set it; the earlier receipt, or null when it was not locked. */
export async function unlockSpec(
	q: Querier,
	participantId: string,
): Promise<{ hash: string | null; lockedAt: Date } | null> {
	const row = await q.entry.findUnique({
		where: { participantId },
		select: { specHash: true, specLockedAt: true },
	});
	if (!row?.specLockedAt) return null;
	const { count } = await q.entry.updateMany({
		where: { participantId, lockedAt: null },
		data: { specLockedAt: null, specLockedBy: null, specHash: null },
	});
	return count === 1 ? { hash: row.specHash, lockedAt: row.specLockedAt } : null;
}

export interface PasteRow {
	id: string;
	entryId: string;
	at: Date;
	characters: number;
	selfDeclared: boolean;
	note: string;
}

/** False when the entry has `limit` notes already. */
export async function addPasteNote(db: Database, row: PasteRow, limit: number): Promise<boolean> {
	const { rowCount } = await db.pool.query(
		`INSERT INTO "PasteNote" (id, "entryId", at, characters, "selfDeclared", note)
		 SELECT $1, $2, $3, $4, $5, $6 WHERE (SELECT count(*) FROM "PasteNote" WHERE "entryId" = $2) < $7`,
		[row.id, row.entryId, row.at, row.characters, row.selfDeclared, row.note, limit],
	);
	return rowCount === 1;
}

export async function listPasteNotes(q: Querier, entryId: string): Promise<PasteRow[]> {
	return q.pasteNote.findMany({ where: { entryId }, orderBy: [{ at: 'asc' }, { id: 'asc' }] });
}

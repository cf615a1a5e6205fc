// The smallest rows a test needs to stand on. Behaviour is tested through use cases, not through these.
import type { Database } from '../src/lib/server/db/client.ts';

export async function createCompetitionRow(
	db: Database,
	row: { id: string; code: string; dueAt?: Date | null },
): Promise<void> {
	await db.pool.query(
		`INSERT INTO "Competition" (id, code, title, team, "challengeSlug", "challengeVersion", "challengeHash", agent,
		 settings, round, phase, seed, "dueAt")
		 VALUES ($1, $2, 'A title', 'A team', 'a-challenge', '1', 'h', 'rehearsal', '{}', '{}', 'lobby', 1, $3)`,
		[row.id, row.code, row.dueAt ?? null],
	);
}

export async function createParticipantRow(
	db: Database,
	row: { id: string; competitionId: string; recoveryCodeHash?: string },
): Promise<void> {
	await db.pool.query(
		`INSERT INTO "Participant" (id, "competitionId", name, role, "recoveryCodeHash") VALUES ($1, $2, $1, 'participant', $3)`,
		[row.id, row.competitionId, row.recoveryCodeHash ?? 'none'],
	);
}

// The competitions of one facilitator, newest first.
import type { CompetitionListItem } from '../../../contract/competition.ts';
import { ok, refuse, type Result } from '../../../domain/result.ts';
import { listCompetitions as list } from '../../db/competition-repository.ts';
import type { Deps } from '../deps.ts';

export async function listCompetitions(
	deps: Deps,
	input: { facilitatorId: string | null },
): Promise<Result<CompetitionListItem[], 'not-signed-in'>> {
	if (input.facilitatorId === null) return refuse('not-signed-in');
	const competitions = await list(deps.db.prisma, input.facilitatorId);
	return ok(
		competitions.map((c) => ({
			code: c.code,
			title: c.title,
			team: c.team,
			challenge: deps.packs.find(c.challengeSlug)?.pack.title ?? c.challengeSlug,
			phase: c.round.phase,
			participantCount: c.participantCount,
			createdAt: c.createdAt.getTime(),
			sample: c.sample,
		})),
	);
}

// A new competition in its lobby, under a fresh code, with the challenge's requirement as version 1.
import type { CreateCompetition } from '../../../contract/competition.ts';
import type { Reason } from '../../../contract/refusals.ts';
import { LIMITS } from '../../../domain/limits.ts';
import { ok, refuse, type Result } from '../../../domain/result.ts';
import { isUniqueViolation, inTransaction } from '../../db/client.ts';
import { appendAudit, createCompetition as insert } from '../../db/competition-repository.ts';
import type { Random } from '../../random.ts';
import type { Deps } from '../deps.ts';
import { missingFor } from './agents.ts';
import { completeSettings, roundOf } from './settings.ts';

export type CreateDeps = Deps & { random: Pick<Random, 'code'> };

const CODE_TRIES = 5;

export async function createCompetition(
	deps: CreateDeps,
	input: CreateCompetition & { facilitator: { id: string; name: string } | null; sample?: boolean },
): Promise<Result<{ code: string }, Reason>> {
	const { facilitator } = input;
	if (!facilitator) return refuse('not-signed-in');
	const installed = deps.packs.find(input.challenge);
	if (!installed) return refuse('no-such-challenge');
	const missing = missingFor(input.agent);
	if (missing !== null) return refuse('agent-unavailable', { missing });
	const { pack, hash } = installed;
	const settings = completeSettings(pack, input.settings);
	const now = deps.now();
	const round = roundOf(settings, now);
	if (!round.ok) return refuse(round.reason === 'invalid-time' ? 'invalid-input' : round.reason);
	const row = {
		title: input.title,
		team: input.team,
		challengeSlug: pack.slug,
		challengeVersion: pack.version,
		challengeHash: hash,
		agent: input.agent,
		settings,
		round: round.state,
		createdAt: new Date(now),
		sample: input.sample ?? false,
	};
	for (let attempt = 1; ; attempt++) {
		const code = deps.random.code(LIMITS.codes.alphabet, LIMITS.codes.join);
		const id = deps.newId();
		try {
			await inTransaction(deps.db, async (tx) => {
				await insert(tx, { ...row, id, code, seed: deps.newSeed() }, facilitator.id, pack.requirement);
				await appendAudit(tx, id, new Date(now), {
					actor: `facilitator:${facilitator.id}`,
					actorName: facilitator.name,
					action: 'competition.created',
					data: { title: row.title, challenge: pack.slug, version: pack.version, agent: row.agent, settings },
				});
			});
			return ok({ code });
		} catch (error) {
			if (!isUniqueViolation(error) || attempt === CODE_TRIES) throw error;
		}
	}
}

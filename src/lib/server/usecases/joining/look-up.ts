// What the join page says about a competition before somebody comes in: its title, and whether it is too late to compete.
import { LIMITS } from '../../../domain/limits.ts';
import { ok, refuse, type Result } from '../../../domain/result.ts';
import { isBefore } from '../../../domain/round/phase.ts';
import { takeTry } from '../../auth/rate-limit.ts';
import { findCompetitionByCode } from '../../db/competition-repository.ts';
import { normaliseCode } from '../room.ts';
import type { JoinDeps } from './join.ts';

export interface Doorway {
	code: string;
	title: string;
	team: string;
	/** Whoever joins now can only watch. */
	observersOnly: boolean;
}

export async function lookUp(
	deps: JoinDeps,
	input: { code: string; address: string },
): Promise<Result<Doorway, 'no-such-competition' | 'rate-limited'>> {
	const competition = await findCompetitionByCode(deps.db.prisma, normaliseCode(input.code));
	if (!competition) {
		const guess = await takeTry(deps, 'join-code', input.address, LIMITS.rates.wrongCodePerAddress);
		return guess.ok ? refuse('no-such-competition') : guess;
	}
	const { code, title, team, round } = competition;
	return ok({ code, title, team, observersOnly: !isBefore(round.phase, 'building') });
}

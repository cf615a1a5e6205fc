// The choice points as this participant sees them, in an order of their own, and their answers so far.
import type { ChoicePointView, DecisionsView } from '../../../contract/decision.ts';
import type { ChoicePoint } from '../../../domain/challenge/pack.ts';
import { ok, refuse, type Result } from '../../../domain/result.ts';
import { saltedSeed, seededRandom, shuffled } from '../../../domain/round/order.ts';
import { findDeciding } from '../../db/decision-repository.ts';
import { findSpec } from '../../db/spec-repository.ts';
import type { Deps } from '../deps.ts';
import { enterAsParticipant, type At, type ParticipantReason } from '../participant-room.ts';
import type { Room } from '../room.ts';

/** None when the competition has no choice points, or its challenge is not installed any more. */
export const choicePointsOf = (deps: Deps, { competition }: Room): readonly ChoicePoint[] =>
	competition.settings.placement === 'off'
		? []
		: (deps.packs.find(competition.challengeSlug)?.pack.choicePoints ?? []);

export async function viewDecisions(
	deps: Deps,
	at: At,
): Promise<Result<DecisionsView, ParticipantReason | 'not-visible-yet' | 'no-such-thing'>> {
	const entered = await enterAsParticipant(deps, at);
	if (!entered.ok) return entered;
	const { room, me } = entered.value;
	if (!room.visibility.choicePoints) return refuse('not-visible-yet');
	const [deciding, spec] = await Promise.all([
		findDeciding(deps.db.prisma, me.id),
		findSpec(deps.db.prisma, me.id),
	]);
	if (!deciding || !spec) return refuse('no-such-thing');
	return ok({
		choicePoints: choicePointsOf(deps, room).map((p) => toView(p, room.competition.seed, me.id)),
		decisions: deciding.decisions.map((d) => ({ ...d, decidedAt: d.decidedAt.getTime() })),
		doneAt: deciding.doneAt?.getTime() ?? null,
		openness: room.visibility.edit.decisions,
		spec: { text: spec.text, revision: spec.revision, locked: spec.lockedAt !== null },
	});
}

/** What is first is chosen more often: each participant has their own order, and keeps it. Cues stay on the server. */
function toView(point: ChoicePoint, seed: number, participantId: string): ChoicePointView {
	const { id, title, question, context } = point;
	const alternatives = point.alternatives.map(({ cues: _, ...alternative }, index) => ({
		...alternative,
		index,
	}));
	const random = seededRandom(saltedSeed(seed, `alternatives:${participantId}:${id}`));
	return { id, title, question, context, alternatives: shuffled(alternatives, random) };
}

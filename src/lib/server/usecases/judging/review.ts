// An author labels what the agent added. Saved at once; it counts until the phase closes for them.
import { IN_TEXT_WORDS } from '../../../contract/result-words.ts';
import type { AdditionView, LabelAddition, ReviewView } from '../../../contract/review.ts';
import type { ShownDecision } from '../../../contract/shown-entry.ts';
import type { AdditionLinkKind } from '../../../domain/build/addition.ts';
import type { AlignmentStatus } from '../../../domain/build/alignment.ts';
import type { ChoicePoint } from '../../../domain/challenge/pack.ts';
import { ok, refuse, type Result } from '../../../domain/result.ts';
import { storable } from '../../../domain/spec/storable.ts';
import { judgePrediction, labelAddition } from '../../db/addition-repository.ts';
import { inTransaction, type Transaction } from '../../db/client.ts';
import { findJudgedEntry, setReviewDone, type JudgedEntry } from '../../db/judged-entry-repository.ts';
import { lockCompetition } from '../../db/competition-repository.ts';
import type { Deps } from '../deps.ts';
import {
	acceptWork,
	enterAsParticipant,
	untilSettled,
	type At,
	type ClosedReason,
	type Moved,
	type ParticipantReason,
	type ParticipantRoom,
} from '../participant-room.ts';
import { alignmentOf, findingsIn, packOf, pointsOf, shownDecisions } from './entry-facts.ts';

type Missing = 'not-visible-yet' | 'no-such-thing';

export async function viewReview(
	deps: Deps,
	at: At,
): Promise<Result<ReviewView, ParticipantReason | Missing>> {
	const entered = await enterAsParticipant(deps, at);
	if (!entered.ok) return entered;
	const { room, me } = entered.value;
	if (room.visibility.additions === 'none') return refuse('not-visible-yet');
	const entry = await findJudgedEntry(deps.db.prisma, me.id);
	if (!entry) return refuse('no-such-thing');
	return ok({
		build: entry.build && {
			buildId: entry.build.id,
			outcome: entry.build.outcome,
			summary: entry.build.summary,
		},
		additions: additionViews(entry, pointsOf(packOf(deps, room), room)),
		predictions: entry.predictions,
		doneAt: entry.reviewDoneAt?.getTime() ?? null,
		openness: room.visibility.edit.labels,
	});
}

/** What the measurement suggests; an addition of no choice point was decided by nobody. */
const SUGGESTION: Record<AlignmentStatus, AdditionLinkKind> = {
	honoured: 'matches',
	'parameter-differs': 'contradicts',
	contradicted: 'contradicts',
	'agent-chose': 'never-decided',
	'agent-chose-undecided': 'never-decided',
	unknown: 'never-decided',
};

function additionViews(entry: JudgedEntry, points: readonly ChoicePoint[]): AdditionView[] {
	const alignment = alignmentOf(entry, points);
	const decisions = shownDecisions(entry, points, findingsIn(entry));
	return (entry.build?.additions ?? []).map((addition) => {
		const status = alignment.points.find((p) => p.choicePointId === addition.choicePointId)?.status;
		const decision = decisions.find((d) => d.choicePointId === addition.choicePointId);
		return {
			...addition,
			decided: decision ? decidedWords(decision) : null,
			suggestedLink: status ? SUGGESTION[status] : 'never-decided',
		};
	});
}

function decidedWords({ choice, decidedBy }: ShownDecision): string | null {
	if (choice?.kind !== 'alternative') return choice && 'Left to the agent';
	return decidedBy === 'text' ? `${choice.label} (${IN_TEXT_WORDS})` : choice.label;
}

type EditReason = ParticipantReason | ClosedReason | Missing | 'stale-version';

/** Runs `write` for the author's own entry while the round stands still. */
function edit<T, R extends never | 'unlabelled-additions' = never>(
	deps: Deps,
	at: At,
	write: (
		tx: Transaction,
		entry: JudgedEntry,
		entered: ParticipantRoom,
	) => Promise<Result<T, 'no-such-thing' | R>>,
): Promise<Result<T, EditReason | R>> {
	return untilSettled<T, EditReason | R>(async () => {
		const entered = await enterAsParticipant(deps, at);
		if (!entered.ok) return entered;
		const { room, me } = entered.value;
		const accepted = acceptWork(room, room.visibility.edit.labels);
		if (!accepted.ok) return accepted;
		return inTransaction(deps.db, async (tx): Promise<Result<T, 'no-such-thing' | R> | Moved> => {
			if ((await lockCompetition(tx, room.competition.id))?.version !== room.competition.version)
				return 'moved';
			const entry = await findJudgedEntry(tx, me.id);
			return entry ? write(tx, entry, entered.value) : refuse('no-such-thing');
		});
	});
}

export const labelOwnAddition = (deps: Deps, input: At & LabelAddition & { additionId: string }) =>
	edit<void>(deps, input, async (tx, entry, { room }) => {
		const { label, link, additionId: id } = input;
		const note = storable(input.note);
		const found =
			entry.build &&
			(await labelAddition(tx, { buildId: entry.build.id, id }, { label, link, note }, new Date(room.now)));
		return found ? ok(undefined) : refuse('no-such-thing');
	});

export const judgeOwnPrediction = (
	deps: Deps,
	input: At & { predictionId: string; additionId: string | null },
) =>
	edit<void>(deps, input, async (tx, entry) => {
		const { additionId, predictionId: id } = input;
		if (additionId !== null && !entry.build?.additions.some((a) => a.id === additionId))
			return refuse('no-such-thing');
		return (await judgePrediction(tx, { entryId: entry.id, id }, additionId))
			? ok(undefined)
			: refuse('no-such-thing');
	});

/** Refuses while an addition lacks its label or its link to a decision, and names them. */
export const finishReview = (deps: Deps, input: At & { done: boolean }) =>
	edit<{ doneAt: number | null }, 'unlabelled-additions'>(deps, input, async (tx, entry, { room, me }) => {
		const open = entry.build?.additions.filter((a) => a.label === null || a.link === null) ?? [];
		if (input.done && open.length > 0) return refuse('unlabelled-additions', { open: open.map((a) => a.id) });
		if (await setReviewDone(tx, entry.id, input.done ? new Date(room.now) : null))
			await deps.events.append(tx, room.competition.id, [
				{ type: 'entry.finished', participantId: me.id, phase: 'reviewing', finished: input.done },
			]);
		return ok({ doneAt: input.done ? room.now : null });
	});

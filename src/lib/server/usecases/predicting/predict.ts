// The list of what an author expects the agent to add; kept as a whole, so that two windows cannot mix theirs.
import { createHash } from 'node:crypto';
import type { Predict, PredictionsView } from '../../../contract/prediction.ts';
import { ok, refuse, type Result } from '../../../domain/result.ts';
import { storable } from '../../../domain/spec/storable.ts';
import { inTransaction, type Transaction } from '../../db/client.ts';
import { findCompetition } from '../../db/competition-repository.ts';
import {
	findPredicting,
	lockEntryOf,
	replacePredictions,
	type Predicting,
	type PredictionRow,
} from '../../db/prediction-repository.ts';
import { choicePointsOf } from '../deciding/view-decisions.ts';
import type { Deps } from '../deps.ts';
import { finishPhase } from '../finish-phase.ts';
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

type Missing = 'not-visible-yet' | 'no-such-thing';

export async function viewPredictions(
	deps: Deps,
	at: At,
): Promise<Result<PredictionsView, ParticipantReason | Missing>> {
	const entered = await enterAsParticipant(deps, at);
	if (!entered.ok) return entered;
	const { room, me } = entered.value;
	if (room.visibility.predictions === 'none') return refuse('not-visible-yet');
	const predicting = await findPredicting(deps.db.prisma, me.id);
	return predicting ? ok(toView(deps, entered.value, predicting)) : refuse('no-such-thing');
}

const toView = (deps: Deps, { room }: ParticipantRoom, predicting: Predicting): PredictionsView => ({
	predictions: predicting.predictions,
	version: versionOf(predicting.predictions),
	doneAt: predicting.doneAt?.getTime() ?? null,
	openness: room.visibility.edit.predictions,
	choicePoints: room.visibility.choicePoints
		? choicePointsOf(deps, room).map(({ id, title }) => ({ id, title }))
		: [],
});

const versionOf = (predictions: readonly PredictionRow[]): string =>
	createHash('sha256')
		.update(JSON.stringify(predictions.map((p) => [p.id, p.text, p.choicePointId])))
		.digest('hex')
		.slice(0, 16);

type PredictReason = ParticipantReason | ClosedReason | Missing | 'stale-version';
type Predicted = Result<PredictionsView, PredictReason>;

export function predict(deps: Deps, input: At & Predict): Promise<Predicted> {
	return untilSettled(async () => {
		const entered = await enterAsParticipant(deps, input);
		if (!entered.ok) return entered;
		return inTransaction(deps.db, (tx) => tryPredict(deps, tx, entered.value, input));
	});
}

async function tryPredict(
	deps: Deps,
	tx: Transaction,
	entered: ParticipantRoom,
	input: Predict,
): Promise<Predicted | Moved> {
	const { room, me } = entered;
	const accepted = acceptWork(room, room.visibility.edit.predictions);
	if (!accepted.ok) return accepted;
	await lockEntryOf(tx, me.id);
	const before = await findPredicting(tx, me.id);
	if (!before) return refuse('no-such-thing');
	if (before.frozen) return refuse('frozen');
	if ((await findCompetition(tx, room.competition.id))?.version !== room.competition.version) return 'moved';
	const known = new Set(choicePointsOf(deps, room).map((p) => p.id));
	if (input.predictions.some((p) => p.choicePointId !== null && !known.has(p.choicePointId)))
		return refuse('no-such-thing');
	const wanted = input.predictions.map((p) => ({ ...p, text: storable(p.text) }));
	// The same list again is no conflict: a save whose answer was lost is repeated.
	if (sameContent(before.predictions, wanted)) return ok(toView(deps, entered, before));
	if (versionOf(before.predictions) !== input.version)
		return refuse('stale-version', { ...toView(deps, entered, before) });
	const predictions = wanted.map((p) => ({ ...p, id: deps.newId() }));
	await replacePredictions(tx, before.entryId, predictions, new Date(room.now));
	return ok(toView(deps, entered, { ...before, predictions }));
}

const sameContent = (
	a: readonly Omit<PredictionRow, 'id'>[],
	b: readonly Omit<PredictionRow, 'id'>[],
): boolean =>
	a.length === b.length && a.every((p, i) => p.text === b[i]?.text && p.choicePointId === b[i].choicePointId);

/** An empty list may be done: expecting nothing is a prediction too. */
export function finishPredicting(
	deps: Deps,
	input: At & { done: boolean },
): Promise<Result<{ doneAt: number | null }, ParticipantReason | ClosedReason | 'stale-version'>> {
	return untilSettled(async () => {
		const entered = await enterAsParticipant(deps, input);
		if (!entered.ok) return entered;
		const accepted = acceptWork(entered.value.room, entered.value.room.visibility.edit.predictions);
		if (!accepted.ok) return accepted;
		return finishPhase(deps, entered.value, { phase: 'predicting', done: input.done });
	});
}

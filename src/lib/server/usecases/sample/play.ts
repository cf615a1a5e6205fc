// Plays a competition from where it stands to its debrief, through the same use cases as everybody, with the samples of
// its challenge as participants. What it needs to know stands in the database, so that any process can go on with it.
import { setTimeout as delay } from 'node:timers/promises';
import type { Sample } from '../../../domain/challenge/sample.ts';
import type { Result } from '../../../domain/result.ts';
import type { RoundCommand, RoundState } from '../../../domain/round/machine.ts';
import type { Phase } from '../../../domain/round/phase.ts';
import { findCompetition } from '../../db/competition-repository.ts';
import { countEntries } from '../../db/entry-repository.ts';
import { listParticipants } from '../../db/participant-repository.ts';
import { decideAt } from '../deciding/decide.ts';
import { finishDeciding } from '../deciding/finish-deciding.ts';
import { join, type JoinDeps } from '../joining/join.ts';
import { finishReview, labelOwnAddition, viewReview } from '../judging/review.ts';
import { viewBallots, vote } from '../judging/voting.ts';
import type { At } from '../participant-room.ts';
import { finishPredicting, predict, viewPredictions } from '../predicting/predict.ts';
import { changeRound } from '../room.ts';
import { lockSpec } from '../writing/lock-spec.ts';
import { saveSpec } from '../writing/save-spec.ts';
import { impressionsOf, labelFor, rubricOf } from './hand.ts';

/** The sample competition came to something that playing it on cannot mend. */
export class SampleError extends Error {
	override name = 'SampleError';
}

interface Player {
	sample: Sample;
	at: At;
}
interface Table {
	deps: JoinDeps;
	competition: { id: string; code: string };
	round: RoundState;
	samples: readonly Sample[];
	players: Player[];
}

const BUILDING_LOOK_MS = 1_000;

/** Returns once the round is in its debrief. @throws SampleError; the signal's reason when aborted */
export async function playToDebrief(
	deps: JoinDeps,
	competitionId: string,
	samples: readonly Sample[],
	signal: AbortSignal,
): Promise<void> {
	for (;;) {
		signal.throwIfAborted();
		const competition = await findCompetition(deps.db.prisma, competitionId);
		if (!competition) throw new SampleError('The sample competition is gone.');
		const { round } = competition;
		if (round.phase === 'debrief') return;
		// The pipeline moves the round on when the builds are through.
		if (round.phase === 'building') {
			await delay(BUILDING_LOOK_MS, undefined, { signal }).catch(() => undefined);
			continue;
		}
		const table = { deps, competition, round, samples, players: await seated(deps, competition, samples) };
		await PLAYS[round.phase]?.(table);
		await press(table, { type: 'advance', expectedPhase: round.phase, endOpen: true });
	}
}

async function seated(
	{ db }: JoinDeps,
	{ id, code }: Table['competition'],
	samples: readonly Sample[],
): Promise<Player[]> {
	const present = await listParticipants(db.prisma, id);
	return samples.flatMap((sample) => {
		const participant = present.find((p) => p.name === sample.name);
		const identity = { facilitatorId: null, facilitatorName: null, participantId: participant?.id ?? null };
		return participant ? [{ sample, at: { code, identity } }] : [];
	});
}

/** Everybody in turn: an office laptop has other things to do. */
const each =
	(act: (deps: JoinDeps, player: Player) => Promise<void>) =>
	async ({ deps, players }: Table): Promise<void> => {
		for (const player of players) await act(deps, player);
	};

const PLAYS: Partial<Record<Phase, (table: Table) => Promise<void>>> = {
	lobby: (table) => seat(table, ({ late }) => !late),
	async writing(table) {
		await seat(table, () => true);
		await each(write)({ ...table, players: await seated(table.deps, table.competition, table.samples) });
	},
	deciding: each(decide),
	predicting: each(expectAdditions),
	reviewing: each(review),
	async presenting(table) {
		const entries = await countEntries(table.deps.db.prisma, table.competition.id);
		for (let expectedIndex = table.round.presenting; expectedIndex < entries; expectedIndex++)
			await press(table, { type: 'presentNext', expectedIndex, entries });
	},
	async voting(table) {
		if (table.round.informedAt === null) {
			await each(impress)(table);
			await press(table, { type: 'openInformed', expectedPhase: 'voting' });
		}
		await each(score)(table);
	},
	async results(table) {
		const entries = await countEntries(table.deps.db.prisma, table.competition.id);
		for (let expectedRevealed = table.round.revealed; expectedRevealed < entries; expectedRevealed++)
			await press(table, { type: 'revealNext', expectedRevealed, entries });
	},
};

async function press({ deps, competition }: Table, command: RoundCommand): Promise<void> {
	const by = { actor: 'sample', actorName: 'Sample', reason: null };
	const changed = await changeRound(deps, { competitionId: competition.id, command, by });
	// A facilitator may press too; then the next look at the round says where it stands.
	if (!changed.ok && changed.reason !== 'phase-moved' && changed.reason !== 'nothing-left')
		throw new SampleError(`The sample competition could not ${command.type}: ${changed.reason}.`);
}

/** Those who are to come now and have not. */
async function seat(
	{ deps, competition: { code }, samples, players }: Table,
	when: (sample: Sample) => boolean,
): Promise<void> {
	const seated = new Set(players.map((p) => p.sample.id));
	for (const { id, name } of samples.filter((sample) => when(sample) && !seated.has(sample.id)))
		done(await join(deps, { code, name, role: 'participant', address: `sample ${id}` }));
}

/** A latecomer does not finish and leaves the lock to the end of the phase. */
async function write(deps: JoinDeps, { sample, at }: Player): Promise<void> {
	const edit = { text: sample.spec, baseRevision: 0, more: false, editId: `sample ${sample.id}` };
	const saved = done(await saveSpec(deps, { ...at, ...edit }));
	if (saved && !sample.late) done(await lockSpec(deps, { ...at, revision: saved.revision }));
}

async function decide(deps: JoinDeps, { sample, at }: Player): Promise<void> {
	for (const { span, ...decision } of sample.decisions) {
		const place = span && { start: span.start, end: span.end };
		done(await decideAt(deps, { ...at, ...decision, span: place, baseVersion: 0 }));
	}
	// Refused while a choice point is open: that hand runs into the deadline.
	const finished = await finishDeciding(deps, { ...at, done: true });
	if (!finished.ok && finished.reason !== 'unfinished-decisions') done(finished);
}

async function expectAdditions(deps: JoinDeps, { sample, at }: Player): Promise<void> {
	const view = done(await viewPredictions(deps, at));
	if (!view) return;
	const predictions = sample.predictions.map((text) => ({ text, choicePointId: null }));
	done(await predict(deps, { ...at, predictions, version: view.version }));
	done(await finishPredicting(deps, { ...at, done: true }));
}

async function review(deps: JoinDeps, { at }: Player): Promise<void> {
	const view = done(await viewReview(deps, at));
	for (const addition of view?.additions ?? [])
		done(await labelOwnAddition(deps, { ...at, additionId: addition.id, ...labelFor(addition) }));
	done(await finishReview(deps, { ...at, done: true }));
}

async function impress(deps: JoinDeps, { sample, at }: Player): Promise<void> {
	const ballots = done(await viewBallots(deps, at))?.ballots ?? [];
	for (const { alias, impression } of impressionsOf(sample.name, ballots))
		done(await vote(deps, { ...at, alias, vote: { impression } }));
}

async function score(deps: JoinDeps, { sample, at }: Player): Promise<void> {
	for (const ballot of done(await viewBallots(deps, at))?.ballots ?? []) {
		const rubric = rubricOf(sample.name, ballot);
		done(await vote(deps, { ...at, alias: ballot.alias, vote: { rubric, comment: '' } }));
	}
}

/** Refusals that mean "done before a restart" or "the round went on meanwhile"; the value is null then. */
const PASSED = new Set([
	'locked',
	'frozen',
	'stale-revision',
	'stale-version',
	'deadline-passed',
	'wrong-phase',
]);

function done<T>(result: Result<T, string>): T | null {
	if (result.ok) return result.value;
	if (PASSED.has(result.reason)) return null;
	throw new SampleError(`A participant of the sample competition was refused: ${result.reason}.`);
}

// Blind voting in two halves: a first impression, then the rubric with the check results. Nobody votes for themselves.
import type { BallotsView, Vote } from '../../../contract/ballot.ts';
import type { Reason } from '../../../contract/refusals.ts';
import { DEFAULT_RUBRIC } from '../../../domain/judging/rubric.ts';
import { ok, refuse, type Result } from '../../../domain/result.ts';
import { storable } from '../../../domain/spec/storable.ts';
import { giveImpression, giveRubric, listBallotsOf, type Ballot } from '../../db/ballot-repository.ts';
import { inTransaction, type Transaction } from '../../db/client.ts';
import { lockCompetition } from '../../db/competition-repository.ts';
import { findEntryByAlias } from '../../db/entry-repository.ts';
import { listJudgedEntries } from '../../db/judged-entry-repository.ts';
import type { Participant } from '../../db/participant-repository.ts';
import type { Deps } from '../deps.ts';
import { acceptWork, untilSettled, type At, type Moved } from '../participant-room.ts';
import { enterRoom, type Room } from '../room.ts';
import { packOf, showEntry } from './entry-facts.ts';
import { drawLateBallot } from './orders-hook.ts';

type Voter = { room: Room; me: Participant };

/** Participants and observers vote. */
async function enterAsVoter(deps: Deps, at: At): Promise<Result<Voter, Reason>> {
	const entered = await enterRoom(deps, { ...at, surface: 'participant' });
	if (!entered.ok) return entered;
	const room = entered.value;
	return room.participant ? ok({ room, me: room.participant }) : refuse('not-participant');
}

export async function viewBallots(deps: Deps, at: At): Promise<Result<BallotsView, Reason>> {
	const entered = await enterAsVoter(deps, at);
	if (!entered.ok) return entered;
	const { room, me } = entered.value;
	if (room.round.phase !== 'voting') return refuse('wrong-phase');
	const ballots = await ballotsOf(deps, room, me.id);
	const entries = await listJudgedEntries(deps.db.prisma, room.competition.id);
	const pack = packOf(deps, room);
	const views = ballots.flatMap((ballot) => {
		const entry = entries.find((e) => e.id === ballot.entryId);
		const shown = entry && entry.participantId !== me.id ? showEntry(room, pack, entry) : null;
		const { position, impression, rubric, comment } = ballot;
		return shown ? [{ alias: shown.alias, position, impression, rubric, comment, entry: shown }] : [];
	});
	return ok({
		half: room.round.informedAt === null ? 'impression' : 'rubric',
		openness: room.visibility.edit.ballots,
		rubric: pack?.rubric ?? [...DEFAULT_RUBRIC],
		ballots: views,
		left: views.filter((v) => (room.round.informedAt === null ? v.impression : v.rubric) === null).length,
	});
}

/** Draws for somebody who joined after the draw. */
async function ballotsOf(deps: Deps, room: Room, voterId: string): Promise<Ballot[]> {
	const ballots = await listBallotsOf(deps.db.prisma, voterId);
	if (ballots.length > 0 || room.visibility.edit.ballots === 'closed') return ballots;
	await inTransaction(deps.db, (tx) => drawLateBallot(tx, room.competition, voterId));
	return listBallotsOf(deps.db.prisma, voterId);
}

export function vote(
	deps: Deps,
	input: At & { alias: string; vote: Vote },
): Promise<Result<{ left: number }, Reason>> {
	return untilSettled<{ left: number }, Reason>(async () => {
		const entered = await enterAsVoter(deps, input);
		if (!entered.ok) return entered;
		const { room } = entered.value;
		if (room.round.phase !== 'voting') return refuse('wrong-phase');
		const accepted = acceptWork(room, room.visibility.edit.ballots);
		if (!accepted.ok) return accepted;
		const informed = room.round.informedAt !== null;
		if ('impression' in input.vote && informed) return refuse('first-impression-closed');
		if ('rubric' in input.vote && !informed) return refuse('rubric-not-open');
		return inTransaction(deps.db, (tx) => tryVote(deps, tx, entered.value, input));
	});
}

async function tryVote(
	deps: Deps,
	tx: Transaction,
	{ room, me }: Voter,
	{ alias, vote }: { alias: string; vote: Vote },
): Promise<Result<{ left: number }, Reason> | Moved> {
	if ((await lockCompetition(tx, room.competition.id))?.version !== room.competition.version) return 'moved';
	const entry = await findEntryByAlias(tx, room.competition.id, alias);
	if (entry?.participantId === me.id) return refuse('no-self-vote');
	const key = { voterId: me.id, entryId: entry?.id ?? '' };
	const before = openBallots(await listBallotsOf(tx, me.id), vote);
	const at = new Date(room.now);
	const found =
		'impression' in vote
			? await giveImpression(tx, key, vote.impression, at)
			: await giveRubric(tx, key, vote.rubric, storable(vote.comment), at);
	if (!found) return refuse('no-such-thing');
	const left = openBallots(await listBallotsOf(tx, me.id), vote);
	if ((left === 0) !== (before === 0))
		await deps.events.append(tx, room.competition.id, [
			{ type: 'entry.finished', participantId: me.id, phase: 'voting', finished: left === 0 },
		]);
	return ok({ left });
}

const openBallots = (ballots: readonly Ballot[], vote: Vote): number =>
	ballots.filter((b) => ('impression' in vote ? b.impression : b.rubric) === null).length;

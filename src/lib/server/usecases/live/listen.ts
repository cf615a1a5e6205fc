// A room's live stream for one viewer: what they may not hear is not sent, and whoever may no longer be here hears
// nothing more. Opening it is what being connected means.
import type { EphemeralEvent, SequencedEvent } from '../../../contract/events.ts';
import { forViewer } from '../../../domain/round/audience.ts';
import type { VisibleRound } from '../../../domain/round/visibility.ts';
import { findCompetition, isFacilitatorOf } from '../../db/competition-repository.ts';
import { listProgress } from '../../db/console-repository.ts';
import type { Live } from '../../events/live.ts';
import { facilitatorPresence, isConnected, type ConsoleDeps } from '../console/view.ts';
import { visibleRound, type Room } from '../room.ts';
import { countRoom } from '../stage/view.ts';

export type ListenDeps = ConsoleDeps & { live: Pick<Live, 'stream' | 'presence'> };

export function listen(deps: ListenDeps, room: Room, after: number | null): Response {
	const ear = new Ear(deps, room);
	const { id } = room.competition;
	const here =
		room.participant?.id ??
		(room.facilitator && room.viewer.role === 'facilitator'
			? facilitatorPresence(room.facilitator.id)
			: null);
	const leave = here === null ? null : deps.live.presence.arrive(id, here);
	return deps.live.stream({
		competitionId: id,
		after: after ?? room.competition.seq,
		allows: (event) => ear.hears(event),
		allowsNow: (event) => ear.hearsNow(event),
		isOver: () => ear.isGone,
		onEnd() {
			leave?.();
			ear.close();
		},
	});
}

/** Events after which somebody may see more, or less, than before. */
const CHANGES_ROUND: ReadonlySet<string> = new Set([
	'phase.changed',
	'phase.undone',
	'presenting.moved',
	'voting.informed',
	'results.revealed',
	'competition.changed',
]);
const CHANGES_COUNTS: ReadonlySet<string> = new Set([
	'phase.changed',
	'phase.undone',
	'voting.informed',
	'entry.locked',
	'entry.finished',
	'participant.joined',
	'participant.removed',
	'participant.merged',
	'build.progress',
]);
const COUNT_MS = 1_000;

/** Every stream of a process is given the same event object: the round is read once for all of them. */
const roundsAfter = new WeakMap<SequencedEvent, Promise<VisibleRound | null>>();

class Ear {
	readonly #deps: ListenDeps;
	readonly #room: Room;
	#round: VisibleRound;
	#gone = false;
	#count: NodeJS.Timeout | null = null;

	constructor(deps: ListenDeps, room: Room) {
		this.#deps = deps;
		this.#room = room;
		this.#round = visibleRound(room.competition);
		if (room.viewer.role === 'stage') this.#recount();
	}

	get isGone(): boolean {
		return this.#gone;
	}

	async hears(sequenced: SequencedEvent): Promise<boolean | SequencedEvent> {
		const { event } = sequenced;
		if (this.#gone) return false;
		if (CHANGES_ROUND.has(event.type)) await this.#reload(sequenced);
		if (this.#room.viewer.role === 'stage' && CHANGES_COUNTS.has(event.type)) this.#recount();
		const heard = forViewer(this.#room.viewer, this.#round, event);
		await this.#leaveIfGone(sequenced);
		if (heard === null) return false;
		return heard === event ? true : { ...sequenced, event: heard };
	}

	hearsNow(event: EphemeralEvent): boolean | EphemeralEvent {
		if (this.#gone) return false;
		const changesPresence =
			event.type === 'progress' && event.rows.some((row) => row.connected !== undefined);
		if (this.#room.viewer.role === 'stage' && changesPresence) this.#recount();
		return forViewer(this.#room.viewer, this.#round, event) ?? false;
	}

	close(): void {
		this.#gone = true;
		if (this.#count) clearTimeout(this.#count);
	}

	async #reload(event: SequencedEvent): Promise<void> {
		const { db } = this.#deps;
		let loading = roundsAfter.get(event);
		if (!loading) {
			loading = findCompetition(db.prisma, this.#room.competition.id).then((c) => c && visibleRound(c));
			roundsAfter.set(event, loading);
		}
		const round = await loading;
		if (round) this.#round = round;
		else this.#gone = true;
	}

	/** The event that removes somebody is the last they hear. */
	async #leaveIfGone({ event }: SequencedEvent): Promise<void> {
		const { participant, facilitator, competition } = this.#room;
		const left = event.type === 'participant.removed' || event.type === 'participant.merged';
		if (left && event.participantId === participant?.id) this.#gone = true;
		if (event.type === 'facilitators.changed' && facilitator)
			this.#gone = !(await isFacilitatorOf(this.#deps.db.prisma, competition.id, facilitator.id));
	}

	/** The stage hears how far the room is, as bare numbers, at most once a second. */
	#recount(): void {
		if (this.#count || this.#gone) return;
		this.#count = setTimeout(() => {
			this.#count = null;
			this.#sayCounts().catch(() => undefined); // the next change counts again
		}, COUNT_MS).unref();
	}

	async #sayCounts(): Promise<void> {
		const { competition } = this.#room;
		const now = this.#deps.now();
		const progress = await listProgress(this.#deps.db, competition.id);
		if (this.#gone) return;
		const { finished, of } = countRoom({ round: this.#round.state, now }, progress);
		const connected = progress.filter((p) => isConnected(this.#deps, p, now)).length;
		this.#deps.events.say(competition.id, { type: 'room.counts', connected, finished, of });
	}
}

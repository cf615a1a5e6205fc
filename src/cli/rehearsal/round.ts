// Plays a whole round over the public interface: one facilitator, participants from a pack's samples, every phase.
import type { ResultsFile } from '../../lib/contract/results.ts';
import type { RoomFrame } from '../../lib/contract/competition.ts';
import type { RoomEvent } from '../../lib/contract/events.ts';
import type { Phase } from '../../lib/domain/round/phase.ts';
import type { Sample } from '../../lib/domain/challenge/sample.ts';
import { Player } from './participant.ts';
import { Person, RefusedError, type Witness } from './person.ts';

export interface RehearsalOptions {
	base: string;
	challenge: string;
	samples: readonly Sample[];
	participants: number;
	/** How long builds may take altogether before the rehearsal gives up, milliseconds. */
	buildWaitMs: number;
	witness: Witness;
	onPhase: (phase: Phase, code: string) => void;
}

/** The round did not come where it should have. */
export class RehearsalError extends Error {
	override name = 'RehearsalError';
}

export interface Rehearsed {
	code: string;
	results: ResultsFile;
}

export async function rehearseRound(facilitator: Person, options: RehearsalOptions): Promise<Rehearsed> {
	const { challenge, samples, participants } = options;
	const { code } = await facilitator.post<{ code: string }>('/api/competitions', {
		title: 'Rehearsal',
		team: 'Rehearsal',
		challenge,
	});
	const round = new Round(facilitator, code, options);
	const players = Array.from({ length: participants }, (_, i) => {
		const sample = samples[i % samples.length]!;
		const again = Math.floor(i / samples.length);
		const name = again === 0 ? sample.name : `${sample.name} ${again + 1}`;
		return new Player(new Person(options.base, name, options.witness), sample, code);
	});
	try {
		await play(round, players);
	} finally {
		await round.stop();
	}
	return {
		code,
		results: await facilitator.get<ResultsFile>(`/api/competitions/${code}/export?format=json`),
	};
}

async function play(round: Round, players: readonly Player[]): Promise<void> {
	const all = (act: (player: Player) => Promise<unknown>) => Promise.all(players.map(act));
	await Promise.all(players.filter((p) => !p.sample.late).map((p) => round.enter(p)));
	await round.advanceTo('writing');
	await Promise.all(players.filter((p) => p.sample.late).map((p) => round.enter(p)));
	await all((p) => p.write());
	await round.advanceTo('deciding');
	await all((p) => p.decide());
	await round.advanceTo('predicting');
	await all((p) => p.predict());
	await round.advanceTo('building');
	await round.builds();
	await all((p) => p.review());
	await round.advanceTo('presenting');
	await round.repeat('presentNext', (frame) => ({ expectedIndex: frame.presenting }));
	await round.advanceTo('voting');
	await all((p) => p.impress());
	await round.command({ type: 'openInformed', expectedPhase: 'voting' });
	await all((p) => p.score());
	await round.advanceTo('results');
	await round.repeat('revealNext', (frame) => ({ expectedRevealed: frame.revealed }));
	await round.advanceTo('debrief');
}

class Round {
	readonly #facilitator: Person;
	readonly #options: RehearsalOptions;
	readonly #room: string;
	readonly #code: string;
	readonly #stopping = new AbortController();
	readonly #streams: Promise<void>[] = [];
	readonly #phases = new Set<Phase>();
	#woken: (() => void) | null = null;
	#broken: Error | null = null;

	constructor(facilitator: Person, code: string, options: RehearsalOptions) {
		this.#facilitator = facilitator;
		this.#options = options;
		this.#code = code;
		this.#room = `/api/competitions/${code}`;
		this.#listen(facilitator, 0, (event) => {
			if (event.type === 'phase.changed') this.#phases.add(event.phase);
			this.#woken?.();
		});
	}

	/** Joins and keeps a live stream open, as a page would. */
	async enter(player: Player): Promise<void> {
		await player.join();
		const { seq } = await player.person.get<RoomFrame>(this.#room);
		this.#listen(player.person, seq, () => undefined);
	}

	async command<T>(command: object): Promise<T> {
		return this.#facilitator.post<T>(`${this.#room}/round`, command);
	}

	/** Presses on until the round is in `phase`, as a facilitator does who skips what is left of a clock. */
	async advanceTo(phase: Phase): Promise<void> {
		for (;;) {
			const frame = await this.#facilitator.get<RoomFrame>(this.#room);
			if (frame.phase === phase) break;
			if (frame.phases.indexOf(frame.phase) > frame.phases.indexOf(phase))
				throw new RehearsalError(`The round is in ${frame.phase} and cannot come to ${phase} any more.`);
			await this.command({ type: 'advance', expectedPhase: frame.phase, endOpen: true });
		}
		this.#options.onPhase(phase, this.#code);
	}

	/** The pipeline moves the round on; the facilitator hears of it over the live stream. */
	async builds(): Promise<void> {
		const deadline = Date.now() + this.#options.buildWaitMs;
		while (!this.#phases.has('reviewing')) {
			if (this.#broken) throw this.#broken;
			const left = deadline - Date.now();
			if (left <= 0)
				throw new RehearsalError('The builds did not finish in time; see the console of this competition.');
			await this.#nextEvent(left);
		}
		this.#options.onPhase('reviewing', this.#code);
	}

	/** Repeats a stepwise command until there is nothing left. */
	async repeat(type: 'presentNext' | 'revealNext', expected: (frame: RoomFrame) => object): Promise<void> {
		for (;;) {
			const frame = await this.#facilitator.get<RoomFrame>(this.#room);
			try {
				await this.command({ type, ...expected(frame) });
			} catch (error) {
				if (error instanceof RefusedError && error.reason === 'nothing-left') return;
				throw error;
			}
		}
	}

	async stop(): Promise<void> {
		this.#stopping.abort();
		await Promise.all(this.#streams);
	}

	#listen(person: Person, after: number, hear: (event: RoomEvent) => void): void {
		const { signal } = this.#stopping;
		const stream = person.listen(this.#code, after, hear, signal).catch((error: unknown) => {
			if (signal.aborted) return;
			this.#broken = error instanceof Error ? error : new Error(String(error));
			this.#woken?.();
		});
		this.#streams.push(stream);
	}

	#nextEvent(ms: number): Promise<void> {
		return new Promise((resolve) => {
			const timer = setTimeout(resolve, ms);
			this.#woken = () => {
				clearTimeout(timer);
				this.#woken = null;
				resolve();
			};
		});
	}
}

// A voter's ballots in the browser: each mark is sent at once, and kept to be sent again when that failed.
import type { BallotView, BallotsView, RubricVote, Vote } from '../contract/ballot.ts';
import { CRITERION_IDS } from '../domain/judging/rubric.ts';
import type { CriterionId } from '../domain/challenge/pack.ts';
import { call } from './api.ts';

/** What the voter has said of one entry; `undefined` inside a rubric is not said yet, null is "cannot tell". */
export interface OwnVote {
	alias: string;
	impression: number | null;
	rubric: Partial<Record<CriterionId, number | null>>;
	comment: string;
}

const TYPING_MS = 700;

const toVote = ({ alias, impression, rubric, comment }: Omit<BallotView, 'entry'>): OwnVote => ({
	alias,
	impression,
	rubric: rubric ?? {},
	comment,
});

export class Ballots {
	votes = $state<OwnVote[]>([]);
	half = $state<BallotsView['half']>('impression');
	state = $state<'idle' | 'unsaved' | 'saving'>('idle');
	problem = $state<string | null>(null);
	#code: string;
	#unsent = new Set<string>();
	#timer: ReturnType<typeof setTimeout> | undefined;
	#running: Promise<void> | null = null;

	constructor(
		code: string,
		view: Pick<BallotsView, 'half'> & { ballots: readonly Omit<BallotView, 'entry'>[] },
	) {
		this.#code = code;
		this.half = view.half;
		this.votes = view.ballots.map(toVote);
	}

	/** Takes a fresh view; marks that are not sent yet stay. */
	adopt(view: Pick<BallotsView, 'half'> & { ballots: readonly Omit<BallotView, 'entry'>[] }): void {
		if (view.half !== this.half) this.#unsent.clear();
		this.half = view.half;
		const mine = new Map(this.votes.map((vote) => [vote.alias, vote]));
		this.votes = view.ballots.map((ballot) => {
			const own = mine.get(ballot.alias);
			const { rubric } = own ?? {};
			if (own && this.#unsent.has(ballot.alias)) return own;
			// A rubric begun and not complete is known only here.
			return { ...toVote(ballot), ...(rubric && ballot.rubric === null && { rubric }) };
		});
	}

	isComplete(vote: OwnVote): boolean {
		if (this.half === 'impression') return vote.impression !== null;
		return CRITERION_IDS.every((id) => vote.rubric[id] !== undefined);
	}
	get left(): number {
		return this.votes.filter((vote) => !this.isComplete(vote)).length;
	}

	impress(vote: OwnVote, impression: number): void {
		vote.impression = impression;
		this.#later(vote, 0);
	}
	/** Sent when all three criteria have a mark. */
	rate(vote: OwnVote, criterion: CriterionId, value: number | null): void {
		vote.rubric[criterion] = value;
		if (this.isComplete(vote)) this.#later(vote, 0);
	}
	comment(vote: OwnVote, text: string): void {
		vote.comment = text;
		if (this.isComplete(vote)) this.#later(vote, TYPING_MS);
	}

	async flush(): Promise<void> {
		clearTimeout(this.#timer);
		if (this.#running) await this.#running;
		if (this.#unsent.size === 0) return;
		this.#running ??= this.#send().finally(() => (this.#running = null));
		await this.#running;
	}

	#later({ alias }: OwnVote, delay: number): void {
		this.#unsent.add(alias);
		this.state = 'unsaved';
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => void this.flush(), delay);
	}

	async #send(): Promise<void> {
		this.state = 'saving';
		let [alias] = this.#unsent;
		while (alias !== undefined) {
			const vote = this.votes.find((v) => v.alias === alias);
			this.#unsent.delete(alias);
			const answer =
				vote && (await call(this.#code, 'PUT', `/ballots/${encodeURIComponent(alias)}`, this.#body(vote)));
			if (answer && !answer.ok) {
				if (answer.reason === 'unreachable' || answer.reason === 'paused') this.#unsent.add(alias);
				this.state = this.#unsent.size > 0 ? 'unsaved' : 'idle';
				this.problem = answer.message;
				return;
			}
			[alias] = this.#unsent;
		}
		this.problem = null;
		this.state = 'idle';
	}

	#body({ impression, rubric, comment }: OwnVote): Vote {
		return this.half === 'impression' ? { impression } : { rubric: rubric as RubricVote, comment };
	}
}

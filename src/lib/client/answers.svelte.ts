// The author's answers in the browser: every change is sent at once, one at a time per choice point, on the version it
// was made on. What the server has not acknowledged is shown as not saved.
import type { Decide, DecisionsView, DecisionView, UnfinishedDecisions } from '../contract/decision.ts';
import type { Choice } from '../domain/challenge/decision.ts';
import { call } from './api.ts';

export type Reasons = Pick<Decide, 'rationale' | 'rejected' | 'confidence'> & {
	span: { start: number; end: number; quote: string } | null;
};
export interface Answer extends Reasons {
	choice: Choice | null;
}

const TYPING_MS = 600;
const RETRY_MS = 2_000;
const EMPTY: Answer = { choice: null, rationale: '', rejected: '', confidence: null, span: null };

const answerOf = ({ choice, rationale, rejected, confidence, span }: DecisionView): Answer => ({
	choice,
	rationale,
	rejected,
	confidence,
	span,
});

/** One choice point's answer and how far it has got. */
export class PointAnswer {
	answer = $state.raw<Answer>(EMPTY);
	state = $state<'idle' | 'unsaved' | 'saving'>('idle');
	savedAt = $state<number | null>(null);
	problem = $state<string | null>(null);
	#version = 0;
	#code: string;
	#id: string;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#running: Promise<void> | null = null;

	constructor(code: string, id: string, stored: DecisionView | undefined) {
		this.#code = code;
		this.#id = id;
		if (stored) this.#take(stored);
	}

	get decided(): boolean {
		return this.answer.choice !== null;
	}

	choose(choice: Choice): void {
		this.#change({ choice }, 0);
	}

	/** Reasons are kept with a choice; before one is made there is nothing to give reasons for. */
	explain(reasons: Partial<Reasons>, typing: boolean): void {
		this.#change(reasons, typing ? TYPING_MS : 0);
	}

	/** Sends what waits; resolves when it is acknowledged or the try has failed. */
	async flush(): Promise<void> {
		clearTimeout(this.#timer);
		if (this.#running) await this.#running;
		if (this.state !== 'unsaved') return;
		this.#running ??= this.#send().finally(() => (this.#running = null));
		await this.#running;
	}

	#change(change: Partial<Answer>, delay: number): void {
		this.answer = { ...this.answer, ...change };
		this.problem = null;
		if (this.answer.choice === null) return;
		this.state = 'unsaved';
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => void this.flush(), delay);
	}

	async #send(): Promise<void> {
		const sent = this.answer;
		this.state = 'saving';
		const span = sent.span && { start: sent.span.start, end: sent.span.end };
		const body = { ...sent, span, baseVersion: this.#version };
		const answer = await call<DecisionView>(
			this.#code,
			'PUT',
			`/decisions/${encodeURIComponent(this.#id)}`,
			body,
		);
		const changedMeanwhile = this.answer !== sent;
		this.state = answer.ok && !changedMeanwhile ? 'idle' : 'unsaved';
		if (answer.ok) {
			this.#version = answer.value.version;
			this.savedAt = answer.value.decidedAt;
			if (changedMeanwhile) this.#timer = setTimeout(() => void this.flush(), 0);
		} else if (answer.reason === 'unreachable') {
			this.problem = answer.message;
			this.#timer = setTimeout(() => void this.flush(), RETRY_MS * (0.5 + Math.random()));
		} else if (answer.reason === 'stale-version' && answer.detail['decision'])
			this.#meet(sent, answer.detail['decision'] as DecisionView);
		else this.problem = answer.message;
	}

	/** A lost answer to one's own save looks like somebody else's: the same content is no conflict. */
	#meet(sent: Answer, stored: DecisionView): void {
		const same =
			JSON.stringify(sent.choice) === JSON.stringify(stored.choice) && sent.rationale === stored.rationale;
		this.#version = stored.version;
		if (same) {
			this.#timer = setTimeout(() => void this.flush(), 0);
			return;
		}
		this.#take(stored);
		this.state = 'idle';
		this.problem =
			'Another window has changed this answer. You see that one now; change it here if it is not right.';
	}

	#take(stored: DecisionView): void {
		this.answer = answerOf(stored);
		this.#version = stored.version;
		this.savedAt = stored.decidedAt;
	}
}

export class Answers {
	readonly points: ReadonlyMap<string, PointAnswer>;
	doneAt = $state<number | null>(null);
	/** Choice points that "done" was refused for. */
	missing = $state.raw<readonly string[]>([]);
	#code: string;

	constructor(code: string, view: DecisionsView) {
		this.#code = code;
		this.doneAt = view.doneAt;
		this.points = new Map(
			view.choicePoints.map(({ id }) => [
				id,
				new PointAnswer(
					code,
					id,
					view.decisions.find((d) => d.choicePointId === id),
				),
			]),
		);
	}

	get decided(): number {
		return [...this.points.values()].filter((p) => p.decided).length;
	}

	async flush(): Promise<void> {
		await Promise.all([...this.points.values()].map((point) => point.flush()));
	}

	/** Null when it went through, else the sentence to show. */
	async finish(done: boolean): Promise<string | null> {
		await this.flush();
		const answer = await call<{ doneAt: number | null }>(this.#code, 'POST', '/decisions/done', { done });
		this.missing = [];
		if (answer.ok) this.doneAt = answer.value.doneAt;
		else if (answer.reason === 'unfinished-decisions')
			this.missing = (answer.detail as unknown as UnfinishedDecisions).choicePointIds;
		return answer.ok ? null : answer.message;
	}
}

// An author's labels in the browser: every change is sent at once, one after the other; what failed stays to be sent.
import type { AdditionView, ReviewView } from '../contract/review.ts';
import type { AdditionLabel, AdditionLinkKind } from '../domain/build/addition.ts';
import { call } from './api.ts';

type Change = Partial<Pick<AdditionView, 'label' | 'link' | 'note'>>;
interface Step {
	id: string;
	before: Change;
}

const TYPING_MS = 700;

export class Review {
	additions = $state<AdditionView[]>([]);
	predictions = $state<ReviewView['predictions']>([]);
	doneAt = $state<number | null>(null);
	state = $state<'idle' | 'unsaved' | 'saving'>('idle');
	problem = $state<string | null>(null);
	#steps = $state<Step[]>([]);
	#code: string;
	#unsent = new Set<string>();
	#timer: ReturnType<typeof setTimeout> | undefined;
	#running: Promise<void> | null = null;

	constructor(code: string, view: ReviewView) {
		this.#code = code;
		this.additions = view.additions;
		this.predictions = view.predictions;
		this.doneAt = view.doneAt;
	}

	/** Labelled and linked. */
	static isComplete = (addition: AdditionView): boolean => addition.label !== null && addition.link !== null;
	get complete(): number {
		return this.additions.filter(Review.isComplete).length;
	}
	get canUndo(): boolean {
		return this.#steps.length > 0;
	}

	label(id: string, label: AdditionLabel): void {
		this.#change(id, { label });
	}
	link(id: string, link: AdditionLinkKind): void {
		this.#change(id, { link });
	}
	note(id: string, note: string): void {
		this.#apply(id, { note }, TYPING_MS);
	}

	/** Takes back the last label or link; returns the addition it belongs to. */
	undo(): string | null {
		const step = this.#steps.pop();
		if (!step) return null;
		this.#apply(step.id, step.before, 0);
		return step.id;
	}

	async judge(predictionId: string, additionId: string | null): Promise<void> {
		const prediction = this.predictions.find((p) => p.id === predictionId);
		if (!prediction) return;
		const before = prediction.additionId;
		prediction.additionId = additionId;
		const answer = await call(this.#code, 'PUT', `/predictions/${predictionId}`, { additionId });
		this.problem = answer.ok ? null : answer.message;
		if (!answer.ok) prediction.additionId = before;
	}

	async finish(done: boolean): Promise<void> {
		await this.flush();
		const answer = await call<{ doneAt: number | null }>(this.#code, 'POST', '/review/done', { done });
		this.problem = answer.ok ? null : answer.message;
		if (answer.ok) this.doneAt = answer.value.doneAt;
	}

	async flush(): Promise<void> {
		clearTimeout(this.#timer);
		if (this.#running) await this.#running;
		if (this.#unsent.size === 0) return;
		this.#running ??= this.#send().finally(() => (this.#running = null));
		await this.#running;
	}

	#change(id: string, change: Change): void {
		const addition = this.additions.find((a) => a.id === id);
		if (!addition) return;
		const { label, link } = addition;
		this.#steps.push({ id, before: { label, link } });
		this.#apply(id, change, 0);
	}

	#apply(id: string, change: Change, delay: number): void {
		const addition = this.additions.find((a) => a.id === id);
		if (!addition) return;
		Object.assign(addition, change);
		this.#unsent.add(id);
		this.state = 'unsaved';
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => void this.flush(), delay);
	}

	async #send(): Promise<void> {
		this.state = 'saving';
		let [id] = this.#unsent;
		while (id !== undefined) {
			const addition = this.additions.find((a) => a.id === id);
			this.#unsent.delete(id);
			const { label = null, link = null, note = '' } = addition ?? {};
			const path = `/additions/${encodeURIComponent(id)}`;
			const answer = await call(this.#code, 'PUT', path, { label, link, note });
			if (!answer.ok) {
				this.#unsent.add(id);
				this.state = 'unsaved';
				this.problem = answer.message;
				return;
			}
			[id] = this.#unsent;
		}
		this.problem = null;
		this.state = 'idle';
	}
}

// The list of predictions in the browser, sent as a whole after every change.
import type { PredictionsView } from '../contract/prediction.ts';
import { LIMITS } from '../domain/limits.ts';
import { call } from './api.ts';

export interface PredictionRow {
	key: number;
	text: string;
	choicePointId: string | null;
}

const TYPING_MS = 700;
const RETRY_MS = 2_000;

export class Predictions {
	rows = $state<PredictionRow[]>([]);
	doneAt = $state<number | null>(null);
	state = $state<'idle' | 'unsaved' | 'saving'>('idle');
	problem = $state<string | null>(null);
	#code: string;
	#version: string;
	#keys = 0;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#running: Promise<void> | null = null;
	#changes = 0;

	constructor(code: string, view: PredictionsView) {
		this.#code = code;
		this.#version = view.version;
		this.doneAt = view.doneAt;
		this.#show(view);
		if (this.rows.length === 0) this.add();
	}

	get full(): boolean {
		return this.rows.length >= LIMITS.counts.predictions;
	}
	get count(): number {
		return this.rows.filter((row) => row.text.trim() !== '').length;
	}

	add(): void {
		if (!this.full) this.rows.push({ key: this.#keys++, text: '', choicePointId: null });
	}

	remove(key: number): void {
		this.rows = this.rows.filter((row) => row.key !== key);
		this.changed(0);
	}

	/** Call after a row was changed. */
	changed(delay: number = TYPING_MS): void {
		this.#changes++;
		this.state = 'unsaved';
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => void this.flush(), delay);
	}

	async flush(): Promise<void> {
		clearTimeout(this.#timer);
		if (this.#running) await this.#running;
		if (this.state !== 'unsaved') return;
		this.#running ??= this.#send().finally(() => (this.#running = null));
		await this.#running;
	}

	async finish(done: boolean): Promise<void> {
		await this.flush();
		const answer = await call<{ doneAt: number | null }>(this.#code, 'POST', '/predictions/done', { done });
		if (answer.ok) this.doneAt = answer.value.doneAt;
		else this.problem = answer.message;
	}

	async #send(): Promise<void> {
		const changes = this.#changes;
		this.state = 'saving';
		const predictions = this.rows
			.filter((row) => row.text.trim() !== '')
			.map(({ text, choicePointId }) => ({ text, choicePointId }));
		const body = { predictions, version: this.#version };
		const answer = await call<PredictionsView>(this.#code, 'PUT', '/predictions', body);
		const changedMeanwhile = this.#changes !== changes;
		this.state = answer.ok && !changedMeanwhile ? 'idle' : 'unsaved';
		this.problem = answer.ok ? null : answer.message;
		if (answer.ok) {
			this.#version = answer.value.version;
			if (changedMeanwhile) this.changed(0);
		} else if (answer.reason === 'unreachable')
			this.#timer = setTimeout(() => void this.flush(), RETRY_MS * (0.5 + Math.random()));
		else if (answer.reason === 'stale-version' && 'version' in answer.detail) {
			const theirs = answer.detail as unknown as PredictionsView;
			this.#version = theirs.version;
			const mine = predictions.filter((p) => !theirs.predictions.some((t) => t.text === p.text));
			this.#show(theirs);
			for (const p of mine) if (!this.full) this.rows.push({ key: this.#keys++, ...p });
			this.problem =
				'Another window has changed this list. Both are shown together now; remove what is too much.';
			this.changed(TYPING_MS);
		}
	}

	#show({ predictions }: PredictionsView): void {
		this.rows = predictions.map(({ text, choicePointId }) => ({ key: this.#keys++, text, choicePointId }));
	}
}

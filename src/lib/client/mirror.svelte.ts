// The live mirror: what the text decides so far, read in a worker and always of the newest text.
import type { AnalysisSummary, Span, UnitClass } from '../domain/analysis/types.ts';

export type TextMark = Span & { readonly kind: UnitClass };
/** The text that was read goes with its marks: they fit no other. */
export interface MarkedText {
	text: string;
	marks: readonly TextMark[];
}
export interface MirrorQuestion {
	text: string;
	/** Only with the first question. */
	requirement?: string;
}
export interface MirrorAnswer {
	summary: AnalysisSummary;
	marks: readonly TextMark[];
}

/** After the last key; shorter would only make the marks flicker. */
const PAUSE_MS = 250;

export class Mirror {
	summary = $state.raw<AnalysisSummary | null>(null);
	/** This browser could not start or went wrong while reading; writing goes on without. */
	broken = $state(false);

	#worker: Worker;
	#requirement: string | null;
	#onread: (read: MarkedText) => void;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#reading: string | null = null;
	#next: string | null = null;

	constructor(requirement: string, onread: (read: MarkedText) => void) {
		this.#requirement = requirement;
		this.#onread = onread;
		this.#worker = new Worker(new URL('./mirror.worker.ts', import.meta.url), { type: 'module' });
		this.#worker.onerror = () => (this.broken = true);
		this.#worker.onmessage = ({ data }: MessageEvent<MirrorAnswer>) => this.#answered(data);
	}

	read(text: string): void {
		this.#next = text;
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => this.#ask(), PAUSE_MS);
	}

	close(): void {
		clearTimeout(this.#timer);
		this.#worker.terminate();
	}

	#ask(): void {
		if (this.#reading !== null || this.#next === null) return;
		this.#reading = this.#next;
		this.#next = null;
		const question: MirrorQuestion = { text: this.#reading };
		if (this.#requirement !== null) question.requirement = this.#requirement;
		this.#requirement = null;
		this.#worker.postMessage(question);
	}

	#answered({ summary, marks }: MirrorAnswer): void {
		this.summary = summary;
		this.#onread({ text: this.#reading ?? '', marks });
		this.#reading = null;
		this.#ask();
	}
}

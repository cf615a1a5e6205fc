// The author's text in the browser. Nothing counts as saved before the server acknowledged it; until then it is kept
// on this device. One edit is under way at a time, and one whose answer was lost is sent again before anything newer.
import type { NewerSpec, SpecReceipt, SpecSaved, SpecView } from '../contract/spec.ts';
import { LIMITS } from '../domain/limits.ts';
import { countWords, utf8Bytes } from '../domain/spec/revision.ts';
import { storable } from '../domain/spec/storable.ts';
import { call, KEEPALIVE_BYTES, randomId, type Answer } from './api.ts';
import { dropDraft, keepDraft, readDraft } from './draft-store.ts';
import { openTabLock, type TabLock } from './tab-lock.ts';

/** What stands between the author and a saved text. */
export type Hindrance = 'paused' | 'time-up' | 'locked' | 'too-long' | 'removed' | 'other-window';

interface Edit {
	text: string;
	baseRevision: number;
	editId: string;
}

const RETRY_MIN_MS = 600;
const RETRY_MAX_MS = 10_000;

export class Draft {
	text = $state('');
	revision = $state(0);
	savedAt = $state<number | null>(null);
	receipt = $state.raw<SpecReceipt | null>(null);
	hindrance = $state<Hindrance | null>(null);
	/** The server could not be reached at the last try. */
	unreachable = $state(false);
	saving = $state(false);
	/** The server has a text that this device has not seen. */
	conflict = $state.raw<NewerSpec | null>(null);
	/** Text from an earlier visit of this device was put back. */
	restored = $state(false);
	/** False: this browser keeps nothing, so an unsaved text lives only in this window. */
	keeps = $state(true);

	#acknowledged = $state('');
	#code: string;
	#key: string;
	#pending = $state.raw<Edit | null>(null);
	#running: Promise<void> | null = null;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#firstUnsavedAt = 0;
	#retryMs = RETRY_MIN_MS;
	#lock: TabLock | null = null;
	#closed = false;

	constructor(code: string, participantId: string, view: SpecView) {
		this.#code = code;
		this.#key = `spec:${code}:${participantId}`;
		this.text = view.revision === 0 ? view.template : view.text;
		this.#acknowledged = this.text;
		this.#take(view);
	}

	get dirty(): boolean {
		return this.text !== this.#acknowledged || this.#pending !== null;
	}
	get wordCount(): number {
		return countWords(this.text);
	}
	get bytes(): number {
		return utf8Bytes(this.text);
	}
	get readOnly(): boolean {
		return this.conflict !== null || (this.hindrance !== null && this.hindrance !== 'too-long');
	}

	/** Puts back what this device kept, claims the pen, and saves when the page is hidden or left. */
	start(): () => void {
		this.#closed = false;
		this.#lock = openTabLock(this.#key, () => this.#release());
		const hidden = () => document.visibilityState === 'hidden' && this.#flushOnLeave();
		const leave = () => this.#flushOnLeave();
		const online = () => this.dirty && void this.save();
		document.addEventListener('visibilitychange', hidden);
		addEventListener('pagehide', leave);
		addEventListener('online', online);
		void this.takeOver();
		return () => {
			this.#closed = true;
			clearTimeout(this.#timer);
			this.#lock?.close();
			document.removeEventListener('visibilitychange', hidden);
			removeEventListener('pagehide', leave);
			removeEventListener('online', online);
		};
	}

	/** Makes this window the one that writes. */
	async takeOver(): Promise<void> {
		const wasOther = this.hindrance === 'other-window';
		await this.#lock?.claim();
		if (wasOther) this.hindrance = null;
		await this.refresh();
		await this.#restore();
	}

	/** Reads the server's side again, e.g. after a pause, a reopening, or in another window. */
	async refresh(): Promise<void> {
		const answer = await call<SpecView>(this.#code, 'GET', '/spec');
		if (!answer.ok) return;
		if (!this.dirty && !this.#pending && answer.value.revision > this.revision) {
			this.text = answer.value.text;
			this.#acknowledged = answer.value.text;
			this.#take(answer.value);
		} else if (answer.value.revision === this.revision) this.#take(answer.value);
		// The next save meets the newer text; whether there may be one is known now.
		else this.#judge(answer.value);
		if (this.dirty) this.#schedule();
	}

	edit(text: string): void {
		if (text === this.text || this.readOnly) return;
		this.text = text;
		this.restored = false;
		void this.#keep();
		this.hindrance = this.bytes > LIMITS.text.specBytes ? 'too-long' : null;
		if (this.hindrance === null) this.#schedule();
	}

	/** Sends what is unsaved now; resolves when it is acknowledged or the try has failed. */
	async save(): Promise<void> {
		clearTimeout(this.#timer);
		if (this.#running) await this.#running;
		if (!this.dirty || this.#closed || this.hindrance !== null || this.conflict) return;
		this.#running ??= this.#send().finally(() => (this.#running = null));
		await this.#running;
	}

	/** Keep this device's text: it becomes the next revision after the server's. */
	async keepMine(): Promise<void> {
		if (!this.conflict) return;
		this.#rebase(this.conflict);
		await this.save();
	}

	/** Take the server's text; this device's is gone from here, so offer a download first. */
	takeTheirs(): void {
		if (!this.conflict) return;
		this.text = this.conflict.text;
		this.#rebase(this.conflict);
		void dropDraft(this.#key);
	}

	async lock(): Promise<Answer<SpecReceipt>> {
		// What is locked is what is seen, also when nothing but the headings is there.
		if (this.revision === 0) this.#acknowledged = '';
		await this.save();
		const answer = await call<SpecReceipt>(this.#code, 'POST', '/spec/lock', { revision: this.revision });
		if (answer.ok) {
			this.receipt = answer.value;
			this.hindrance = 'locked';
		} else if (answer.reason === 'stale-revision') this.#meet(answer.detail as unknown as NewerSpec);
		return answer;
	}

	#take(view: SpecView): void {
		this.revision = view.revision;
		this.savedAt = view.savedAt;
		this.#judge(view);
	}

	/** Whether the server takes edits now. */
	#judge({ receipt, openness }: SpecView): void {
		this.receipt = receipt;
		if (this.hindrance === 'other-window' || this.hindrance === 'removed') return;
		if (receipt?.by === 'author') this.hindrance = 'locked';
		else if (openness === 'paused') this.hindrance = 'paused';
		else if (openness === 'closed' || openness === 'not-yet') this.hindrance = 'time-up';
		else this.hindrance = this.bytes > LIMITS.text.specBytes ? 'too-long' : null;
	}

	async #restore(): Promise<void> {
		const local = await readDraft(this.#key);
		if (!local || local.text === this.#acknowledged) return dropDraft(this.#key);
		if (this.dirty) return;
		this.text = local.text;
		this.restored = true;
		if (local.baseRevision === this.revision) return this.#schedule(0);
		const server = { revision: this.revision, text: this.#acknowledged, savedAt: this.savedAt };
		this.conflict = server;
	}

	async #keep(): Promise<void> {
		const draft = { text: this.text, baseRevision: this.revision, at: Date.now() };
		this.keeps = await keepDraft(this.#key, draft);
	}

	#schedule(delay: number = LIMITS.autosave.debounceMs): void {
		clearTimeout(this.#timer);
		const now = Date.now();
		if (this.#firstUnsavedAt === 0) this.#firstUnsavedAt = now;
		const latest = this.#firstUnsavedAt + LIMITS.autosave.maxWaitMs - now;
		this.#timer = setTimeout(() => void this.save(), Math.max(0, Math.min(delay, latest)));
	}

	async #send(): Promise<void> {
		this.saving = true;
		this.#pending ??= {
			text: storable(this.text),
			baseRevision: this.revision,
			editId: randomId(),
		};
		const edit = this.#pending;
		const answer = await call<SpecSaved>(this.#code, 'PUT', '/spec', {
			...edit,
			more: this.text !== edit.text,
		});
		this.saving = false;
		this.unreachable = !answer.ok && answer.reason === 'unreachable';
		if (answer.ok) this.#acknowledge(edit, answer.value);
		else this.#refused(answer);
	}

	#acknowledge(edit: Edit, { revision, savedAt }: SpecSaved): void {
		this.#pending = null;
		this.#retryMs = RETRY_MIN_MS;
		this.#firstUnsavedAt = 0;
		if (storable(this.text) === edit.text) this.text = edit.text;
		this.#acknowledged = edit.text;
		this.revision = revision;
		this.savedAt = savedAt;
		if (!this.dirty) void dropDraft(this.#key);
		else {
			void this.#keep();
			this.#schedule();
		}
	}

	#refused(answer: Exclude<Answer<SpecSaved>, { ok: true }>): void {
		if (answer.reason === 'unreachable' || answer.reason === 'stale-version') return this.#retry();
		this.#pending = null;
		switch (answer.reason) {
			case 'stale-revision':
				return this.#meet(answer.detail as unknown as NewerSpec);
			case 'paused':
				this.hindrance = 'paused';
				return;
			case 'locked':
				this.hindrance = 'locked';
				return;
			case 'too-long':
				this.hindrance = 'too-long';
				return;
			case 'removed':
			case 'not-in-competition':
				this.hindrance = 'removed';
				return;
			case 'deadline-passed':
			case 'frozen':
			case 'wrong-phase':
				this.hindrance = 'time-up';
				return;
			default:
				this.#retry();
		}
	}

	/** Exponential with full jitter, so that a room whose Wi-Fi comes back does not come back as one. */
	#retry(): void {
		clearTimeout(this.#timer);
		const delay = this.#retryMs * (0.5 + Math.random());
		this.#retryMs = Math.min(this.#retryMs * 2, RETRY_MAX_MS);
		this.#timer = setTimeout(() => void this.save(), delay);
	}

	#meet(server: NewerSpec): void {
		if (server.text === storable(this.text)) {
			this.text = server.text;
			this.#rebase(server);
			void dropDraft(this.#key);
		} else this.conflict = server;
	}

	#rebase({ revision, text, savedAt }: NewerSpec): void {
		this.conflict = null;
		this.restored = false;
		this.#pending = null;
		this.revision = revision;
		this.#acknowledged = text;
		this.savedAt = savedAt;
	}

	async #release(): Promise<void> {
		await this.save();
		this.hindrance = 'other-window';
	}

	/** The page may be gone before an answer: the edit keeps its id, so that sending it again is harmless. */
	#flushOnLeave(): void {
		if (!this.dirty || this.hindrance !== null || this.conflict || this.#running) return;
		this.#pending ??= { text: storable(this.text), baseRevision: this.revision, editId: randomId() };
		if (utf8Bytes(this.#pending.text) > KEEPALIVE_BYTES) return void this.save();
		const edit = this.#pending;
		this.#running = call<SpecSaved>(this.#code, 'PUT', '/spec', { ...edit, more: false }, { keepalive: true })
			.then((answer) => (answer.ok ? this.#acknowledge(edit, answer.value) : this.#refused(answer)))
			.finally(() => (this.#running = null));
	}
}

// Follows the log of one build: pages through what there is, then asks again while the build runs.
import type { BuildLog, LogLine } from '../contract/build.ts';
import { call } from './api.ts';

const ASK_MS = 1_000;
const ASK_AFTER_FAILURE_MS = 4_000;

export class BuildLogTail {
	lines: LogLine[] = $state.raw([]);
	ended = $state(false);
	/** Why the last question got no answer; empty when it did. */
	problem = $state('');
	#next = 0;
	#code: string;
	#buildId: string;

	constructor(code: string, buildId: string) {
		this.#code = code;
		this.#buildId = buildId;
	}

	/** Returns the way to stop. */
	follow(): () => void {
		let timer: ReturnType<typeof setTimeout> | undefined;
		let stopped = false;
		const ask = async () => {
			const wait = await this.#ask();
			if (!stopped && wait !== null) timer = setTimeout(() => void ask(), wait);
		};
		void ask();
		return () => {
			stopped = true;
			clearTimeout(timer);
		};
	}

	async #ask(): Promise<number | null> {
		const answer = await call<BuildLog>(
			this.#code,
			'GET',
			`/builds/${encodeURIComponent(this.#buildId)}/log?after=${this.#next}`,
		);
		if (!answer.ok) {
			this.problem = answer.message;
			return answer.reason === 'unreachable' ? ASK_AFTER_FAILURE_MS : null;
		}
		this.problem = '';
		const { lines, next, more, ended } = answer.value;
		if (lines.length > 0) this.lines = [...this.lines, ...lines];
		this.#next = next;
		this.ended = ended;
		return ended ? null : more ? 0 : ASK_MS;
	}
}

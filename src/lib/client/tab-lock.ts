// One window writes, the others read: the newest window claims, the older one saves, releases and becomes read-only.
import { randomId } from './api.ts';

type Message = { type: 'claim' | 'released'; from: string };

export interface TabLock {
	/** Asks the other windows to let go; resolves when one has, or when none answers in time. */
	claim(): Promise<void>;
	close(): void;
}

const ANSWER_MS = 1_500;

/** `release` saves what is unsaved; it is called when another window claims. */
export function openTabLock(name: string, release: () => Promise<unknown>): TabLock {
	const me = randomId();
	const channel = new BroadcastChannel(`forkpoint:${name}`);
	let released: (() => void) | null = null;
	const say = (type: Message['type']) => channel.postMessage({ type, from: me } satisfies Message);
	channel.onmessage = async ({ data }: MessageEvent<Message>) => {
		if (data.from === me) return;
		if (data.type === 'released') return released?.();
		await release();
		say('released');
	};
	return {
		async claim() {
			const answer = new Promise<void>((resolve) => (released = resolve));
			say('claim');
			await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, ANSWER_MS))]);
			released = null;
		},
		close: () => channel.close(),
	};
}

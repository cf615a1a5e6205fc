// What a page puts into the slim header, on the right: a clock, a help button. Words on the left come from page data.
import { getContext, onDestroy, setContext, type Snippet } from 'svelte';

const KEY = Symbol('header');

interface HeaderSlot {
	content: Snippet | null;
}

/** Root layout only. */
export function provideHeader(): HeaderSlot {
	const slot = $state<HeaderSlot>({ content: null });
	setContext(KEY, slot);
	return slot;
}

/** Call while a page component is set up; the content leaves with the page. */
export function useHeader(content: Snippet): void {
	const slot = getContext<HeaderSlot | undefined>(KEY);
	if (!slot) return;
	slot.content = content;
	onDestroy(() => {
		if (slot.content === content) slot.content = null;
	});
}

// The passage of a spec that supports something a program does: the sentence that shares the most content words with it.
import type { SpecSpan } from '../challenge/decision.ts';

const STOP = new Set(
	'the and for with that this from into when then than not are was were will has have its one two per any all but after before while until about under over between which because who what only every each there their them they'.split(
		' ',
	),
);
/** Words that say the same here. */
const SAME = new Map(
	Object.entries({
		again: 'retry',
		attempt: 'retry',
		tri: 'retry',
		repeat: 'retry',
		notif: 'notify',
		notific: 'notify',
		messag: 'notify',
		charge: 'debit',
		charg: 'debit',
		payment: 'debit',
		seller: 'owner',
		wait: 'delay',
		second: 'delay',
		publish: 'event',
		emit: 'event',
		keep: 'store',
		save: 'store',
		audit: 'log',
	}),
);

const stem = (word: string): string => {
	const base = word.replace(/(ations?|ings?|ied|ies|edly|ed|es|s)$/, (end) =>
		end === 'ies' || end === 'ied' ? 'y' : '',
	);
	return SAME.get(base) ?? SAME.get(word) ?? base;
};

const contentWords = (text: string): Set<string> =>
	new Set((text.toLowerCase().match(/\p{L}{3,}/gu) ?? []).filter((word) => !STOP.has(word)).map(stem));

/** Sentences, list items and table rows with their offsets. */
function* passages(spec: string): Generator<SpecSpan> {
	for (const match of spec.matchAll(/[^\n.!?;]+(?:[.!?;](?!\s|$)[^\n.!?;]*)*[.!?;]?/g)) {
		const start = match.index + (match[0].length - match[0].trimStart().length);
		const quote = match[0].trim();
		if (quote.length > 3) yield { start, end: start + quote.length, quote };
	}
}

/** Finds the passage that supports `what`; with `topic`, one of the shared words must be of the topic. */
export type Supports = (what: string, topic?: string) => SpecSpan | null;

/** Reads a spec once, for many questions. A passage must share at least two content words with what is asked. */
export function supportIn(spec: string): Supports {
	const read = [...passages(spec)].map((span) => ({ span, words: [...contentWords(span.quote)] }));
	return (what, topic = '') => {
		const wanted = contentWords(what);
		const needed = contentWords(topic);
		let best: { span: SpecSpan; shared: number } | null = null;
		for (const { span, words } of read) {
			const shared = words.filter((word) => wanted.has(word)).length;
			const onTopic = needed.size === 0 || words.some((word) => needed.has(word));
			if (shared >= 2 && onTopic && (!best || shared > best.shared)) best = { span, shared };
		}
		return best?.span ?? null;
	};
}

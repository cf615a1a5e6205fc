// Reads a spec while it is written, beside the page's own thread: only what changed is judged again.
import { createIncremental, type IncrementalAnalyser } from '../domain/analysis/analyse.ts';
import type { MirrorAnswer, MirrorQuestion } from './mirror.svelte.ts';

let analyser: IncrementalAnalyser | null = null;

addEventListener('message', ({ data }: MessageEvent<MirrorQuestion>) => {
	if (data.requirement !== undefined || !analyser)
		analyser = createIncremental({ requirement: data.requirement ?? '' });
	const { units, summary } = analyser.analyse(data.text);
	const answer: MirrorAnswer = {
		summary,
		marks: units.flatMap(({ start, end, class: kind, abstain, notJudged }) =>
			notJudged !== null || abstain || kind === 'other' ? [] : [{ start, end, kind }],
		),
	};
	postMessage(answer);
});

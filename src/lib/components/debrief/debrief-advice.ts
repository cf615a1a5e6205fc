// What to try next session, from what this one showed; at most three suggestions, the plainest first.
import type { DebriefView } from '../../contract/results.ts';

const SEEN = 0.25;

export function adviceFor({ team, points, entries }: DebriefView): string[] {
	const restated = entries.filter((e) => (e.restatementShare ?? 0) >= SEEN).length;
	const asked = (team.decidedShare ?? 0) - (team.unpromptedShare ?? 0);
	const silent = points.reduce((sum, p) => sum + p.agentChose.silent, 0);
	const mostOpen = points.toSorted((a, b) => b.delegated + b.undecided - a.delegated - a.undecided)[0];
	const wrong = entries.reduce((sum, e) => sum + e.guessedWrong.length, 0);
	const right = entries.reduce((sum, e) => sum + e.expected.length, 0);
	const all = [
		team.total > 0 && asked >= SEEN
			? 'Many forks were decided only once they were pointed out. Next time put the choice points inside the template, and see what changes.'
			: null,
		silent > 0
			? `The agent chose silently ${silent === 1 ? 'once' : `${silent} times`}. Ask for a list of assumptions in the spec, and decide what stands on it.`
			: null,
		mostOpen && mostOpen.delegated + mostOpen.undecided > 0
			? `The fork "${mostOpen.title}" stayed open most often. Talk about it before the next spec is written.`
			: null,
		restated > 0
			? `${restated === 1 ? 'One spec says' : `${restated} specs say`} the requirement again in a quarter or more of the words. Try ten minutes in which only sentences with a choice count.`
			: null,
		wrong > right
			? 'More predictions failed than came true. Read one another\u2019s surprises before the next round.'
			: null,
	];
	return all.filter((line) => line !== null).slice(0, 3);
}

// What the set-up form offers: the challenges and agents of this installation, and a title that fits.
import type { Deps } from '../deps.ts';
import { listAgents } from './agents.ts';
import { defaultSettings } from './settings.ts';

export function setupChoices(deps: Pick<Deps, 'packs'>) {
	const challenges = deps.packs.list().map(({ pack }) => ({
		slug: pack.slug,
		version: pack.version,
		title: pack.title,
		summary: pack.summary,
		difficulty: pack.difficulty,
		choicePoints: pack.choicePoints.length,
		settings: defaultSettings(pack),
	}));
	return { challenges, agents: listAgents() };
}

/** "Round 3, 12 March": the number of the facilitator's next round and today. */
export function suggestTitle(existing: number, now: number): string {
	const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' }).format(now);
	return `Round ${existing + 1}, ${day}`;
}

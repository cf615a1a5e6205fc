// Builds follow the round: the clock is told when the specs are final, and an undo takes back what had begun.
import { lookAgainAt, unlockEntries } from '../../db/build-repository.ts';
import { buildsStartAt } from '../../../domain/round/deadline.ts';
import { isBefore } from '../../../domain/round/phase.ts';
import { reaches, type RoundHook } from '../round/hooks.ts';

export const buildsHook: RoundHook = {
	async 'phase.changed'({ tx, before, round, now }, move) {
		const leavesEarly = move.from === 'building' && (buildsStartAt(round) ?? 0) >= now;
		if (!reaches(move, 'building') && !leavesEarly) return [];
		await lookAgainAt(tx, before.id, new Date((buildsStartAt(round) ?? now) + 1));
		return [];
	},
	async 'phase.undone'({ tx, before, now }, { from, phase }) {
		if (!isBefore(phase, 'building') || isBefore(from, 'building')) return [];
		await unlockEntries(tx, before.id, new Date(now));
		return [];
	},
};

// Specs follow the round: leaving writing and entering the build lock them, an undo and a reopening unlock them.
import type { RoomEvent } from '../../../contract/events.ts';
import { freezeSpecs, reopenSpec, unfreezeSpecs } from '../writing/freeze-specs.ts';
import { reaches, type HookContext, type RoundHook } from './hooks.ts';

const locked = (participantIds: string[], at: number): RoomEvent[] =>
	participantIds.map((participantId) => ({ type: 'entry.locked', participantId, at }));

export const specsHook: RoundHook = {
	async 'phase.changed'(context: HookContext, move) {
		if (move.from !== 'writing' && !reaches(move, 'building')) return [];
		const { tx, before, round, now } = context;
		const by = move.by === 'facilitator' ? 'facilitator' : 'clock';
		return locked(await freezeSpecs(tx, { id: before.id, round }, now, by), now);
	},
	async 'phase.undone'({ tx, before }) {
		await unfreezeSpecs(tx, before.id, before.round.openedAt);
		return [];
	},
	async 'entry.reopened'({ tx, before, by, now }, { participantId, phase }) {
		if (phase === 'writing') await reopenSpec(tx, { competitionId: before.id, participantId, now, by });
		return [];
	},
};

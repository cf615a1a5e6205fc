// From what a facilitator filled in, and what they left to us, to the settings and the round of a competition.
import type { CompetitionSettings, CreateCompetition } from '../../../contract/competition.ts';
import type { ChallengePack } from '../../../domain/challenge/pack.ts';
import { DEFAULT_MINUTES, LIMITS } from '../../../domain/limits.ts';
import { OPTIONAL_PHASES, TIMED_PHASES, type OptionalPhase } from '../../../domain/round/phase.ts';
import { createRound, type RoundConfig } from '../../../domain/round/machine.ts';

/** What the pack suggests where the suggestion is within the limits, else our own. */
export function suggestedMinutes(pack: ChallengePack): CompetitionSettings['minutes'] {
	const { min, max } = LIMITS.round.minutes;
	const minutes = { ...DEFAULT_MINUTES } as CompetitionSettings['minutes'];
	for (const phase of TIMED_PHASES) {
		const suggested = pack.minutes[phase];
		if (suggested !== undefined && Number.isInteger(suggested) && suggested >= min && suggested <= max)
			minutes[phase] = suggested;
	}
	return minutes;
}

/** Everything on, choice points after writing, no live mirror. */
export const defaultSettings = (pack: ChallengePack): CompetitionSettings => ({
	placement: 'after',
	optionalPhases: [...OPTIONAL_PHASES],
	minutes: suggestedMinutes(pack),
	liveMirror: false,
});

export function completeSettings(
	pack: ChallengePack,
	given: CreateCompetition['settings'],
): CompetitionSettings {
	const defaults = defaultSettings(pack);
	const settings = { ...defaults, ...given, minutes: { ...defaults.minutes, ...given?.minutes } };
	// With nothing to decide there is no phase for it.
	return settings.placement === 'off'
		? { ...settings, optionalPhases: settings.optionalPhases.filter((phase) => phase !== 'deciding') }
		: settings;
}

const phasesOff = (settings: CompetitionSettings): OptionalPhase[] =>
	OPTIONAL_PHASES.filter((phase) => !settings.optionalPhases.includes(phase));

export const roundOf = (settings: CompetitionSettings, now: number): ReturnType<typeof createRound> => {
	const config: RoundConfig = { off: phasesOff(settings), minutes: settings.minutes };
	return createRound(config, now);
};

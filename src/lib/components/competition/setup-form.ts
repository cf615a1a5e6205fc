// The set-up form: what it shows to begin with, and how its fields are read back. Works without JavaScript.
import type { CompetitionSettings } from '../../contract/competition.ts';
import { OPTIONAL_PHASES, TIMED_PHASES } from '../../domain/round/phase.ts';

export interface SetupChallenge {
	slug: string;
	version: string;
	title: string;
	summary: string;
	difficulty: number;
	choicePoints: number;
	settings: CompetitionSettings;
}

export interface SetupAgent {
	id: string;
	label: string;
	hint: string;
	missing: string | null;
}

export interface SetupValues {
	title: string;
	team: string;
	challenge: string;
	agent: string;
	settings: CompetitionSettings;
}

const text = (form: FormData, name: string): string => {
	const value = form.get(name);
	return typeof value === 'string' ? value : '';
};

/** What a schema then judges: numbers that are none stay visible as such. */
export function readSetupForm(form: FormData) {
	return {
		title: text(form, 'title'),
		team: text(form, 'team'),
		challenge: text(form, 'challenge'),
		agent: text(form, 'agent'),
		settings: {
			placement: text(form, 'placement'),
			optionalPhases: OPTIONAL_PHASES.filter((phase) => form.has(`phase.${phase}`)),
			minutes: Object.fromEntries(
				TIMED_PHASES.flatMap((phase) => {
					const given = text(form, `minutes.${phase}`).trim();
					return given === '' ? [] : [[phase, Number(given)]];
				}),
			),
			liveMirror: form.has('liveMirror'),
		},
	};
}

/** Problems by the name of their form field. */
export function setupProblems(fields: Record<string, string[]>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(fields).map(([path, messages]) => [
			path.replace(/^settings\./, ''),
			path.startsWith('settings.minutes')
				? 'Whole minutes from 1 to 240.'
				: (messages[0] ?? 'This is not right.'),
		]),
	);
}

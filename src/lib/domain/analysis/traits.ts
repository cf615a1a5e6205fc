// What a unit could contribute to the skeleton, read from its own text alone.
import type { Reading } from './reading.ts';
import { isFailurePolicy } from './rules.ts';
import { contentKeys } from './tokens.ts';

export type Traits = {
	readonly trigger: boolean;
	readonly states: boolean;
	readonly interface: boolean;
	readonly fallible: boolean;
	/** Something is done, by someone or as part of a flow. */
	readonly acts: boolean;
	readonly moves: boolean;
	readonly failurePolicy: boolean;
	readonly keys: ReadonlySet<string>;
};

const LONGEST = 600;
const WHEN = /\b(?:when(?:ever)?|as soon as|once|after|upon|on|if)\b/i;
const ACT =
	/\b(?:click|press|submit|request|receiv|arriv|upload|open|creat|happen|call|enter|confirm|order|buy|regist|scan|start|send|select|pick|choose|tap|book)\w*/i;
const TIMER = /\b(?:cron|nightly|hourly|daily|scheduled?|job|timer|trigger|webhook)\b/i;
const STATES = /\b(?:status|state|statuses|states)\b|\b[A-Z]{5,}\b/;
const INTERFACE =
	/\b(?:GET|POST|PUT|DELETE|PATCH)\b|\b(?:api|endpoint|rest|graphql|webhook|e-?mail|interface|topic|payload|request|response|json|csv|screen|page|dialog|button|form|header|schema|table)s?\b/i;
const FALLIBLE =
	/\b(?:call|send|sent|notif|e-?mail|mail|pay|charge|debit|credit|transfer|refund|upload|download|import|export|fetch|request|stor|save|writ|insert|updat|publish|queue|sync|deliver|confirm|approv|reserv|book|lock|connect|print|scan|api|service|gateway|external|third.party|wallet|bank|provider|push|post|webhook)\w*/i;
const STEP_VERB = /^(?:the\s+)?(?:\w+\s+){0,3}\w+(?:s|es|ed)\b/i;

/** Traits of one reading; only the first 600 characters are looked at. */
export function traitsOf(reading: Reading): Traits {
	const text = reading.text.slice(0, LONGEST);
	const { counts } = reading;
	const acts = ACT.test(text);
	return {
		trigger: TIMER.test(text) || (acts && (WHEN.test(text) || counts.actor > 0)),
		states: STATES.test(text),
		interface: INTERFACE.test(text),
		fallible: FALLIBLE.test(text),
		acts: counts.flow + counts.reaction + counts.interface > 0,
		moves:
			counts.flow > 0 &&
			counts.definition === 0 &&
			(counts.actor > 0 || reading.tokens.some((token) => token.type === 'arrow') || STEP_VERB.test(text)),
		failurePolicy: isFailurePolicy(reading),
		keys: new Set(contentKeys(reading.tokens)),
	};
}

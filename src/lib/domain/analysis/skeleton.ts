// The skeleton a spec should have: trigger, actors, steps, states, failure branches, invariants, interfaces, scope.
import type { Unit } from '../spec/units.ts';
import { isFailurePolicy } from './classify.ts';
import type { Reading } from './reading.ts';
import { contentKeys } from './tokens.ts';
import type { AnalysedUnit, Skeleton, SkeletonPart, SkeletonStep, Span } from './types.ts';

const TRIGGER =
	/\b(?:when(?:ever)?|as soon as|once|after|upon|on|if)\b.{0,80}\b(?:click|press|submit|request|receiv|arriv|upload|open|creat|happen|call|enter|confirm|order|buy|regist|scan|start|send|select)|\b(?:cron|nightly|hourly|daily|scheduled?|job|timer|trigger|webhook)\b|\b(?:user|customer|admin\w*|buyer|member|employee|owner|operator|client|he|she|they)\b.{0,30}\b(?:click|press|submit|request|upload|open|enter|confirm|select|pick|choose|send|scan)\w*/i;
const STATES =
	/\b[A-Z]{4,}\b(?:\s*[,/|>→-]+\s*\b[A-Z]{4,}\b)+|\b(?:status|state|statuses|states)\b|\b[A-Z]{5,}\b/;
const INTERFACE =
	/\b(?:GET|POST|PUT|DELETE|PATCH)\b\s+\/|\b(?:api|endpoint|rest|graphql|webhook|e-?mail|interface|topic|payload|request|response|json|csv|csv file|screen|page|dialog|button|form|header|schema|table)\b/i;
const FALLIBLE =
	/\b(?:call|calls|send|sends|sent|notif|mail|e-?mail|pay|pays|payment|charge|charges|debit|credit|transfer|refund|upload|download|import|export|fetch|request|requests|store|stores|saved?|saves|write|writes|insert|update|updates|publish|queue|sync|deliver|delivers|confirm|confirms|approve|approves|reserve|reserves|book|books|lock|locks|connect|print|scan|api|service|gateway|external|third.party|wallet|bank|provider|push|post|posts|webhook)\w*/i;
const STEP_VERB = /^(?:the\s+)?(?:\w+\s+){0,3}?\w+(?:s|es|ed)\b/i;

type Judged = { unit: Unit; index: number; result: AnalysedUnit; reading: Reading; text: string };

function spans(
	units: readonly Judged[],
	keep: (each: Judged) => boolean,
): { present: boolean; spans: Span[] } {
	const found = units.filter(keep).map(({ result }) => ({ start: result.start, end: result.end }));
	return { present: found.length > 0, spans: found };
}

function isStep({ unit, reading, result }: Judged): boolean {
	if (result.class === 'other' || isFailurePolicy(reading)) return false;
	if (unit.ordered) return reading.counts.flow + reading.counts.reaction + reading.counts.interface > 0;
	const acts = reading.counts.flow > 0 && reading.counts.definition === 0;
	return (
		acts &&
		(reading.tokens.some((token) => token.type === 'arrow') ||
			reading.counts.actor > 0 ||
			STEP_VERB.test(reading.text))
	);
}

function sharesTopic(step: Judged, branch: Judged): boolean {
	const keys = new Set(contentKeys(step.reading.tokens));
	return contentKeys(branch.reading.tokens).some((key) => keys.has(key));
}

/** A branch belongs to a step when it is in the same unit, follows within two units, or shares its section and a content word. */
function branchFor(step: Judged, branches: readonly Judged[]): number | null {
	const near = branches.find(
		(each) =>
			each.index === step.index ||
			(each.index > step.index && each.index - step.index <= 2 && sharesTopic(step, each)),
	);
	if (near) return near.index;
	const apart = branches.find(
		(each) => (each.unit.heading === step.unit.heading || sharesTwo(step, each)) && sharesTopic(step, each),
	);
	return apart ? apart.index : null;
}

function sharesTwo(step: Judged, branch: Judged): boolean {
	const keys = new Set(contentKeys(step.reading.tokens));
	return new Set(contentKeys(branch.reading.tokens).filter((key) => keys.has(key))).size >= 2;
}

const MAX_BRANCHES = 400;

/** The skeleton of a spec; `units`, `results` and `readings` run in parallel, readings are null where not judged. */
export function skeletonOf(
	units: readonly Unit[],
	results: readonly AnalysedUnit[],
	readings: readonly (Reading | null)[],
): Skeleton {
	const judged = units.flatMap((unit, index): Judged[] => {
		const reading = readings[index];
		const result = results[index];
		return reading && result ? [{ unit, index, result, reading, text: unit.text }] : [];
	});
	const told = judged.filter(({ result }) => result.class !== 'other');
	const branches = judged
		.filter(({ result, reading }) => result.flags.failureBranch || isFailurePolicy(reading))
		.slice(0, MAX_BRANCHES);
	const steps = told
		.filter(isStep)
		.slice(0, MAX_BRANCHES)
		.map((step): SkeletonStep => {
			const fallible = FALLIBLE.test(step.text);
			const { start, end } = step.result;
			return {
				unit: step.index,
				start,
				end,
				fallible,
				failureBranch: fallible ? branchFor(step, branches) : null,
			};
		});
	const parts: Record<SkeletonPart, { present: boolean; spans: Span[] }> = {
		trigger: spans(told, ({ text }) => TRIGGER.test(text.slice(0, 400))),
		actors: spans(told, ({ reading }) => reading.counts.actor > 0),
		steps: { present: steps.length >= 2, spans: steps.map(({ start, end }) => ({ start, end })) },
		states: spans(told, ({ text }) => STATES.test(text)),
		'failure-branches': {
			present: branches.length > 0,
			spans: branches.map(({ result }) => ({ start: result.start, end: result.end })),
		},
		invariants: spans(
			told,
			({ reading, result }) =>
				result.class === 'decision' && reading.counts.exclusive + reading.counts.guarantee > 0,
		),
		interfaces: spans(told, ({ text }) => INTERFACE.test(text)),
		'out-of-scope': spans(
			told,
			({ reading, unit }) =>
				reading.counts.scope > 0 || /scope|not (?:in|part)|later|exclu/i.test(unit.heading),
		),
	};
	const unfinished = steps.flatMap((step, index) =>
		step.fallible && step.failureBranch === null ? [index] : [],
	);
	return { parts, steps, unfinished };
}

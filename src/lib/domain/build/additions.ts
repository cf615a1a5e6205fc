// What a program does that its author did not ask for, from what was measured and what stands in its files. For any
// program in any language; the more a finding can cost, the earlier it comes.
import type { Decision, SpecSpan } from '../challenge/decision.ts';
import { compareChoice } from '../challenge/compare.ts';
import { findCue } from '../challenge/cue.ts';
import type { TextFinding } from '../challenge/finding.ts';
import type { Alternative, ChallengePack, ChoicePoint } from '../challenge/pack.ts';
import { settle } from '../challenge/settled.ts';
import { ASSUMPTIONS_FILE, type Addition, type AdditionEvidence } from './addition.ts';
import { staticSigns, type StaticSign } from './static-signs.ts';
import { supportIn, type Supports } from './supporting-span.ts';
import type { FingerprintResult, Observation, TraceLine, Verification } from './verification.ts';

export interface AdditionsInput {
	pack: Pick<ChallengePack, 'choicePoints'>;
	decisions: readonly Decision[];
	/** The locked spec, as written. */
	spec: string;
	/** The program's files by path. */
	files: Readonly<Record<string, string>>;
	/** The files the agent was given, by path. */
	starterFiles: Readonly<Record<string, string>>;
	verification: Pick<Verification, 'fingerprints' | 'observations'>;
	/** What the free text decides; without it only recorded decisions count. */
	freeTextFindings?: readonly TextFinding[];
}

/** A list nobody could go through is no review; what can cost most stays. */
export const MOST_ADDITIONS = 60;
const MOST_ASSUMPTIONS = 100;
/** Characters of an assumption that are read. */
const ASSUMPTION_CHARS = 1000;

export function findAdditions(input: AdditionsInput): Addition[] {
	const choices = input.verification.fingerprints.flatMap((result) => choiceAddition(input, result) ?? []);
	const supports = supportIn(input.spec);
	const assumed = assumptions(input, choices, supports);
	const observed = input.verification.observations.map((seen) => observationAddition(input, seen, supports));
	const read = staticSigns(input.files, input.starterFiles).flatMap((sign) =>
		signAddition(sign, observed, supports),
	);
	// Two findings can have one name, since programs choose names too; the first stands.
	const byId = new Map([...choices, ...observed, ...assumed, ...read].reverse().map((a) => [a.id, a]));
	return [...byId.values()]
		.sort((a, b) => b.consequence - a.consequence || (a.id < b.id ? -1 : 1))
		.slice(0, MOST_ADDITIONS);
}

const labelOf = (point: ChoicePoint, id: string | null): string =>
	point.alternatives.find((a: Alternative) => a.id === id)?.label ?? 'none of the named alternatives';

/** Consequence: the choice point's rank times ten, more when the author's word was broken. */
const WEIGHT = { 'contradicted-choice': 9, 'undecided-choice': 5, 'delegated-choice': 3 } as const;

function choiceAddition(input: AdditionsInput, result: FingerprintResult): Addition | null {
	const point = input.pack.choicePoints.find((c) => c.id === result.choicePointId);
	if (!point) return null;
	const findings = input.freeTextFindings ?? [];
	const text = findings.find((f) => f.choicePointId === point.id) ?? null;
	const { choice, decidedBy, span } = settle(point.id, input.decisions, findings);
	const verdict = compareChoice(point, choice, result);
	const make = (
		kind: keyof typeof WEIGHT,
		title: string,
		detail: string,
		span: SpecSpan | null,
	): Addition => ({
		id: `${kind}:${point.id}`,
		kind,
		title,
		detail,
		evidence: [{ kind: 'trace', summary: result.summary, lines: result.trace.slice(0, 40).map(showLine) }],
		span,
		choicePointId: point.id,
		consequence: point.consequenceRank * 10 + WEIGHT[kind],
	});
	const does = labelOf(point, result.alternativeId);
	const chosen = choice?.kind === 'alternative' ? labelOf(point, choice.alternativeId) : '';
	const said = decidedBy === 'text' ? `The text says "${chosen}".` : `You chose "${chosen}".`;
	switch (verdict.kind) {
		case 'unknown':
			return null;
		case 'contradicted': {
			const how = decidedBy === 'text' ? 'not as the spec says' : 'not as decided';
			return make('contradicted-choice', `${point.title}: ${how}`, `${said} ${result.summary}`, span);
		}
		case 'parameters-differ': {
			const figures = verdict.differences.map(
				(d) => `${d.parameter.label}: ${d.chosen} decided, ${d.measured ?? 'no end'} measured`,
			);
			return make(
				'contradicted-choice',
				`${point.title}: other figures than decided`,
				`${figures.join('; ')}. ${result.summary}`,
				span,
			);
		}
		case 'delegated':
			return make(
				'delegated-choice',
				`${point.title}: the agent chose "${does}"`,
				`You left this to the agent. ${result.summary}`,
				span,
			);
		case 'undecided':
			return make(
				'undecided-choice',
				`${point.title}: nobody decided, the agent took "${does}"`,
				result.summary,
				null,
			);
		case 'honoured':
			if (!text || text.alternativeId === result.alternativeId) return null;
			return make(
				'contradicted-choice',
				`${point.title}: as decided, against the text`,
				`The decision says "${chosen}", the text says "${labelOf(point, text.alternativeId)}". ${result.summary}`,
				text.span,
			);
	}
}

const showLine = (line: TraceLine): string =>
	[
		`${line.t} ms`,
		line.what,
		line.method ?? '',
		line.params === undefined ? '' : JSON.stringify(line.params).slice(0, 160),
		line.fault ? `[${line.fault}]` : '',
	]
		.filter((part) => part !== '')
		.join(' ');

/** List items of any ASSUMPTIONS.md; those about a choice point already listed become its evidence. */
function assumptions(input: AdditionsInput, choices: readonly Addition[], supports: Supports): Addition[] {
	const out: Addition[] = [];
	let items = 0;
	for (const [path, text] of Object.entries(input.files)) {
		if (!ASSUMPTIONS_FILE.test(path) || input.starterFiles[path] === text) continue;
		text.split('\n').forEach((line, index) => {
			const said = /^\s*(?:[-*+]|\d+[.)])\s+(.{3,})$/.exec(line.slice(0, ASSUMPTION_CHARS))?.[1]?.trim();
			if (!said || ++items > MOST_ASSUMPTIONS) return;
			const evidence: AdditionEvidence = { kind: 'file', path, line: index + 1, excerpt: said.slice(0, 300) };
			const point = pointOf(input.pack.choicePoints, said);
			const listed = choices.find((c) => c.choicePointId === point?.id);
			if (listed) return void listed.evidence.push(evidence);
			out.push({
				id: `assumption:${path}:${index + 1}`,
				kind: 'assumption',
				title: said.length > 120 ? `${said.slice(0, 117)}...` : said,
				detail: 'The agent wrote this down as an assumption.',
				evidence: [evidence],
				span: supports(said),
				choicePointId: point?.id ?? null,
				consequence: point ? point.consequenceRank * 10 : 5,
			});
		});
	}
	return out;
}

const pointOf = (points: readonly ChoicePoint[], text: string): ChoicePoint | undefined =>
	points.find((p) => text.toLowerCase().startsWith(p.title.toLowerCase())) ??
	points.find((p) => p.alternatives.some((a) => text.includes(a.label))) ??
	points.find((p) => findCue(p.cues, text) !== null);

function observationAddition(input: AdditionsInput, seen: Observation, supports: Supports): Addition {
	const subject = seen.key.slice(seen.key.indexOf(':') + 1);
	const places = placesOf(input, subject);
	return {
		id: `${seen.kind}:${subject}`,
		kind: seen.kind,
		title: seen.title,
		detail: seen.detail,
		evidence: [{ kind: 'trace', summary: seen.title, lines: seen.lines }, ...places],
		span: supports(`${SUBJECT_WORDS[seen.kind]} ${subject.replaceAll(/[./:_-]/g, ' ')}`),
		choicePointId: null,
		consequence: seen.consequence * 8,
	};
}

/** Where a literal stands in the program's own files. */
function placesOf({ files, starterFiles }: AdditionsInput, literal: string): AdditionEvidence[] {
	const found: AdditionEvidence[] = [];
	for (const [path, text] of Object.entries(files)) {
		if (starterFiles[path] === text || !/\.(c|m)?(j|t)s$|\.py$/.test(path)) continue;
		text.split('\n').forEach((line, index) => {
			const quoted = [`'${literal}`, `"${literal}`, `\`${literal}`].some((q) => line.includes(q));
			if (quoted && found.length < 3)
				found.push({ kind: 'file', path, line: index + 1, excerpt: line.trim().slice(0, 200) });
		});
	}
	return found;
}

const SUBJECT_WORDS: Record<StaticSign['kind'] | Observation['kind'], string> = {
	retry: 'retry attempt again',
	timeout: 'timeout deadline',
	timer: 'wait delay seconds',
	dependency: 'package library dependency',
	'stored-state': 'store keep state',
	'unasked-effect': 'publish event',
};
const TITLES: Record<StaticSign['kind'], (subject: string) => string> = {
	retry: (path) => `Tries things again (${path})`,
	timeout: (path) => `Limits how long it waits (${path})`,
	timer: (path) => `Waits (${path})`,
	dependency: (name) => `Depends on ${name}`,
	'stored-state': (name) => `Keeps state of its own (${name})`,
};
const SIGN_CONSEQUENCE: Record<StaticSign['kind'], number> = {
	dependency: 14,
	retry: 7,
	timeout: 7,
	'stored-state': 6,
	timer: 4,
};

/** A sign of something the world saw anyway only adds the place to what is listed. */
function signAddition(sign: StaticSign, observed: readonly Addition[], supports: Supports): Addition[] {
	const id = `${sign.kind}:${sign.subject}`;
	const seen = observed.find((a) => a.id === id);
	if (seen) {
		const known = seen.evidence.map((e) => (e.kind === 'file' ? `${e.path}:${e.line}` : ''));
		seen.evidence.push(...sign.evidence.filter((e) => !known.includes(`${e.path}:${e.line}`)));
		return [];
	}
	const context = sign.evidence.map((e) => e.excerpt).join(' ');
	const words = `${SUBJECT_WORDS[sign.kind]} ${wordsIn(sign.subject)} ${wordsIn(context)}`;
	const span = supports(words, SUBJECT_WORDS[sign.kind]);
	return [
		{
			id,
			kind: sign.kind,
			title: TITLES[sign.kind](sign.subject),
			detail: span ? 'The spec speaks of it.' : 'Nothing in the spec speaks of it.',
			evidence: sign.evidence,
			span,
			choicePointId: null,
			consequence: SIGN_CONSEQUENCE[sign.kind] - (span ? 3 : 0),
		},
	];
}

/** Identifiers taken apart: `retryDebit_ms` gives "retry Debit ms". */
const wordsIn = (code: string): string =>
	code.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[^\p{L}]+/gu, ' ');

// What the team learns: who decided and who left it open, what the agent chose for them, and what nobody expected.
import {
	ASSUMPTIONS_FILE,
	type Addition,
	type AdditionLabel,
	type AdditionLinkKind,
} from '../build/addition.ts';
import type { FingerprintResult } from '../build/verification.ts';
import type { Choice, Decision } from '../challenge/decision.ts';
import type { TextFinding } from '../challenge/finding.ts';
import type { ChoicePoint } from '../challenge/pack.ts';
import { settle, type Settled } from '../challenge/settled.ts';

export interface DebriefAddition extends Pick<
	Addition,
	'id' | 'kind' | 'title' | 'choicePointId' | 'consequence'
> {
	evidence?: Addition['evidence'];
	label: AdditionLabel | null;
	link: AdditionLinkKind | null;
}

export interface DebriefPrediction {
	text: string;
	/** The addition that made it come true; null when none did. */
	additionId: string | null;
}

export interface DebriefEntry {
	entryId: string;
	decisions: readonly Decision[];
	/** What the analyser found decided in the free text, before anybody asked. */
	unprompted: readonly TextFinding[];
	/** Null: no build that counts. */
	fingerprints: readonly FingerprintResult[] | null;
	additions: readonly DebriefAddition[];
	predictions: readonly DebriefPrediction[];
}

/** An alternative's id, or what stands in its place. */
export type ChoiceKey =
	{ kind: 'alternative'; alternativeId: string } | { kind: 'delegated' } | { kind: 'undecided' };
export type BehaviourKey =
	| { kind: 'alternative'; alternativeId: string }
	/** Measured, and none of the named ones. */
	| { kind: 'other' }
	| { kind: 'unknown' }
	| { kind: 'not-built' };

export interface FlowCell {
	choice: ChoiceKey;
	behaviour: BehaviourKey;
	count: number;
}

export interface ChosenAlternative {
	alternativeId: string;
	count: number;
	/** How often each set of parameters was chosen, most frequent first. */
	parameters: { values: Record<string, number>; count: number }[];
}

export interface PointDebrief {
	choicePointId: string;
	/** In the record or, where that leaves it open, in the text. */
	chosen: ChosenAlternative[];
	/** Of those who chose: how many did so in the text and not in the record. */
	inText: number;
	delegated: number;
	undecided: number;
	/** How many had decided it in their own words before they were asked. */
	unprompted: number;
	/** What the outputs do, per alternative in the pack's order. */
	outputs: { alternativeId: string; count: number }[];
	outputsOther: number;
	outputsUnknown: number;
	/** Choice by behaviour; only cells that occur. The counts sum to the number of entries. */
	flow: FlowCell[];
	/** Of the choices nobody made: how many the agent pointed out as its own assumption, and how many it made silently. */
	agentChose: { surfaced: number; silent: number };
}

export interface EntryDebrief {
	entryId: string;
	/** In the record or in the text. */
	decided: number;
	/** Of these, in the text and not in the record. */
	inText: number;
	delegated: number;
	undecided: number;
	unprompted: number;
}

export interface PredictionDebrief {
	entryId: string;
	expected: { text: string; addition: DebriefAddition }[];
	guessedWrong: string[];
	/** Additions nobody predicted and nothing asked for, by falling consequence. */
	surprises: DebriefAddition[];
}

export interface Debrief {
	points: PointDebrief[];
	entries: EntryDebrief[];
	team: {
		/** Choice points times entries. */
		total: number;
		decided: number;
		/** Of these, in the text and not in the record. */
		inText: number;
		delegated: number;
		undecided: number;
		/** decided / total; null when there is nothing to decide. */
		decidedShare: number | null;
		/** unprompted / total. */
		unpromptedShare: number | null;
	};
	predictions: PredictionDebrief[];
}

const settledBy = (entry: DebriefEntry, point: ChoicePoint): Settled =>
	settle(point.id, entry.decisions, entry.unprompted);

const isInText = (entry: DebriefEntry, point: ChoicePoint): boolean =>
	settledBy(entry, point).decidedBy === 'text';

function choiceOf(entry: DebriefEntry, point: ChoicePoint): ChoiceKey {
	const { choice } = settledBy(entry, point);
	if (!choice) return { kind: 'undecided' };
	return choice.kind === 'delegated' ? choice : { kind: 'alternative', alternativeId: choice.alternativeId };
}

function behaviourOf(entry: DebriefEntry, point: ChoicePoint): BehaviourKey {
	if (entry.fingerprints === null) return { kind: 'not-built' };
	const fingerprint = entry.fingerprints.find((f) => f.choicePointId === point.id);
	if (!fingerprint || fingerprint.value === null) return { kind: 'unknown' };
	if (fingerprint.alternativeId === null) return { kind: 'other' };
	return { kind: 'alternative', alternativeId: fingerprint.alternativeId };
}

const text = (key: ChoiceKey | BehaviourKey): string =>
	key.kind === 'alternative' ? `alternative:${key.alternativeId}` : key.kind;

const isUnprompted = (entry: DebriefEntry, point: ChoicePoint): boolean =>
	entry.unprompted.some((u) => u.choicePointId === point.id);

type Made = Extract<Choice, { kind: 'alternative' }>;

function parameterSets(made: readonly Made[]): ChosenAlternative['parameters'] {
	const sets = new Map<string, { values: Record<string, number>; count: number }>();
	for (const { parameters } of made) {
		const members = Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1));
		const key = JSON.stringify(members);
		const known = sets.get(key);
		sets.set(key, { values: Object.fromEntries(members), count: (known?.count ?? 0) + 1 });
	}
	return [...sets.values()].sort((a, b) => b.count - a.count);
}

function flowOf(entries: readonly DebriefEntry[], point: ChoicePoint): FlowCell[] {
	const cells = new Map<string, FlowCell>();
	for (const entry of entries) {
		const [choice, behaviour] = [choiceOf(entry, point), behaviourOf(entry, point)];
		const key = JSON.stringify([text(choice), text(behaviour)]);
		cells.set(key, { choice, behaviour, count: (cells.get(key)?.count ?? 0) + 1 });
	}
	return [...cells.values()];
}

/** Whether the agent said that it chose here: an assumption of its own, or as evidence of the choice. */
const surfaced = (entry: DebriefEntry, point: ChoicePoint): boolean =>
	entry.additions.some(
		(a) =>
			a.choicePointId === point.id &&
			(a.kind === 'assumption' ||
				a.evidence?.some((e) => e.kind === 'file' && ASSUMPTIONS_FILE.test(e.path)) === true),
	);

function pointDebrief(entries: readonly DebriefEntry[], point: ChoicePoint): PointDebrief {
	const flow = flowOf(entries, point);
	const sum = (matches: (cell: FlowCell) => boolean): number =>
		flow.filter(matches).reduce((total, cell) => total + cell.count, 0);
	const made = (id: string): Made[] =>
		entries.flatMap((entry) => {
			const { choice } = settledBy(entry, point);
			return choice?.kind === 'alternative' && choice.alternativeId === id ? [choice] : [];
		});
	const open = entries.filter(
		(entry) =>
			choiceOf(entry, point).kind !== 'alternative' && behaviourOf(entry, point).kind !== 'not-built',
	);
	const said = open.filter((entry) => surfaced(entry, point)).length;
	return {
		choicePointId: point.id,
		chosen: point.alternatives.map(({ id }) => ({
			alternativeId: id,
			count: made(id).length,
			parameters: parameterSets(made(id)),
		})),
		inText: entries.filter((entry) => isInText(entry, point)).length,
		delegated: sum((c) => c.choice.kind === 'delegated'),
		undecided: sum((c) => c.choice.kind === 'undecided'),
		unprompted: entries.filter((entry) => isUnprompted(entry, point)).length,
		outputs: point.alternatives.map(({ id }) => ({
			alternativeId: id,
			count: sum((c) => c.behaviour.kind === 'alternative' && c.behaviour.alternativeId === id),
		})),
		outputsOther: sum((c) => c.behaviour.kind === 'other'),
		outputsUnknown: sum((c) => c.behaviour.kind === 'unknown'),
		flow,
		agentChose: { surfaced: said, silent: open.length - said },
	};
}

function entryDebrief(entry: DebriefEntry, points: readonly ChoicePoint[]): EntryDebrief {
	const kinds = points.map((point) => choiceOf(entry, point).kind);
	const count = (kind: ChoiceKey['kind']): number => kinds.filter((k) => k === kind).length;
	return {
		entryId: entry.entryId,
		decided: count('alternative'),
		inText: points.filter((point) => isInText(entry, point)).length,
		delegated: count('delegated'),
		undecided: count('undecided'),
		unprompted: points.filter((point) => isUnprompted(entry, point)).length,
	};
}

/** Labels by which the author says that the spec, or what it needs, asked for it: no surprise. */
const ASKED_FOR: ReadonlySet<AdditionLabel> = new Set(['specified', 'prerequisite', 'implied']);

function predictionDebrief(entry: DebriefEntry): PredictionDebrief {
	const byId = new Map(entry.additions.map((addition) => [addition.id, addition]));
	const hit = (p: DebriefPrediction): DebriefAddition | undefined =>
		p.additionId === null ? undefined : byId.get(p.additionId);
	const expected = entry.predictions.flatMap((p) => {
		const addition = hit(p);
		return addition ? [{ text: p.text, addition }] : [];
	});
	const foreseen = new Set(expected.map((e) => e.addition.id));
	return {
		entryId: entry.entryId,
		expected,
		guessedWrong: entry.predictions.filter((p) => !hit(p)).map((p) => p.text),
		surprises: entry.additions
			.filter((a) => !foreseen.has(a.id) && !(a.label !== null && ASKED_FOR.has(a.label)))
			.sort((a, b) => b.consequence - a.consequence || (a.id < b.id ? -1 : 1)),
	};
}

const shareOf = (part: number, total: number): number | null => (total > 0 ? part / total : null);

/** The whole debrief of a round. Entries without a build take part in what was decided, not in what outputs do. */
export function computeDebrief(
	choicePoints: readonly ChoicePoint[],
	entries: readonly DebriefEntry[],
): Debrief {
	const own = entries.map((entry) => entryDebrief(entry, choicePoints));
	const total = choicePoints.length * entries.length;
	const sum = (key: 'decided' | 'inText' | 'delegated' | 'undecided' | 'unprompted'): number =>
		own.reduce((all, entry) => all + entry[key], 0);
	return {
		points: choicePoints.map((point) => pointDebrief(entries, point)),
		entries: own,
		team: {
			total,
			decided: sum('decided'),
			inText: sum('inText'),
			delegated: sum('delegated'),
			undecided: sum('undecided'),
			decidedShare: shareOf(sum('decided'), total),
			unpromptedShare: shareOf(sum('unprompted'), total),
		},
		predictions: entries.map(predictionDebrief),
	};
}

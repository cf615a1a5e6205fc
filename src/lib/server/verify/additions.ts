// What a program does that its spec did not say: choices nobody made, effects nobody asked for, assumptions it admits.
import type { Addition, AdditionKind } from '#lib/domain/build/addition.ts';
import type {
	FingerprintResult,
	Observation,
	TraceLine,
	Verification,
} from '#lib/domain/build/verification.ts';
import type { Decision } from '#lib/domain/challenge/decision.ts';
import type { TextFinding } from '#lib/domain/challenge/finding.ts';
import type { ChallengePack, ChoicePoint } from '#lib/domain/challenge/pack.ts';

export interface AdditionsInput {
	pack: ChallengePack;
	decisions: readonly Decision[];
	spec: string;
	/** Text files of the artifact, by path. */
	files: Readonly<Record<string, string>>;
	/** What the workspace held before the agent ran. */
	starterFiles: Readonly<Record<string, string>>;
	verification: Verification;
	/** What the free text decides by itself. */
	freeTextFindings?: readonly TextFinding[];
}

const TRACE_LINES = 12;
const ASSUMPTIONS_FILE = 'ASSUMPTIONS.md';

/** Ranked by consequence, then by id. Deterministic for the same input. */
export function findAdditions(input: AdditionsInput): Addition[] {
	const found = [...choices(input), ...observed(input.verification.observations), ...assumptions(input)];
	return found.sort((a, b) => b.consequence - a.consequence || (a.id < b.id ? -1 : 1));
}

function choices({ pack, decisions, verification, freeTextFindings = [] }: AdditionsInput): Addition[] {
	return pack.choicePoints.flatMap((point) => {
		const fingerprint = verification.fingerprints.find((f) => f.choicePointId === point.id);
		if (!fingerprint || fingerprint.value === null) return [];
		const decision = decisions.findLast((d) => d.choicePointId === point.id);
		const finding = freeTextFindings.find((f) => f.choicePointId === point.id);
		const kind = kindOf(decision, finding, fingerprint);
		return kind ? [choiceAddition(kind, point, fingerprint, decision?.span ?? finding?.span ?? null)] : [];
	});
}

function kindOf(
	decision: Decision | undefined,
	finding: TextFinding | undefined,
	{ alternativeId }: FingerprintResult,
): AdditionKind | null {
	if (decision?.choice.kind === 'delegated') return 'delegated-choice';
	const wanted = decision?.choice.alternativeId ?? finding?.alternativeId;
	if (wanted === undefined) return 'undecided-choice';
	return wanted === alternativeId ? null : 'contradicted-choice';
}

function choiceAddition(
	kind: AdditionKind,
	point: ChoicePoint,
	fingerprint: FingerprintResult,
	span: Addition['span'],
): Addition {
	return {
		id: `choice/${point.id}`,
		kind,
		title: point.title,
		detail: fingerprint.summary,
		evidence: [{ kind: 'trace', summary: fingerprint.summary, lines: traceText(fingerprint.trace) }],
		span,
		choicePointId: point.id,
		consequence: point.consequenceRank,
	};
}

const traceText = (trace: readonly TraceLine[]): string[] =>
	trace
		.slice(0, TRACE_LINES)
		.map(({ t, what, method, params, fault }) =>
			[`${t} ms`, what, method, params === undefined ? '' : JSON.stringify(params), fault ?? '']
				.filter((part) => part !== '' && part !== undefined)
				.join(' '),
		);

const observed = (observations: readonly Observation[]): Addition[] =>
	observations.map(({ key, kind, title, detail, lines, consequence }) => ({
		id: `seen/${key}`,
		kind,
		title,
		detail,
		evidence: [{ kind: 'trace' as const, summary: title, lines: lines.slice(0, TRACE_LINES) }],
		span: null,
		choicePointId: null,
		consequence,
	}));

function assumptions({ files }: AdditionsInput): Addition[] {
	return (files[ASSUMPTIONS_FILE] ?? '').split('\n').flatMap((line, index) => {
		const text = /^\s*[-*]\s+(.+)$/.exec(line)?.[1]?.trim();
		if (!text) return [];
		const evidence = { kind: 'file' as const, path: ASSUMPTIONS_FILE, line: index + 1, excerpt: text };
		return [
			{
				id: `assumption/${index + 1}`,
				kind: 'assumption' as const,
				title: text.length > 80 ? `${text.slice(0, 79)}…` : text,
				detail: text,
				evidence: [evidence],
				span: null,
				choicePointId: null,
				consequence: 1,
			},
		];
	});
}

// Decisions from a file, checked against the pack they belong to.
import { parse } from 'yaml';
import { decisionsFileSchema } from '#lib/contract/verification.ts';
import type { Decision } from '#lib/domain/challenge/decision.ts';
import type { ChoicePoint } from '#lib/domain/challenge/pack.ts';

export type ReadDecisions = { ok: true; decisions: Decision[] } | { ok: false; problems: string[] };

/** JSON or YAML: an array of decisions, or a map from choice point to alternative id, `delegated`, or both with parameters. */
export function readDecisions(text: string, choicePoints: readonly ChoicePoint[]): ReadDecisions {
	let data: unknown;
	try {
		data = parse(text);
	} catch (error) {
		return { ok: false, problems: [`neither JSON nor YAML: ${(error as Error).message.split('\n')[0]}`] };
	}
	const parsed = decisionsFileSchema.safeParse(data ?? {});
	if (!parsed.success)
		return {
			ok: false,
			problems: parsed.error.issues.map((i) => `${i.path.map(String).join('.') || 'file'}: ${i.message}`),
		};
	const decisions = Array.isArray(parsed.data)
		? parsed.data
		: Object.entries(parsed.data).map(([point, short]) => fromShort(point, short));
	const problems = decisions.flatMap((d) => problemsOf(d, choicePoints));
	return problems.length > 0 ? { ok: false, problems } : { ok: true, decisions };
}

function fromShort(
	choicePointId: string,
	short: string | { alternative: string; parameters: Record<string, number> },
): Decision {
	const { alternative, parameters } =
		typeof short === 'string' ? { alternative: short, parameters: {} } : short;
	const choice: Decision['choice'] =
		alternative === 'delegated'
			? { kind: 'delegated' }
			: { kind: 'alternative', alternativeId: alternative, parameters };
	return { choicePointId, choice, rationale: '', rejected: '', confidence: null, span: null };
}

function problemsOf({ choicePointId, choice }: Decision, choicePoints: readonly ChoicePoint[]): string[] {
	const point = choicePoints.find((c) => c.id === choicePointId);
	if (!point) return [`there is no choice point "${choicePointId}"`];
	if (choice.kind === 'delegated') return [];
	const alternative = point.alternatives.find((a) => a.id === choice.alternativeId);
	if (!alternative) return [`choice point "${choicePointId}" has no alternative "${choice.alternativeId}"`];
	return Object.entries(choice.parameters).flatMap(([id, value]) => {
		const parameter = alternative.parameters.find((p) => p.id === id);
		if (!parameter) return [`"${choice.alternativeId}" has no parameter "${id}"`];
		const fits = value >= parameter.min && value <= parameter.max;
		return fits ? [] : [`${choicePointId}.${id} must lie between ${parameter.min} and ${parameter.max}`];
	});
}

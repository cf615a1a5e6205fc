// SPEC.md: the one text a coding agent builds from, compiled from spec and decisions by a versioned template, so that
// everybody's work reaches the agent in the same form. Choice points nobody answered are not named: that would help.
import type { Decision } from '../challenge/decision.ts';
import type { Alternative, ChoicePoint } from '../challenge/pack.ts';

/** Part of the lock; changes whenever the text below does. */
export const SPEC_TEMPLATE = 'spec-md/2';

const parametersText = (alternative: Alternative, given: Readonly<Record<string, number>>): string =>
	alternative.parameters
		.flatMap((p) => (given[p.id] === undefined ? [] : [`${p.label}: ${given[p.id]} ${p.unit}`]))
		.join('; ');

/** Someone's own words, kept apart from the template's by quotation marks of Markdown. */
const quoted = (label: string, text: string): string[] =>
	text.trim() === ''
		? []
		: [
				'',
				`${label}:`,
				'',
				...text
					.trim()
					.split('\n')
					.map((line) => `> ${line}`.trimEnd()),
			];

function decisionSection(point: ChoicePoint, decision: Decision): string[] {
	const { choice, rationale, rejected } = decision;
	const head = ['', `### ${point.title}`, '', point.question, ''];
	if (choice.kind === 'delegated')
		return [
			...head,
			"Left to you, unless the author's text above decides it. Choose, and write your choice into ASSUMPTIONS.md.",
		];
	const alternative = point.alternatives.find((a) => a.id === choice.alternativeId);
	const figures = alternative ? parametersText(alternative, choice.parameters) : '';
	return [
		...head,
		`Decided: **${alternative?.label ?? choice.alternativeId}**${figures ? ` (${figures})` : ''}.`,
		...(alternative ? ['', alternative.consequence] : []),
		...quoted('Why', rationale),
		...quoted('Turned down', rejected),
	];
}

/** The text of SPEC.md. Deterministic; decisions stand in the order of the challenge's choice points. */
export function compileSpec(input: {
	spec: string;
	decisions: readonly Decision[];
	choicePoints: readonly ChoicePoint[];
}): string {
	const sections = input.choicePoints.flatMap((point) => {
		const decision = input.decisions.findLast((d) => d.choicePointId === point.id);
		return decision ? decisionSection(point, decision) : [];
	});
	const spec = input.spec.trim();
	return [
		'# Specification',
		'',
		"The first part is the author's own text, the second what the author decided when asked. Both bind.",
		'',
		"## The author's text",
		'',
		spec === '' ? '(The author wrote nothing.)' : spec,
		'',
		'## Decisions',
		...(sections.length > 0 ? sections : ['', '(None.)']),
		'',
	].join('\n');
}

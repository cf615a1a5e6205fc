// Samples of a pack: samples/<id>/sample.yaml beside samples/<id>/spec.md, checked against the pack they belong to.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Decision, SpecSpan } from '#lib/domain/challenge/decision.ts';
import type { ChoicePoint, Obligation } from '#lib/domain/challenge/pack.ts';
import type { Sample } from '#lib/domain/challenge/sample.ts';
import { readTree, yamlFile, type PackProblem } from './pack-loader.ts';
import { sampleSchema, type SampleFile } from './pack-schema.ts';

export async function readSamples(
	dir: string,
	choicePoints: readonly ChoicePoint[],
	obligations: readonly Obligation[],
	problems: PackProblem[],
): Promise<Sample[]> {
	const root = path.join(dir, 'samples');
	const entries = await readdir(root, { withFileTypes: true }).catch(() => []);
	const specs = await readTree(root);
	const samples: Sample[] = [];
	for (const name of entries
		.filter((e) => e.isDirectory())
		.map((e) => e.name)
		.sort()) {
		const file = `samples/${name}/sample.yaml`;
		const parsed = await yamlFile(dir, file, sampleSchema, problems);
		const spec = specs[`${name}/spec.md`];
		const report = (at: string, message: string): void => void problems.push({ file, path: at, message });
		if (spec === undefined) report('', `has no samples/${name}/spec.md beside it`);
		if (!parsed || spec === undefined) continue;
		if (parsed.id !== name) report('id', `must be the folder's name, "${name}"`);
		checkReferences(parsed, choicePoints, obligations, report);
		samples.push({
			...parsed,
			spec,
			decisions: parsed.decisions.map((d, i) => toDecision(d, i, spec, report)),
		});
	}
	return samples;
}

type Report = (at: string, message: string) => void;

function toDecision(
	d: SampleFile['decisions'][number],
	index: number,
	spec: string,
	report: Report,
): Decision {
	let span: SpecSpan | null = null;
	if (d.quote !== undefined) {
		const start = spec.indexOf(d.quote);
		if (start < 0) report(`decisions[${index}].quote`, 'does not occur in the spec word for word');
		else span = { start, end: start + d.quote.length, quote: d.quote };
	}
	return {
		choicePointId: d.choicePoint,
		choice:
			d.choose === 'delegated'
				? { kind: 'delegated' }
				: { kind: 'alternative', alternativeId: d.choose, parameters: d.parameters },
		rationale: d.rationale,
		rejected: d.rejected,
		confidence: d.confidence,
		span,
	};
}

function checkReferences(
	sample: SampleFile,
	choicePoints: readonly ChoicePoint[],
	obligations: readonly Obligation[],
	report: Report,
): void {
	const alternativeOf = (at: string, pointId: string, alternativeId: string | null): void => {
		const point = choicePoints.find((c) => c.id === pointId);
		if (!point) return report(at, `there is no choice point "${pointId}"`);
		if (
			alternativeId !== null &&
			alternativeId !== 'delegated' &&
			!point.alternatives.some((a) => a.id === alternativeId)
		)
			report(at, `choice point "${pointId}" has no alternative "${alternativeId}"`);
	};
	sample.decisions.forEach((d, i) => {
		alternativeOf(`decisions[${i}]`, d.choicePoint, d.choose);
		const known = choicePoints
			.find((c) => c.id === d.choicePoint)
			?.alternatives.find((a) => a.id === d.choose)?.parameters;
		for (const key of Object.keys(d.parameters))
			if (known && !known.some((p) => p.id === key))
				report(`decisions[${i}].parameters.${key}`, `"${d.choose}" has no such parameter`);
	});
	for (const [point, alternative] of Object.entries(sample.expected.fingerprints))
		alternativeOf(`expected.fingerprints.${point}`, point, alternative);
	for (const [point, alternative] of Object.entries(sample.expected.textDecides))
		alternativeOf(`expected.textDecides.${point}`, point, alternative);
	for (const id of Object.keys(sample.expected.obligations))
		if (!obligations.some((o) => o.id === id))
			report(`expected.obligations.${id}`, 'there is no such obligation');
}

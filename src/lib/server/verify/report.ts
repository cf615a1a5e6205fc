// Reports as a person reads them in a terminal.
import type { CheckReport } from '#lib/contract/verification.ts';
import type { Proof } from './proof.ts';

const MARK = { pass: 'pass', fail: 'FAIL', 'not-applicable': 'n/a ', 'verifier-error': 'ERR ' } as const;

export function checkText(report: CheckReport): string {
	const { summary } = report;
	const lines = [
		`${report.challenge.slug} ${report.challenge.version}, seed ${report.seed}, sandbox ${report.sandboxLevel}`,
		'',
	];
	for (const check of report.checks) {
		lines.push(`${MARK[check.verdict]}  ${check.id}: ${check.title}`);
		if (check.verdict === 'fail' || check.verdict === 'verifier-error')
			lines.push(...check.why.slice(0, 5).map((why) => `        ${why}`));
	}
	lines.push('', 'What the program does at each choice point:');
	for (const f of report.fingerprints)
		lines.push(
			`  ${f.choicePointId}: ${f.alternativeId ?? (f.unknown === null ? 'none of the named' : 'not measured')}`,
			`      ${f.unknown ?? f.summary}`,
		);
	for (const breach of report.breaches)
		lines.push(
			'',
			`It acted off the clock ${breach.messages} times; these runs cannot be trusted: ${breach.where.join(', ')}`,
		);
	lines.push(
		'',
		`${summary.passed} passed, ${summary.failed} failed, ${summary.notApplicable} not applicable, ${summary.errors} verifier errors: ${summary.outcome} (${(report.wallMs / 1000).toFixed(1)} s)`,
	);
	return lines.join('\n');
}

export function proofText(proof: Proof): string {
	const lines = [`${proof.slug} ${proof.version}, seed ${proof.seed}, sandbox ${proof.sandboxLevel}`];
	const say = (ok: boolean, text: string): void => void lines.push(`${ok ? 'ok  ' : 'FAIL'}  ${text}`);
	if (proof.contract) {
		const { ok, mismatches, starterPasses } = proof.contract;
		say(
			ok,
			`0 contract and world${ok ? ' agree' : ''}; the untouched starter passes ${starterPasses.length} checks`,
		);
		for (const what of mismatches) lines.push(`        ${what}`);
	}
	if (proof.matrix) {
		const good = proof.matrix.rows.filter((row) => row.ok).length;
		say(
			proof.matrix.ok,
			`1 fingerprint matrix: ${good} of ${proof.matrix.rows.length} alternatives on the diagonal, checks pass`,
		);
	}
	if (proof.mutants) {
		const { results, score, ok } = proof.mutants;
		const survivors = results.filter((r) => !r.killedBy);
		say(
			ok,
			`2 mutants: ${results.length - survivors.length} of ${results.length} killed, score ${(score * 100).toFixed(1)} %`,
		);
		for (const s of survivors) lines.push(`        survived: ${s.id}: ${s.title}`);
	}
	if (proof.discriminating)
		say(
			proof.discriminating.every((d) => d.ok),
			`3 different traces: ${proof.discriminating.map((d) => `${d.choicePointId} ${d.traces}`).join(', ')}`,
		);
	if (proof.samples) {
		say(proof.samples.ok, `4 samples: ${proof.samples.samples}`);
		for (const id of proof.samples.uncoveredObligations)
			lines.push(`        no sample reaches obligation ${id}`);
		for (const id of proof.samples.uncoveredAlternatives) lines.push(`        no sample decides ${id}`);
		for (const what of proof.samples.mismatches) lines.push(`        ${what}`);
	}
	if (proof.determinism) {
		const { runs, different, medianMs, ok } = proof.determinism;
		say(
			ok,
			`5 determinism: ${runs} runs, ${different === 1 ? 'all the same' : `${different} different results`}; ${(medianMs / 1000).toFixed(1)} s per verification (median)`,
		);
	}
	lines.push(`${proof.ok ? 'proven' : 'NOT proven'} in ${(proof.ms / 1000).toFixed(0)} s`);
	return lines.join('\n');
}

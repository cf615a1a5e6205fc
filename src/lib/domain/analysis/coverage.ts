// How far the spec covers each obligation of the challenge: absent, mentioned, specified or decided.
import type { Obligation } from '../challenge/pack.ts';
import { compileCues, firstMatch } from './pack-cues.ts';
import type { AnalysedUnit, CoverageLevel, ObligationCoverage } from './types.ts';

const LEVELS: readonly CoverageLevel[] = ['absent', 'mentioned', 'specified', 'decided'];

function levelOf(unit: AnalysedUnit): CoverageLevel {
	if (unit.class === 'decision') return 'decided';
	return unit.class === 'description' ? 'specified' : 'mentioned';
}

/** Coverage of each obligation; spans are the units that reach the level reported. */
export function coverObligations(
	spec: string,
	units: readonly AnalysedUnit[],
	obligations: readonly Obligation[],
): ObligationCoverage[] {
	return obligations.map((obligation) => {
		const cues = compileCues(obligation.cues);
		const hits = units.filter((unit) => firstMatch(cues, spec.slice(unit.start, unit.end)) !== null);
		const best = hits.reduce((most, unit) => Math.max(most, LEVELS.indexOf(levelOf(unit))), 0);
		const level = LEVELS[best] ?? 'absent';
		const spans = hits.filter((unit) => levelOf(unit) === level).map(({ start, end }) => ({ start, end }));
		return { obligationId: obligation.id, level, spans };
	});
}

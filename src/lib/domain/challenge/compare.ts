// Does a program do what its author chose? Figures are compared with the tolerance a measurement needs.
import type { FingerprintResult } from '../build/verification.ts';
import type { Choice } from './decision.ts';
import type { ChoicePoint, Parameter } from './pack.ts';

export interface ParameterDifference {
	parameter: Parameter;
	chosen: number;
	/** Null: the program has no such figure, for example because it never stops. */
	measured: number | null;
}

export type Comparison =
	| { kind: 'honoured' }
	/** The alternative is right, a figure is not. */
	| { kind: 'parameters-differ'; differences: ParameterDifference[] }
	/** Another alternative, or a behaviour the pack does not name. */
	| { kind: 'contradicted' }
	/** Nothing was chosen to hold the program against. */
	| { kind: 'delegated' }
	| { kind: 'undecided' }
	| { kind: 'unknown' };

/** Measured durations may differ from the chosen ones by this share: the world's own steps take time. */
export const DURATION_TOLERANCE = 0.05;
const DURATIONS: ReadonlySet<Parameter['unit']> = new Set(['ms', 's', 'min', 'h', 'days']);

function sameFigure({ unit }: Parameter, chosen: number, measured: number): boolean {
	const tolerance = DURATIONS.has(unit) ? Math.abs(chosen) * DURATION_TOLERANCE : 0;
	return Math.abs(chosen - measured) <= tolerance;
}

/** A parameter that the author left out is not compared. */
export function compareChoice(
	point: ChoicePoint,
	choice: Choice | null,
	result: FingerprintResult,
): Comparison {
	if (result.value === null) return { kind: 'unknown' };
	if (choice === null) return { kind: 'undecided' };
	if (choice.kind === 'delegated') return { kind: 'delegated' };
	if (choice.alternativeId !== result.alternativeId) return { kind: 'contradicted' };
	const parameters = point.alternatives.find((a) => a.id === choice.alternativeId)?.parameters ?? [];
	const differences = parameters.flatMap((parameter) => {
		const chosen = choice.parameters[parameter.id];
		const measured = result.parameters[parameter.id] ?? null;
		if (chosen === undefined || (measured !== null && sameFigure(parameter, chosen, measured))) return [];
		return [{ parameter, chosen, measured }];
	});
	return differences.length > 0 ? { kind: 'parameters-differ', differences } : { kind: 'honoured' };
}

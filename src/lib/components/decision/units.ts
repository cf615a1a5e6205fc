// Units of parameters as people read them after a number.
import type { Parameter } from '../../domain/challenge/pack.ts';

export const UNIT_WORDS: Record<Parameter['unit'], string> = {
	times: 'times',
	ms: 'ms',
	s: 's',
	min: 'min',
	h: 'h',
	days: 'days',
	count: '',
	'minor-units': 'minor units',
};

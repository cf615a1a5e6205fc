// A fork of the debrief as bands and links: what people chose on the left, what their programs do on the right.
import type { DebriefView } from '../../contract/results.ts';
import type { Band, Link } from '../ui/fork-diagram.ts';

type Point = DebriefView['points'][number];
type Key = Point['flow'][number]['choice'] | Point['flow'][number]['behaviour'];

const idOf = (key: Key): string => (key.kind === 'alternative' ? `a:${key.alternativeId}` : key.kind);

/** Bands nobody is in are left out, except the alternatives of the pack on the left: not chosen is told too. */
export function forkFlow(point: Point): { left: Band[]; right: Band[]; links: Link[] } {
	const links = point.flow.map(({ choice, behaviour, count }) => ({
		from: idOf(choice),
		to: idOf(behaviour),
		value: count,
	}));
	const alternatives = point.alternatives.map(({ id, label }, index) => ({
		id: `a:${id}`,
		label,
		colour: (index % 8) + 1,
	}));
	const occurs = (side: 'from' | 'to', id: string): boolean => links.some((link) => link[side] === id);
	const others = (side: 'from' | 'to', bands: Band[]): Band[] =>
		bands.filter((band) => occurs(side, band.id));
	return {
		left: [
			...alternatives,
			...others('from', [
				{ id: 'delegated', label: 'Left to the agent', colour: null },
				{ id: 'undecided', label: 'Never decided', colour: null },
			]),
		],
		right: [
			...alternatives.filter((band) => occurs('to', band.id)),
			...others('to', [
				{ id: 'other', label: 'Something else', colour: null },
				{ id: 'unknown', label: 'Could not tell', colour: null },
				{ id: 'not-built', label: 'No program', colour: null },
			]),
		],
		links,
	};
}

// Numbers with units in free text, converted to the unit a pack's parameter asks for.
import type { Parameter } from '../challenge/pack.ts';

type Quantity = { readonly value: number; readonly unit: string };

const WORDS: Readonly<Record<string, number>> = {
	once: 1,
	one: 1,
	twice: 2,
	two: 2,
	three: 3,
	thrice: 3,
	four: 4,
	five: 5,
	six: 6,
	seven: 7,
	eight: 8,
	nine: 9,
	ten: 10,
	twelve: 12,
	fifteen: 15,
	twenty: 20,
	thirty: 30,
	sixty: 60,
};
const QUANTITY =
	/(\d+(?:[.,]\d+)?|\b(?:once|twice|thrice|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|sixty)\b)[\s-]?(%|€|\$|[a-z]+)?/gi;
const MILLIS: Readonly<Record<string, number>> = {
	ms: 1,
	millisecond: 1,
	msec: 1,
	s: 1000,
	sec: 1000,
	second: 1000,
	min: 60_000,
	minute: 60_000,
	h: 3_600_000,
	hr: 3_600_000,
	hour: 3_600_000,
	d: 86_400_000,
	day: 86_400_000,
	week: 604_800_000,
	month: 2_592_000_000,
};
const PER: Readonly<Partial<Record<Parameter['unit'], number>>> = {
	ms: 1,
	s: 1000,
	min: 60_000,
	h: 3_600_000,
	days: 86_400_000,
};
const COUNTS = /^(?:x|times?|attempts?|tries|try|retries|retry|more)$/;
const MONEY = /^(?:eur|euros?|usd|chf|gbp|€|\$)$/;

function singular(unit: string): string {
	return unit.length > 2 && unit.endsWith('s') && unit !== 'ms' ? unit.slice(0, -1) : unit;
}

function quantities(text: string): Quantity[] {
	const found: Quantity[] = [];
	for (const match of text.slice(0, 2000).matchAll(QUANTITY)) {
		const raw = (match[1] ?? '').toLowerCase();
		const value = WORDS[raw] ?? Number(raw.replace(',', '.'));
		const unit =
			raw === 'once' || raw === 'twice' || raw === 'thrice' ? 'times' : (match[2] ?? '').toLowerCase();
		if (Number.isFinite(value)) found.push({ value, unit });
	}
	return found;
}

function convert({ value, unit }: Quantity, wanted: Parameter['unit']): number | null {
	const per = PER[wanted];
	if (per !== undefined) {
		const millis = MILLIS[unit] ?? MILLIS[singular(unit)];
		return millis === undefined ? null : Math.round((value * millis) / per);
	}
	if (wanted === 'minor-units')
		return MONEY.test(unit) ? Math.round(value * 100) : /^cents?$/.test(unit) ? Math.round(value) : null;
	if (MILLIS[unit] !== undefined || MILLIS[singular(unit)] !== undefined || MONEY.test(unit) || unit === '%')
		return null;
	if (wanted === 'times') return COUNTS.test(unit) ? Math.round(value) : null;
	return Math.round(value);
}

/** The first quantity in `text` that fits the parameter's unit and limits; null when there is none. */
export function readParameter(text: string, parameter: Parameter): number | null {
	for (const quantity of quantities(text)) {
		const value = convert(quantity, parameter.unit);
		if (value !== null && value >= parameter.min && value <= parameter.max) return value;
	}
	return null;
}

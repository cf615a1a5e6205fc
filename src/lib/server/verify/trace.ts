// Traces as they are kept: a bounded number of lines, and no value longer than a reader would want.
import type { TraceLine } from '#lib/domain/build/verification.ts';

export const TRACE_LINES = 300;
const VALUE_CHARS = 2000;

const short = (value: unknown): unknown => {
	const text = JSON.stringify(value);
	return text !== undefined && text.length > VALUE_CHARS ? `${text.slice(0, VALUE_CHARS)}…` : value;
};

export function capTrace(trace: readonly TraceLine[]): TraceLine[] {
	return trace.slice(0, TRACE_LINES).map((line) => ({
		...line,
		...(line.params !== undefined && { params: short(line.params) }),
		...(line.out !== undefined && { out: short(line.out) }),
	}));
}

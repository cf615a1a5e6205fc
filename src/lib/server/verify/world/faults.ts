// Which call a fault strikes. Counting is by order of asking, over the whole scenario, so it does not depend on timing.
import type { Fault, Params } from './types.ts';

const canonicalEqual = (a: unknown, b: unknown): boolean => a === b || canonical(a) === canonical(b);

/** JSON with sorted keys: equal data gives equal text. */
export function canonical(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
	if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
	const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
	return `{${entries.map(([k, v]) => `${JSON.stringify(k)}:${canonical(v)}`).join(',')}}`;
}

export class FaultPlan {
	private readonly counts = new Map<Fault, number>();
	private readonly struck = new Set<Fault>();
	private readonly faults: readonly Fault[];

	constructor(faults: readonly Fault[]) {
		this.faults = faults;
	}

	/** Counts a call and returns the first fault meant for it. */
	meet(method: string, params: Params, isEffect: boolean): Fault | null {
		let found: Fault | null = null;
		for (const fault of this.faults) {
			const named = fault.method === method || (fault.method === '*' && isEffect);
			if (!named || !matches(fault.where, params)) continue;
			const count = (this.counts.get(fault) ?? 0) + 1;
			this.counts.set(fault, count);
			if (!found && count >= fault.nth && count < fault.nth + (fault.times ?? 1)) found = fault;
		}
		return found;
	}

	/** Called when the fault takes effect: a call that died with its process was not struck. */
	strike(fault: Fault): void {
		this.struck.add(fault);
	}

	unhit(): Fault[] {
		return this.faults.filter((fault) => !this.struck.has(fault));
	}
}

const matches = (where: Params | undefined, params: Params): boolean =>
	!where ||
	Object.entries(where).every(
		([key, value]) => Object.hasOwn(params, key) && canonicalEqual(params[key], value),
	);

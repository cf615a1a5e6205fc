import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Agenda } from './agenda.ts';
import { canonical, FaultPlan } from './faults.ts';
import { LineSplitter, parseLine } from './framing.ts';
import { opaque, rng } from './random.ts';
import { Services } from './services.ts';
import type { Fault, World } from './types.ts';

const ledger: World<{ sum: number }> = {
	create: () => ({ sum: 0 }),
	reads: {},
	effects: { add: (s, p) => ({ sum: (s.sum += Number(p.n)) }) },
};
const services = (): { state: { sum: number }; services: Services<{ sum: number }> } => {
	const state = { sum: 0 };
	return { state, services: new Services(ledger, state, rng(1)) };
};

describe('the kit', () => {
	it('never throws on a line, whatever it is', () => {
		fc.assert(
			fc.property(
				fc.oneof(
					fc.string(),
					fc.json(),
					fc.jsonValue().map((v) => JSON.stringify(v)),
				),
				(line) => {
					expect(['noise', 'violation', 'call', 'answer']).toContain(parseLine(line, 100).type);
				},
			),
		);
	});

	it('finds the same lines however the bytes are cut', () => {
		fc.assert(
			fc.property(
				fc.array(fc.string({ unit: 'grapheme' }).map((s) => s.replaceAll('\n', ' ').trim())),
				fc.array(fc.nat(7)),
				(lines, cuts) => {
					const bytes = Buffer.from(lines.map((l) => `${l}\n`).join(''));
					const seen: (string | null)[] = [];
					const splitter = new LineSplitter();
					for (let at = 0, i = 0; at < bytes.length; i++) {
						const size = 1 + (cuts[i % Math.max(1, cuts.length)] ?? 3);
						splitter.feed(bytes.subarray(at, at + size), 1e6, (line) => Boolean(seen.push(line)));
						at += size;
					}
					expect(seen).toEqual(lines.filter((l) => l !== ''));
				},
			),
		);
	});

	it('applies an effect once per ref, whatever the order of keys', () => {
		fc.assert(
			fc.property(
				fc.array(fc.record({ ref: fc.constantFrom('a', 'b', 'c'), n: fc.integer({ min: 1, max: 3 }) }), {
					maxLength: 30,
				}),
				(calls) => {
					const { state, services: s } = services();
					const first = new Map<string, number>();
					calls.forEach(({ ref, n }, i) => {
						const body = s.apply('add', i % 2 ? { ref, n } : { n, ref }, 0);
						const known = first.get(ref);
						if (known === undefined) first.set(ref, n);
						expect('error' in body).toBe(known !== undefined && known !== n);
					});
					expect(state.sum).toBe([...first.values()].reduce((a, b) => a + b, 0));
				},
			),
		);
	});

	it('gives equal text for equal data only', () => {
		fc.assert(
			fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
				expect(canonical(JSON.parse(JSON.stringify(a)))).toBe(canonical(a));
				const same = canonical(a) === canonical(b);
				expect(same).toBe(canonical(JSON.parse(canonical(a))) === canonical(JSON.parse(canonical(b))));
			}),
		);
	});

	it('strikes a fault exactly at its calls', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 1, max: 8 }),
				fc.integer({ min: 1, max: 4 }),
				fc.integer({ min: 0, max: 20 }),
				(nth, times, calls) => {
					const fault: Fault = { method: '*', nth, times, kind: 'unavailable' };
					const plan = new FaultPlan([fault]);
					const struck = Array.from({ length: calls }, () => plan.meet('add', {}, true) !== null);
					expect(struck).toEqual(struck.map((_, i) => i + 1 >= nth && i + 1 < nth + times));
					expect(plan.meet('read', {}, false)).toBeNull();
				},
			),
		);
	});

	it('hands events out by time, and those of one time in order', () => {
		fc.assert(
			fc.property(fc.array(fc.nat(5)), (times) => {
				const agenda = new Agenda(null);
				times.forEach((at, i) =>
					agenda.add({ type: 'send', send: { id: String(i), method: 'm', params: {} } }, at),
				);
				const out: [number, number][] = [];
				for (let e = agenda.first({ sends: true }); e; e = agenda.first({ sends: true })) {
					agenda.remove(e);
					out.push([e.at, e.order]);
				}
				expect(out).toEqual([...out].sort((a, b) => a[0] - b[0] || a[1] - b[1]));
				expect(out).toHaveLength(times.length);
			}),
		);
	});

	it('makes ids that say nothing and depend on seed and label', () => {
		fc.assert(
			fc.property(fc.integer(), fc.string(), (seed, label) => {
				expect(opaque(seed, label)).toMatch(/^[0-9a-z]{10}$/);
				expect(opaque(seed, label)).toBe(opaque(seed, label));
			}),
		);
		expect(new Set(Array.from({ length: 2000 }, (_, i) => opaque(i, 'buyer'))).size).toBe(2000);
	});
});

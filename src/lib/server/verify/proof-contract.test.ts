import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { contractMismatches } from './proof-contract.ts';
import { BUILT_IN } from './world/services.ts';
import * as limits from './world/limits.ts';

const row = (name: string) => `| \`${name} {x}\` | |`;
const built = BUILT_IN.map(row).join('\n');
const world = { reads: { 'thing.get': () => null }, effects: { tell: () => null } };

describe('a contract', () => {
	it('agrees with a world whose methods it lists, and lists no other', () => {
		const text = `| \`completed\` | a status |\n${row('thing.get')}\n${row('tell')}\n${built}`;
		expect(contractMismatches(text, world)).toEqual([]);
		expect(contractMismatches(`${text}\n${row('thing.put')}`, world)).toEqual([
			'CONTRACT.md lists thing.put, which the world does not offer',
		]);
	});

	it('does not agree when it leaves a method out', () => {
		expect(contractMismatches(`${row('tell')}\n${built}`, world)).toEqual([
			'CONTRACT.md does not list thing.get, which the world offers',
		]);
		expect(contractMismatches(row('thing.get'), world)).toHaveLength(1 + BUILT_IN.length);
	});

	it('states the protocol word for word as the documentation does, with the limits that hold', async () => {
		const body = (text: string) => text.slice(text.indexOf('The built program is a separate process')).trim();
		const protocol = body(await readFile('docs/protocol.md', 'utf8'));
		const contract = await readFile('challenges/data-marketplace-purchase/contract/CONTRACT.md', 'utf8');
		expect(body(contract)).toBe(protocol);
		const { LIMITS, MAX_CALLS, MAX_ID_CHARS, HORIZON_MS, RESTART_MS, CALL_MS } = limits;
		const said = protocol.replaceAll(/\s+/g, ' ');
		for (const figure of [
			`Line ${LIMITS.lineBytes / 1024} KiB`,
			`output ${LIMITS.outputBytes / 1024 ** 2} MiB per process`,
			`${MAX_CALLS} calls per scenario`,
			`${LIMITS.turnMs / 1000} s of wall time per turn`,
			`${LIMITS.noiseLines} non-message lines`,
			`${HORIZON_MS / 86_400_000} virtual days`,
			`at most ${LIMITS.callsPerTurn} per turn`,
			`string of at most ${MAX_ID_CHARS} characters`,
			`${RESTART_MS} ms later`,
			`a call takes ${CALL_MS} ms`,
		])
			expect(said).toContain(figure);
	});
});

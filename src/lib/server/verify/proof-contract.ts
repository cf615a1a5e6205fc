// The contract of a pack against the world that will be played, and the starter that goes with it: what the text offers
// exists, what exists is offered, and the untouched starter speaks the protocol and passes for nothing.
import { decisionsFor } from './covering.ts';
import type { ProofOptions } from './proof.ts';
import { verifyFiles } from './workbench.ts';
import { BUILT_IN } from './world/services.ts';
import type { World } from './world/types.ts';

export interface ContractProof {
	/** What text and world do not agree on, one sentence each. */
	mismatches: string[];
	/** Checks that the untouched starter passes: they ask only that nothing happens. */
	starterPasses: string[];
	ok: boolean;
}

/** Methods as CONTRACT.md lists them: a table row that begins with `name` or `name {params}` in code. */
const documentedMethods = (text: string): string[] =>
	[...text.matchAll(/^\| `([a-z]+(?:\.[a-z]+)?)(?: \{[^`]*\})?` \|/gm)].map(([, name = '']) => name);

/** Rows about something else, such as statuses, carry no dot; a world's methods without one must be listed by name. */
export function contractMismatches(
	text: string,
	{ reads, effects }: Pick<World<unknown>, 'reads' | 'effects'>,
): string[] {
	const listed = new Set(documentedMethods(text));
	const known = [...Object.keys(reads), ...Object.keys(effects), ...BUILT_IN];
	return [
		...known
			.filter((name) => !listed.has(name))
			.map((name) => `CONTRACT.md does not list ${name}, which the world offers`),
		...[...listed]
			.filter((name) => name.includes('.') && !known.includes(name))
			.map((name) => `CONTRACT.md lists ${name}, which the world does not offer`),
	];
}

export async function proveContract(options: ProofOptions): Promise<ContractProof> {
	const { challenge, runtime, onLine } = options;
	const { contract, pack, blueprint } = challenge;
	const mismatches = contractMismatches(contract['CONTRACT.md'] ?? '', runtime.world);
	const decisions = decisionsFor(pack.choicePoints, blueprint.defaults);
	const { checks } = await verifyFiles(options, contract, decisions, { only: 'checks' });
	const starterPasses = checks
		.filter((check) => check.verdict === 'pass' && check.id !== 'keeps-the-protocol')
		.map(({ id }) => id);
	const keeps = checks.find((check) => check.id === 'keeps-the-protocol');
	if (keeps?.verdict !== 'pass') mismatches.push(`the starter breaks the protocol: ${keeps?.why.join('; ')}`);
	if (!checks.some((check) => check.verdict === 'fail'))
		mismatches.push('the untouched starter fails no check');
	const ok = mismatches.length === 0;
	onLine?.(
		`${ok ? 'ok  ' : 'FAIL'} contract; the untouched starter passes ${starterPasses.join(', ')}${mismatches.map((what) => `\n       ${what}`).join('')}`,
	);
	return { mismatches, starterPasses, ok };
}

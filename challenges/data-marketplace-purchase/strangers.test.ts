// Programs by other hands, written from the contract alone: judged by what they do, whatever they are made of.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Decision } from '#lib/domain/challenge/decision.ts';
import { verifyProgram, type VerifyOptions } from '#lib/server/verify/verify.ts';
import { runtime } from './runtime.ts';

const HERE = path.resolve('challenges/data-marketplace-purchase/strangers');

const verify = (name: string, command: readonly string[], more: Partial<VerifyOptions<unknown>>) =>
	verifyProgram({
		runtime,
		launch: () =>
			spawn(command[0] ?? '', command.slice(1), {
				cwd: path.join(HERE, name),
				detached: true,
				stdio: ['pipe', 'pipe', 'pipe'],
				env: { PATH: process.env.PATH },
			}),
		sandboxLevel: 'weak',
		seed: 5,
		decisions: [],
		...more,
	});

it.each([
	['blocking', ['python3', 'main.py'], ['pass', 'pass', 'pass']],
	['threaded', ['python3', 'main.py'], ['pass', 'fail', 'fail']],
	['over-engineered', [process.execPath, 'main.js'], ['pass', 'fail', 'pass']],
] as const)(
	'judges the %s program of a stranger by what it does',
	{ timeout: 120_000 },
	async (name, command, verdicts) => {
		const verification = await verify(name, command, {
			only: 'checks',
			checkIds: ['happy-path', 'credit-in-doubt', 'owner-closed'].map((id) =>
				name === 'threaded' && id === 'credit-in-doubt' ? 'credit-down' : id,
			),
		});
		expect(verification.checks.map((c) => c.verdict)).toEqual([...verdicts, 'pass']);
		expect(verification.breaches).toEqual([]);
	},
);

const DEFAULTS = {
	'credit-failure': 'compensate-and-close',
	'same-request': 'request-id',
	'record-order': 'record-first',
	'notification-failure': 'never-blocks',
	'concurrent-purchases': 'optimistic-check',
	'listing-withdrawn': 'recheck-before-payment',
};
const choose = (...choices: string[]) => ['python3', 'main.py', ...choices];
const measure = async (...choices: string[]) =>
	(await verify('coroutines', choose(...choices), { only: 'fingerprints' })).fingerprints;

describe('a program that shares no line with the blueprint', { timeout: 120_000 }, () => {
	it.each([
		['', {}],
		['credit=park', { 'credit-failure': 'retry-then-park' }],
		['credit=rollback', { 'credit-failure': 'roll-back' }],
		['credit=close', { 'credit-failure': null }],
		['same=pair', { 'same-request': 'buyer-and-listing' }],
		['same=new', { 'same-request': 'always-new' }],
		['order=money', { 'record-order': 'money-first' }],
		['notify=later', { 'notification-failure': 'retry-later' }],
		['notify=fails', { 'notification-failure': 'fails-purchase' }],
		['conc=reserve', { 'concurrent-purchases': 'reserve' }],
		['conc=turns', { 'concurrent-purchases': 'take-turns' }],
		['withdrawn=honour', { 'listing-withdrawn': 'honour-request' }],
		['withdrawn=refund', { 'listing-withdrawn': 'refund-after-payment' }],
	] as const)('shows what it does at every fork: %s', async (choice, change) => {
		const fingerprints = await measure(...(choice ? [choice] : []));
		const seen = Object.fromEntries(fingerprints.map((f) => [f.choicePointId, f.alternativeId]));
		expect(seen).toEqual({ ...DEFAULTS, ...change });
	});

	it('waits as decided, or is seen to wait longer each time', async () => {
		const waits = async (...choices: string[]) =>
			(await measure('credit=park', 'retries=3', 'wait=20', ...choices)).find(
				(f) => f.choicePointId === 'credit-failure',
			)?.parameters;
		expect(await waits()).toEqual({ retries: 3, wait: 20 });
		expect(await waits('growth=2')).toEqual({ retries: 3, wait: 47 });
	});

	it('compensates by an event after the failure, and not by one that was published before', async () => {
		const credit = async (...choices: string[]) =>
			(await measure('early=1', ...choices)).find((f) => f.choicePointId === 'credit-failure')?.alternativeId;
		expect(await credit('credit=close')).toBeNull();
		expect(await credit('credit=event')).toBe('compensate-and-close');
		const choice = { kind: 'alternative', alternativeId: 'compensate-and-close', parameters: {} } as const;
		const decided: Decision = {
			choicePointId: 'credit-failure',
			choice,
			rationale: '',
			rejected: '',
			confidence: null,
			span: null,
		};
		const { checks } = await verify('coroutines', choose('early=1'), {
			only: 'checks',
			checkIds: ['compensates'],
			decisions: [decided],
		});
		expect(checks.map((c) => c.verdict)).toEqual(['pass', 'pass']);
	});
});

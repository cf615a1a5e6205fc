// Equal content, equal text, wherever it is computed.
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Decision } from '../challenge/decision.ts';
import {
	canonicalJson,
	canonicalLock,
	lockHash,
	NotCanonicalError,
	shortHash,
	type LockDocument,
} from './lock.ts';

const decision = (choicePointId: string): Decision => ({
	choicePointId,
	choice: { kind: 'alternative', alternativeId: 'retry', parameters: { times: 3 } },
	rationale: 'cheap',
	rejected: '',
	confidence: 'sure',
	span: null,
});

const lock: LockDocument = {
	format: 'forkpoint-lock/1',
	competitionId: 'c1',
	entryId: 'e1',
	lockedAt: 1_700_000_000_000,
	spec: { text: 'Retry 3x \u{1F600}\n', revision: 7 },
	decisions: [decision('b'), decision('a')],
	predictions: [
		{ text: 'z', choicePointId: null },
		{ text: 'a', choicePointId: 'a' },
	],
	requirement: { version: 2, text: 'Do it.' },
	challenge: { slug: 'data-marketplace-purchase', version: '1.0.0', hash: 'ff' },
	agent: {
		id: 'rehearsal',
		version: '1',
		model: null,
		promptTemplate: 'v1',
		tools: ['write', 'read'],
		budget: { seconds: 60, usd: null },
	},
	sandbox: 'bwrap',
};

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('canonical JSON', () => {
	it('is that of RFC 8785, section 3.2.2', () => {
		const input = JSON.parse(
			'{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
		) as unknown;
		expect(canonicalJson(input)).toBe(
			'{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
		);
	});

	it('sorts members by UTF-16 code units, as the RFC\u2019s example does', () => {
		const names = ['\u20ac', '\r', '\ufb33', '1', '\u{1F600}', '\u0080', '\u00f6'];
		const sorted = ['\r', '1', '\u0080', '\u00f6', '\u20ac', '\u{1F600}', '\ufb33'];
		const text = canonicalJson(Object.fromEntries(names.map((name) => [name, 0])));
		expect(text).toBe(`{${sorted.map((name) => `${JSON.stringify(name)}:0`).join(',')}}`);
	});

	it.each([
		[Number.NaN],
		[Infinity],
		[undefined],
		[() => 1],
		[1n],
		[Symbol('x')],
		['\ud800'],
		[{ a: undefined }],
		[[undefined]],
		[new Array(1)],
	])('refuses %s', (value) => {
		expect(() => canonicalJson(value)).toThrow(NotCanonicalError);
	});

	it('survives parsing and does not depend on the order of members', () => {
		fc.assert(
			fc.property(fc.jsonValue(), (value) => {
				const normal = JSON.parse(JSON.stringify(value)) as unknown;
				const text = canonicalJson(normal);
				expect(JSON.parse(text)).toEqual(normal);
				const turned = (v: unknown): unknown =>
					Array.isArray(v)
						? v.map(turned)
						: v !== null && typeof v === 'object'
							? Object.fromEntries(
									Object.entries(v)
										.reverse()
										.map(([k, own]) => [k, turned(own)]),
								)
							: v;
				expect(canonicalJson(turned(normal))).toBe(text);
			}),
		);
	});
});

describe('the lock', () => {
	it('does not depend on the order of decisions and tools, and leaves its input alone', () => {
		const before = structuredClone(lock);
		const other = {
			...lock,
			decisions: [...lock.decisions].reverse(),
			agent: { ...lock.agent, tools: ['read', 'write'] },
		};
		expect(canonicalLock(other)).toBe(canonicalLock(lock));
		expect(lock).toEqual(before);
	});

	it('keeps the order of predictions', () => {
		expect(canonicalLock({ ...lock, predictions: [...lock.predictions].reverse() })).not.toBe(
			canonicalLock(lock),
		);
	});

	it('changes with everything a build depends on', () => {
		const changes: Partial<LockDocument>[] = [
			{ spec: { ...lock.spec, text: 'Retry 4x' } },
			{ decisions: [decision('a')] },
			{ requirement: { ...lock.requirement, version: 3 } },
			{ challenge: { ...lock.challenge, hash: 'fe' } },
			{ agent: { ...lock.agent, model: 'm' } },
			{ agent: { ...lock.agent, promptTemplate: 'v2' } },
			{ agent: { ...lock.agent, budget: { seconds: 61, usd: null } } },
			{ lockedAt: lock.lockedAt + 1 },
		];
		const texts = [lock, ...changes.map((change) => ({ ...lock, ...change }))].map(canonicalLock);
		expect(new Set(texts).size).toBe(changes.length + 1);
	});

	it('takes a lone surrogate for U+FFFD instead of failing: no text may stop a lock', () => {
		const text = canonicalLock({
			...lock,
			spec: { text: 'a\ud800b', revision: 1 },
			decisions: [{ ...decision('a'), rationale: '\udc00' }],
		});
		expect(text).toContain('a\ufffdb');
		expect(text.isWellFormed()).toBe(true);
	});

	it('is receipted by the hash of its canonical text', () => {
		const parsed = JSON.parse(canonicalLock(lock)) as LockDocument;
		expect(parsed.decisions.map((d) => d.choicePointId)).toEqual(['a', 'b']);
		expect(lockHash(lock, sha256)).toBe(sha256(canonicalLock(lock)));
		expect(lockHash(lock, sha256)).toMatch(/^[0-9a-f]{64}$/);
	});

	it('has a short form to read aloud', () => {
		expect(shortHash('0123456789abcdef')).toBe('0123 4567 89ab');
		expect(shortHash('')).toBe('');
	});
});

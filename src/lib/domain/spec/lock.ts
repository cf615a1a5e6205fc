// The lock: everything that a build depends on, frozen in one document with one canonical form, so that equal content
// has an equal hash wherever it is computed.
import type { Decision } from '../challenge/decision.ts';

export interface LockedPrediction {
	text: string;
	choicePointId: string | null;
}

export interface LockDocument {
	format: 'forkpoint-lock/1';
	competitionId: string;
	entryId: string;
	/** Epoch ms. */
	lockedAt: number;
	spec: { text: string; revision: number };
	decisions: Decision[];
	predictions: LockedPrediction[];
	/** What everybody had read, clarifications included. */
	requirement: { version: number; text: string };
	challenge: { slug: string; version: string; hash: string };
	/** The same for everybody in a round. */
	agent: {
		id: string;
		/** Of the agent's own code or tool. */
		version: string;
		/** Null for an agent without a model. */
		model: string | null;
		promptTemplate: string;
		tools: string[];
		budget: { seconds: number; usd: number | null };
	};
	/** What the program may be contained by on the machine that locked it. */
	sandbox: 'bwrap' | 'weak';
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A value without a JSON form: a program error, not a refusal. */
export class NotCanonicalError extends Error {
	override name = 'NotCanonicalError';
}

/**
 * JSON Canonicalization Scheme, RFC 8785: no white space, members sorted by UTF-16 code units, numbers and strings as
 * ECMAScript writes them. Throws NotCanonicalError on what has no JSON form (NaN, undefined, functions, lone surrogates).
 */
export function canonicalJson(value: unknown): string {
	return write(value as Json);
}

function write(value: Json): string {
	if (value === null || typeof value === 'boolean') return JSON.stringify(value);
	if (typeof value === 'string') {
		if (!value.isWellFormed()) throw new NotCanonicalError('lone surrogate');
		return JSON.stringify(value);
	}
	if (typeof value === 'number') {
		if (!Number.isFinite(value)) throw new NotCanonicalError('number without a JSON form');
		return JSON.stringify(value);
	}
	if (Array.isArray(value)) return `[${Array.from(value, write).join(',')}]`;
	if (typeof value !== 'object') throw new NotCanonicalError(`${typeof value} has no JSON form`);
	const members = Object.keys(value).sort();
	return `{${members.map((key) => `${write(key)}:${write(value[key] as Json)}`).join(',')}}`;
}

const byCode = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * The document in its canonical text. Decisions are sorted by choice point and tools by name: their order means
 * nothing. Predictions keep theirs. Lone surrogates, which no encoding can carry, become U+FFFD in all texts.
 */
export function canonicalLock(lock: LockDocument): string {
	const sorted: LockDocument = {
		...lock,
		decisions: [...lock.decisions].sort((a, b) => byCode(a.choicePointId, b.choicePointId)),
		agent: { ...lock.agent, tools: [...lock.agent.tools].sort(byCode) },
	};
	return canonicalJson(wellFormed(sorted as unknown as Json));
}

function wellFormed(value: Json): Json {
	if (typeof value === 'string') return value.toWellFormed();
	if (Array.isArray(value)) return value.map(wellFormed);
	if (value === null || typeof value !== 'object') return value;
	return Object.fromEntries(Object.entries(value).map(([key, own]) => [key.toWellFormed(), wellFormed(own)]));
}

/** The receipt: `sha256` gets the canonical text and returns lower-case hex. */
export const lockHash = (lock: LockDocument, sha256: (text: string) => string): string =>
	sha256(canonicalLock(lock));

/** The hash as people read it aloud: the first 12 digits in groups of four. */
export const shortHash = (hash: string): string => (hash.slice(0, 12).match(/.{1,4}/g) ?? []).join(' ');

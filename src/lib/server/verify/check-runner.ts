// Plays one check: which runs count, what the invariants say of each, and the verdict over them.
import type { CheckResult } from '#lib/domain/build/verification.ts';
import type { Check, CheckContext } from './runtime.ts';
import { capTrace } from './trace.ts';
import { brief } from './clean.ts';
import type { Session } from './verify.ts';
import type { Run, Scenario } from './world/kit.ts';

/** Characters of one reason. */
const WHY_CHARS = 500;

/** Thrown inside a check to leave an item that would test nothing. */
class Skip extends Error {}

interface Attempt<S> {
	counted: number;
	skipped: string[];
	why: string[];
	first: Run<S> | null;
	firstFailing: Run<S> | null;
}

export async function playCheck<S>(session: Session<S>, check: Check<S>): Promise<CheckResult> {
	const { options, chosen } = session;
	const base = { id: check.id, title: check.title, cites: check.cites };
	const blank = { ...base, why: [], runs: 0, trace: [] };
	if (
		check.when &&
		!check.when.alternativeIds.includes(chosen[check.when.choicePointId]?.alternativeId ?? '')
	)
		return { ...blank, verdict: 'not-applicable' };
	if (session.givenUp) return { ...blank, verdict: 'fail', why: [`not run: ${session.givenUp}`] };
	const attempt: Attempt<S> = { counted: 0, skipped: [], why: [], first: null, firstFailing: null };
	const context = contextOf(session, check, attempt);
	try {
		for (const what of await check.play(context)) attempt.why.push(what);
	} catch (error) {
		if (!(error instanceof Skip)) {
			if (options.signal?.aborted) return { ...blank, verdict: 'verifier-error', why: ['aborted'] };
			const why = [String((error as Error)?.stack ?? error)];
			return { ...base, verdict: 'verifier-error', why, runs: attempt.counted, trace: [] };
		}
	}
	const why = [...new Set(attempt.why.map((what) => brief(what, WHY_CHARS)))].slice(0, 20);
	const shown = attempt.firstFailing ?? attempt.first;
	return {
		...base,
		verdict: why.length > 0 ? 'fail' : attempt.counted > 0 ? 'pass' : 'not-applicable',
		why: why.length === 0 && attempt.counted === 0 ? [...new Set(attempt.skipped)].slice(0, 5) : why,
		runs: attempt.counted,
		trace: shown ? capTrace(shown.trace) : [],
	};
}

function contextOf<S>(session: Session<S>, check: Check<S>, attempt: Attempt<S>): CheckContext<S> {
	const { options, chosen } = session;
	const play = async (given: Omit<Scenario, 'seed'>): Promise<Run<S>> => {
		if (session.givenUp) {
			attempt.why.push(`not run to its end: ${session.givenUp}`);
			throw new Skip();
		}
		const result = await session.run(check.id, { seed: options.seed, ...given });
		if (result.offClock > 0) {
			attempt.skipped.push('it acted off the clock: the run cannot be trusted');
			throw new Skip();
		}
		return result;
	};
	return {
		seed: options.seed,
		chosen,
		run: async (given) => {
			const result = await play(given);
			judge(session, check, attempt, result, { seed: options.seed, ...given });
			return result;
		},
		look: play,
		each: async (items, item) => {
			for (const value of items) {
				const before = attempt.why.length;
				try {
					const why = await item(value);
					attempt.why.push(...why.map((what) => `${what}${suffix(value)}`));
				} catch (error) {
					if (!(error instanceof Skip)) throw error;
				}
				if (attempt.why.length > before && options.stopAtFirstFailure) break;
			}
			return [];
		},
	};
}

/** Adds what the invariants say; leaves the item when the run tested nothing or cannot be trusted. */
function judge<S>(
	session: Session<S>,
	check: Check<S>,
	attempt: Attempt<S>,
	result: Run<S>,
	scenario: Scenario,
): void {
	const { runtime } = session.options;
	if (result.unhit.length > 0) {
		attempt.skipped.push(`the fault never struck: ${result.unhit.map(faultName).join(', ')}`);
		throw new Skip();
	}
	attempt.counted++;
	attempt.first ??= result;
	const wrong = runtime.invariants(result, scenario, session.chosen);
	const faults = scenario.faults?.length ? ` [${scenario.faults.map(faultName).join(', ')}]` : '';
	attempt.why.push(...wrong.map((what) => what + faults));
	if (wrong.length > 0) attempt.why.push(...lastWords(result));
	if (wrong.length > 0) {
		attempt.firstFailing ??= result;
		if (session.options.stopAtFirstFailure) throw new Skip();
	}
}

/** What a program that died wrote to stderr: the line that names an error, otherwise the last one. */
function lastWords<S>({ outcome, stderr }: Run<S>): string[] {
	const lines = stderr.split('\n').filter((line) => line.trim() !== '');
	const line = lines.find((text) => /(?:Error|Exception)\b/.test(text)) ?? lines.at(-1);
	return outcome === 'died' && line !== undefined ? [`it wrote to stderr: "${brief(line, 200)}"`] : [];
}

const faultName = (f: { method: string; nth: number; kind: string; times?: number }): string =>
	`${f.kind} at ${f.method === '*' ? 'effect' : f.method} ${f.nth}${f.times && f.times > 1 ? ' and on' : ''}`;

const suffix = (value: unknown): string =>
	typeof value === 'object' && value !== null && 'kind' in value
		? ` [${faultName(value as Parameters<typeof faultName>[0])}]`
		: '';

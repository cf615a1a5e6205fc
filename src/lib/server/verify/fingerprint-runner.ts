// Measures one choice point on a program, whatever its author decided.
import type { FingerprintResult } from '#lib/domain/build/verification.ts';
import type { Fingerprint } from './runtime.ts';
import { capTrace } from './trace.ts';
import type { Session } from './verify.ts';

export async function measureFingerprint<S>(
	session: Session<S>,
	fingerprint: Fingerprint<S>,
): Promise<FingerprintResult> {
	const { options } = session;
	const { choicePointId } = fingerprint;
	const unknown = (why: string): FingerprintResult => ({
		choicePointId,
		value: null,
		alternativeId: null,
		parameters: {},
		summary: 'It could not be measured.',
		unknown: why,
		trace: [],
	});
	if (session.givenUp) return unknown(`not measured: ${session.givenUp}`);
	let offClock = false;
	try {
		const measured = await fingerprint.measure({
			seed: options.seed,
			run: async (given) => {
				const result = await session.run(choicePointId, { seed: options.seed, ...given });
				offClock ||= result.offClock > 0;
				return result;
			},
		});
		const trace = capTrace(measured.trace);
		if (offClock) return { ...unknown('it acted off the clock: the runs cannot be trusted'), trace };
		if ('unknown' in measured) return { ...unknown(measured.unknown), trace };
		const { value } = measured;
		const matching = Object.entries(fingerprint.alternatives).filter(([, a]) => a.matches(value));
		const [only] = matching.length === 1 ? matching : [];
		return {
			choicePointId,
			value: value as Record<string, unknown>,
			alternativeId: only?.[0] ?? null,
			parameters: only?.[1].parameters?.(value) ?? {},
			summary: fingerprint.summary(value),
			unknown: null,
			trace,
		};
	} catch (error) {
		if (options.signal?.aborted) return unknown('aborted');
		return unknown(`verifier error: ${String((error as Error)?.stack ?? error)}`);
	}
}

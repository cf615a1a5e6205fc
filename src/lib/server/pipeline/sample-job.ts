// What a worker does with the job of the sample competition: one process plays it, from where it stands.
import type { Container } from '../container.ts';
import { claim } from '../db/claim.ts';
import { findSampleCompetition } from '../db/competition-repository.ts';
import { findFirstFacilitator } from '../db/facilitator-repository.ts';
import { mayRunUntrusted } from '../sandbox/sandbox.ts';
import { createCompetition } from '../usecases/competition/create.ts';
import { playToDebrief, SampleError } from '../usecases/sample/play.ts';
import { SAMPLE_QUEUE } from '../usecases/sample/request.ts';
import { loadPack } from '../verify/pack-loader.ts';
import type { JobContext } from './queue.ts';
import type { JobKind } from './worker.ts';

export type SampleWorkerDeps = Pick<
	Container,
	'config' | 'db' | 'log' | 'now' | 'newId' | 'newSeed' | 'random' | 'events' | 'packs' | 'sandbox'
>;

const CHALLENGE = 'data-marketplace-purchase';

export const sampleJob = (container: SampleWorkerDeps): JobKind => ({
	queue: SAMPLE_QUEUE,
	concurrency: 1,
	handle: (_data, context) => playSample(container, context),
});

/** Throws when it was stopped; the queue has it played on. */
export async function playSample(
	container: SampleWorkerDeps,
	{ signal }: Pick<JobContext, 'signal'>,
): Promise<void> {
	const { db, log, packs, config } = container;
	const installed = packs.find(CHALLENGE);
	const { level } = await container.sandbox();
	// Builds would all end as errors of the platform: no sample is better than that one.
	if (!installed || !mayRunUntrusted(level, config.allowWeakSandbox).ok) return;
	const claimed = await claim(db.url, 'sample');
	if (!claimed) return;
	try {
		const { samples } = await loadPack(installed.dir);
		await playToDebrief(
			container,
			await sampleId(container),
			samples,
			AbortSignal.any([signal, claimed.signal]),
		);
	} catch (error) {
		if (!(error instanceof SampleError)) throw error;
		log.warn('the sample competition stays as it is', { error });
	} finally {
		await claimed.release();
	}
}

async function sampleId(container: SampleWorkerDeps): Promise<string> {
	const { prisma } = container.db;
	const earlier = await findSampleCompetition(prisma);
	if (earlier) return earlier.id;
	const created = await createCompetition(container, {
		facilitator: await findFirstFacilitator(prisma),
		title: 'Buying data: a sample to look at',
		team: '',
		challenge: CHALLENGE,
		agent: 'rehearsal',
		sample: true,
	});
	const sample = created.ok ? await findSampleCompetition(prisma) : null;
	if (!sample)
		throw new SampleError(`It could not be created: ${created.ok ? 'it is gone' : created.reason}.`);
	return sample.id;
}

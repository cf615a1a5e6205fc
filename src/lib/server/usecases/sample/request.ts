// The finished competition a new installation has to look at: asked for as soon as there is somebody to own it.
import { findSampleCompetition } from '../../db/competition-repository.ts';
import { findFirstFacilitator } from '../../db/facilitator-repository.ts';
import type { JobQueue } from '../../pipeline/queue.ts';
import type { Deps } from '../deps.ts';

export interface SampleDeps extends Deps {
	config: { sample: boolean };
	queue: Pick<JobQueue, 'send'>;
}

/** The queue the sample competition is played on. */
export const SAMPLE_QUEUE = 'sample';

/** Has the sample competition played, or played on where a stop left it. Harmless when it is under way or done. */
export async function requestSample(deps: SampleDeps): Promise<void> {
	const { config, db, queue } = deps;
	if (!config.sample || !(await findFirstFacilitator(db.prisma))) return;
	const sample = await findSampleCompetition(db.prisma);
	if (sample?.round.phase !== 'debrief') await queue.send(SAMPLE_QUEUE, {}, { key: deps.newId() });
}

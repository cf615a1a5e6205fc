// Binds the clock and the job queues to the use cases they call.
import { dueAt } from '../domain/round/machine.ts';
import type { Container } from './container.ts';
import { lookAgainAt } from './db/build-repository.ts';
import { findCompetition } from './db/competition-repository.ts';
import { setDueAt } from './db/due-repository.ts';
import { buildJobs, rescueStranded } from './pipeline/build-jobs.ts';
import { sampleJob } from './pipeline/sample-job.ts';
import type { Work } from './pipeline/worker.ts';
import { settleBuilding } from './usecases/builds/building.ts';
import { changeRound } from './usecases/room.ts';
import { requestSample } from './usecases/sample/request.ts';

export function createWork(container: Container): Work {
	return {
		onDue: (competitionId) => onDue(container, competitionId),
		get jobs() {
			return [buildJobs(container), sampleJob(container)];
		},
		async prepare() {
			await rescueStranded(container);
			await requestSample(container);
		},
	};
}

/** The pipeline first: what it has to do may move the round on. */
async function onDue(container: Container, competitionId: string): Promise<void> {
	const lookAt = await settleBuilding(container, competitionId);
	await closeDue(container, competitionId);
	if (lookAt === null) return;
	await rescueStranded(container);
	await lookAgainAt(container.db.prisma, competitionId, new Date(lookAt));
}

/** Closes the phase whose last deadline and grace have passed; otherwise puts the clock right. */
async function closeDue(container: Container, competitionId: string): Promise<void> {
	const competition = await findCompetition(container.db.prisma, competitionId);
	if (!competition) return;
	const closed = await changeRound(container, {
		competitionId,
		command: { type: 'close', expectedPhase: competition.round.phase },
		by: { actor: 'clock', actorName: 'Clock', reason: null },
	});
	if (closed.ok) return;
	container.log.debug('nothing to close', { competitionId, reason: closed.reason });
	const next = dueAt(competition.round);
	await setDueAt(container.db, competitionId, competition.version, next === null ? null : new Date(next));
}

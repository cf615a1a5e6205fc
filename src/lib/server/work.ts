// Binds the clock and the job queues to the use cases they call.
import { dueAt } from '../domain/round/machine.ts';
import type { Container } from './container.ts';
import { findCompetition } from './db/competition-repository.ts';
import { setDueAt } from './db/due-repository.ts';
import type { JobKind, Work } from './pipeline/worker.ts';
import { changeRound } from './usecases/room.ts';

export function createWork(container: Container): Work {
	return { onDue: (competitionId) => closeDue(container, competitionId), jobs: jobsOf(container) };
}

function jobsOf(_container: Container): JobKind[] {
	return [];
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

// Puts a build's job on the queue. One job per build, however often it is sent; a rescue is a job of its own.
import type { Transaction } from '../../db/client.ts';
import { BUILD_QUEUE, type BuildDeps } from './deps.ts';

export const jobKey = (buildId: string): string => buildId;

export const sendBuild = (deps: Pick<BuildDeps, 'queue'>, tx: Transaction, buildId: string): Promise<void> =>
	deps.queue.send(BUILD_QUEUE, { buildId }, { key: jobKey(buildId), tx });

const RESCUE_MS = 10_000;

/** At most one in ten seconds, whoever sends it. */
export const sendRescue = (deps: Pick<BuildDeps, 'queue' | 'now'>, buildId: string): Promise<void> =>
	deps.queue.send(
		BUILD_QUEUE,
		{ buildId },
		{ key: `${buildId} rescue ${Math.floor(deps.now() / RESCUE_MS)}` },
	);

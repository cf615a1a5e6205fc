// A worker in a process of its own, which tests kill. argv: database url, data folder, mode.
//   `build ID POINT`: runs one build and kills itself with SIGKILL at POINT (`agent` in the step, `agent+` right after its
//   output was saved, `none`), `queue N`: works on the queue until N builds are finished.
import { createDatabase } from '../src/lib/server/db/client.ts';
import { appendRoomEvents, listRoomEvents } from '../src/lib/server/db/room-event-repository.ts';
import { createLog } from '../src/lib/server/log.ts';
import { buildJobs, handleBuild, type BuildWorkerDeps } from '../src/lib/server/pipeline/build-jobs.ts';
import { createJobQueue } from '../src/lib/server/pipeline/queue.ts';
import type { AnyStep } from '../src/lib/server/pipeline/step.ts';
import { systemRandom } from '../src/lib/server/random.ts';
import { probeSandbox } from '../src/lib/server/sandbox/sandbox.ts';
import { installedPacks, QUICK_STEPS } from './building.ts';

const [url = '', dataDir = '', mode = '', subject = '', point = 'none'] = process.argv.slice(2);
const db = createDatabase(url);
const log = createLog('silent');
const queue = await createJobQueue({ url, queues: ['build'], supervises: true, log });
const deps: BuildWorkerDeps = {
	db,
	log,
	queue,
	config: { dataDir, buildConcurrency: 2, allowWeakSandbox: false } as BuildWorkerDeps['config'],
	now: Date.now,
	newId: systemRandom.id,
	newSeed: systemRandom.seed,
	events: {
		append: (tx, id, events) => appendRoomEvents(tx, id, new Date(), events),
		since: (id, seq) => listRoomEvents(db.prisma, id, seq),
		say: () => undefined,
	},
	packs: await installedPacks(),
	sandbox: probeSandbox,
};
const die = (): never => {
	process.kill(process.pid, 'SIGKILL');
	throw new Error('unreachable');
};

/** Dies in the middle of its own step, or at the very start of whatever comes after the output of `step+`. */
const killing = (steps: readonly AnyStep[]): AnyStep[] =>
	steps.map((step, index) => ({
		...step,
		async run(context, input) {
			if (point === `${steps[index - 1]?.name}+`) die();
			const output = await step.run(context, input);
			return point === step.name ? die() : output;
		},
	}));

if (mode === 'build') {
	await handleBuild(deps, subject, { signal: new AbortController().signal }, killing(QUICK_STEPS));
} else {
	const job = buildJobs(deps, QUICK_STEPS);
	await queue.work(job.queue, job.concurrency, job.handle);
	process.stdout.write('ready\n');
	for (;;) {
		const done = await db.prisma.build.count({ where: { status: 'finished' } });
		if (done >= Number(subject)) break;
		await new Promise((resolve) => setTimeout(resolve, 200));
	}
}
await queue.close();
await db.close();

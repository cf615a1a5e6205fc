// A competition's build on the database: step output, events, what pages read and what the room hears commit together.
import type { BuildStep } from '#lib/domain/build/event.ts';
import { isOwnOutcome, type BuildOutcome } from '#lib/domain/build/outcome.ts';
import type { Verification } from '#lib/domain/build/verification.ts';
import {
	appendBuildEvents,
	createBuild,
	hasEarlierOwnOutcome,
	listAttempts,
	listSteps,
	markFinished,
	saveAdditions,
	saveCheckScores,
	saveStep,
	setAnalysis,
	setArtifact,
	setUsage,
	setVerification,
	type BuildWithEntry,
} from '../db/build-repository.ts';
import { inTransaction, type Transaction } from '../db/client.ts';
import type { BuildDeps } from '../usecases/builds/deps.ts';
import { sendBuild } from '../usecases/builds/send-build.ts';
import {
	additionsOutput,
	agentOutput,
	artifactOutput,
	scoreOutput,
	verificationSchema,
	workspaceOutput,
} from './outputs.ts';
import { joinVerification } from './steps/verify-steps.ts';
import { StepSavedElsewhereError, type BuildStore, type StepResult } from './store.ts';

/** Attempts the pipeline makes by itself when the platform or the agent's provider failed. */
export const AUTOMATIC_ATTEMPTS = 3;

export function createStoredBuild(deps: BuildDeps, build: BuildWithEntry): BuildStore {
	const { db, events: room } = deps;
	const { id, competitionId, participantId } = build;

	return {
		async outputs() {
			const steps = await listSteps(db.prisma, id);
			return Object.fromEntries(steps.map(({ step, output }) => [step, output]));
		},
		async append(events) {
			await appendBuildEvents(db.prisma, id, new Date(deps.now()), events);
		},
		async save(result) {
			await inTransaction(db, async (tx) => {
				const { startedAt, finishedAt, step, output } = result;
				const times = { startedAt: new Date(startedAt), finishedAt: new Date(finishedAt) };
				if (!(await saveStep(tx, id, { step, output, ...times })))
					throw new StepSavedElsewhereError(`The step "${step}" of build ${id} has an output already.`);
				await appendBuildEvents(tx, id, times.finishedAt, result.events);
				await project(tx, build, result);
			});
		},
		async finish({ outcome, summary, events }) {
			await inTransaction(db, async (tx) => {
				const at = new Date(deps.now());
				if (!(await markFinished(tx, id, { outcome, summary, at }))) return;
				await appendBuildEvents(tx, id, at, events);
				const status = 'finished' as const;
				await room.append(tx, competitionId, [
					{ type: 'build.progress', participantId, buildId: id, step: null, status, outcome },
				]);
				if (!isOwnOutcome(outcome)) await tryAgain(tx, deps, build, outcome);
			});
		},
	};
}

/** Tells the room which step a build is at. */
export async function tellStep(deps: BuildDeps, build: BuildWithEntry, step: BuildStep): Promise<void> {
	const { id: buildId, competitionId, participantId } = build;
	await inTransaction(deps.db, (tx) =>
		deps.events.append(tx, competitionId, [
			{ type: 'build.progress', participantId, buildId, step, status: 'running', outcome: null },
		]),
	);
}

async function tryAgain(
	tx: Transaction,
	deps: BuildDeps,
	build: BuildWithEntry,
	outcome: BuildOutcome,
): Promise<void> {
	const attempts = await listAttempts(tx, build.entryId);
	const newest = attempts.at(-1)?.attempt ?? build.attempt;
	if (newest !== build.attempt || newest >= AUTOMATIC_ATTEMPTS || outcome === 'verifier_error') return;
	const next = { id: deps.newId(), entryId: build.entryId, attempt: newest + 1, agent: build.agent };
	await createBuild(tx, { ...next, queuedAt: new Date(deps.now()) });
	await sendBuild(deps, tx, next.id);
}

/** What other parts of the product read of a step's output, in their own tables. */
async function project(tx: Transaction, build: BuildWithEntry, result: StepResult): Promise<void> {
	const { id, entryId } = build;
	switch (result.step) {
		case 'workspace':
			return setAnalysis(tx, entryId, workspaceOutput.parse(result.output).analysis);
		case 'agent': {
			const { usage } = agentOutput.parse(result.output);
			return usage ? setUsage(tx, id, usage) : undefined;
		}
		case 'artifact':
			return setArtifact(tx, id, artifactOutput.parse(result.output).treeHash);
		case 'fingerprints': {
			const steps = await listSteps(tx, id);
			const checks = verificationSchema.parse(steps.find((s) => s.step === 'checks')?.output);
			const fingerprints = verificationSchema.parse(result.output);
			return setVerification(tx, id, joinVerification(checks as Verification, fingerprints as Verification));
		}
		case 'additions':
			return saveAdditions(tx, build, additionsOutput.parse(result.output).additions);
		case 'score':
			return projectScores(tx, build, result);
		default:
			return undefined;
	}
}

async function projectScores(tx: Transaction, build: BuildWithEntry, result: StepResult): Promise<void> {
	if (await hasEarlierOwnOutcome(tx, build)) return;
	const { judge, scores } = scoreOutput.parse(result.output);
	const rows = scores.flatMap(({ criterion, value, evidence }) =>
		value === null ? [] : [{ id: `${build.id}/${criterion}`, criterion, judge, value, evidence }],
	);
	await saveCheckScores(tx, build.entryId, new Date(result.finishedAt), rows);
}

// The verification layers, cheapest first: does it start, does it pass the checks, which alternatives does it implement.
// Each works on the stored copy, read-only, in a sandbox of its own; checks never enter it.
import path from 'node:path';
import { z } from 'zod';
import type { Verification } from '#lib/domain/build/verification.ts';
import { loadRuntime } from '../../verify/pack-loader.ts';
import { commandFor, probeProgram } from '../../verify/program-probe.ts';
import { verifyProgram } from '../../verify/verify.ts';
import { launcher } from '../../verify/workbench.ts';
import {
	artifactOutput,
	staticOutput,
	workspaceOutput,
	type ArtifactOutput,
	type StaticOutput,
} from '../outputs.ts';
import type { Step, StepContext } from '../step.ts';
import { GIVEN_FILES } from '../workspace.ts';

const staticInput = z.object({ workspace: workspaceOutput, artifact: artifactOutput });

export const staticStep: Step<z.infer<typeof staticInput>, StaticOutput> = {
	name: 'static',
	input: staticInput,
	async run({ challenge, sandbox, artifacts, signal }, { workspace, artifact }) {
		const { world } = await loadRuntime(challenge.dir);
		const probe = await probeProgram({
			sandbox: sandbox.sandbox,
			workspace: path.join(artifacts, artifact.treeHash),
			world,
			command: commandFor(artifact.files.map((file) => file.path)),
			signal,
		});
		const changedGiven = GIVEN_FILES.filter((given) => {
			const before = workspace.files.find((file) => file.path === given);
			return before && before.sha256 !== artifact.files.find((file) => file.path === given)?.sha256;
		});
		return { verdict: probe.starts ? 'pass' : 'fail', ...probe, changedGiven };
	},
	summary: ({ starts, changedGiven }) =>
		`${starts ? 'starts and speaks the protocol' : 'does not start'}${changedGiven.length > 0 ? `; changed ${changedGiven.join(', ')}` : ''}`,
};

const layerInput = z.object({ artifact: artifactOutput, static: staticOutput });
type LayerInput = z.infer<typeof layerInput>;

export const checksStep: Step<LayerInput, Verification> = {
	name: 'checks',
	input: layerInput,
	async run(context, input) {
		if (!input.static.starts) return notStarted(context, input.static);
		const first = await verify(context, input, 'checks');
		// A verifier that stumbled is asked again; the agent is not.
		return first.checks.some((check) => check.verdict === 'verifier-error')
			? verify(context, input, 'checks')
			: first;
	},
	summary: ({ checks }) => `${checks.length} checks played`,
};

export const fingerprintsStep: Step<LayerInput, Verification> = {
	name: 'fingerprints',
	input: layerInput,
	run: (context, input) =>
		input.static.starts ? verify(context, input, 'fingerprints') : notStarted(context, input.static),
	summary: ({ fingerprints }) => `${fingerprints.length} choice points measured`,
};

async function verify(
	context: StepContext,
	{ artifact, static: { command } }: { artifact: ArtifactOutput; static: StaticOutput },
	only: 'checks' | 'fingerprints',
): Promise<Verification> {
	const { sandbox, level } = context.sandbox;
	const report = (text: string): void => context.report({ type: 'log', step: only, stream: 'system', text });
	return verifyProgram({
		runtime: await loadRuntime(context.challenge.dir),
		launch: launcher(sandbox, path.join(context.artifacts, artifact.treeHash), command),
		sandboxLevel: level,
		seed: context.seed,
		decisions: context.lock.decisions,
		lanes: context.lanes,
		only,
		signal: context.signal,
		onProgress: ({ done, total }) => {
			if (done % 5 === 0 || done === total) report(`${done} of ${total} ${only}`);
		},
		runOptions: { ran: (child) => sandbox.ran(child) },
	});
}

/** Nothing can be learnt from a program that does not start; the default verdict is reject. */
const notStarted = (
	{ challenge, seed, sandbox }: StepContext,
	{ why }: StaticOutput,
): Promise<Verification> =>
	Promise.resolve({
		seed,
		sandboxLevel: sandbox.level,
		checks: [
			{
				id: 'starts',
				title: 'The program starts and answers start and sync',
				cites: [],
				verdict: 'fail' as const,
				why,
				runs: 1,
				trace: [],
			},
		],
		fingerprints: challenge.pack.choicePoints.map((point) => ({
			choicePointId: point.id,
			value: null,
			alternativeId: null,
			parameters: {},
			summary: '',
			unknown: 'The program does not start.',
			trace: [],
		})),
		breaches: [],
		observations: [],
	});

/** One verification from the two layers that made it. */
export function joinVerification(checks: Verification, fingerprints: Verification): Verification {
	const observations = new Map([...fingerprints.observations, ...checks.observations].map((o) => [o.key, o]));
	const breaches = [...checks.breaches, ...fingerprints.breaches];
	return {
		...checks,
		fingerprints: fingerprints.fingerprints,
		breaches:
			breaches.length === 0
				? []
				: [
						{
							kind: 'off-clock',
							where: [...new Set(breaches.flatMap((b) => b.where))].sort(),
							messages: breaches.reduce((sum, b) => sum + b.messages, 0),
						},
					],
		observations: [...observations.values()].sort((a, b) => (a.key < b.key ? -1 : 1)),
	};
}

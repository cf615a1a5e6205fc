// Runs the agent on a fresh workspace under the wall clock of its budget. An interrupted run starts over from the commit.
import path from 'node:path';
import { z } from 'zod';
import { mayRunUntrusted } from '../../sandbox/sandbox.ts';
import { agentOutput, workspaceOutput, type AgentOutput } from '../outputs.ts';
import type { Step } from '../step.ts';
import { prepareWorkspace, workspaceFiles } from '../workspace.ts';
import { WORKSPACE_FOLDER } from './workspace-step.ts';

/** The platform cannot run this build; says nothing about the entry. */
export class BuildSetupError extends Error {
	override readonly name = 'BuildSetupError';
}

const input = z.object({ workspace: workspaceOutput });

export const agentStep: Step<z.infer<typeof input>, AgentOutput> = {
	name: 'agent',
	input,
	async run(context, { workspace }) {
		const { agent, challenge, lock, sandbox, signal } = context;
		if (agent.untrusted && !mayRunUntrusted(sandbox.level, context.allowWeakSandbox).ok)
			throw new BuildSetupError(`This machine cannot contain an untrusted agent: ${sandbox.why}.`);
		const folder = path.join(context.folder, WORKSPACE_FOLDER);
		const commit = await prepareWorkspace(folder, workspaceFiles(challenge, lock));
		if (commit !== workspace.commit)
			throw new BuildSetupError('The workspace no longer comes out as it was prepared.');
		const clock = AbortSignal.timeout(lock.agent.budget.seconds * 1000);
		try {
			const end = await agent.run({
				workspace: folder,
				challenge,
				spec: lock.spec.text,
				decisions: lock.decisions,
				findings: workspace.findings,
				sandbox: sandbox.sandbox,
				budget: lock.agent.budget,
				signal: AbortSignal.any([signal, clock]),
				report: (event) => context.report(event.type === 'log' ? { ...event, step: 'agent' } : event),
			});
			return agentOutput.parse(end);
		} catch (error) {
			signal.throwIfAborted();
			if (!clock.aborted) throw error;
			return {
				end: 'timed_out',
				message: `Stopped after ${lock.agent.budget.seconds} s, the budget's time.`,
				usage: null,
			};
		}
	},
	summary: ({ message }) => message,
};

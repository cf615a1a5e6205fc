// The embedded default behind the port: no model, no key, no network. It writes what the composer composed, starts it
// once, and says in its log what it is and where it chose by itself.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SPEC_TEMPLATE } from '#lib/domain/build/spec-document.ts';
import { loadRuntime } from '../verify/pack-loader.ts';
import { probeProgram } from '../verify/program-probe.ts';
import type { Agent, AgentEnd, AgentTask } from './agent.ts';
import { composeProgram } from './rehearsal.ts';

const VERSION = '1';
const SECONDS = 60;

export const rehearsalAgent: Agent = {
	id: 'rehearsal',
	untrusted: false,
	missing: () => Promise.resolve(null),
	describe: () =>
		Promise.resolve({
			id: 'rehearsal',
			version: VERSION,
			model: null,
			promptTemplate: SPEC_TEMPLATE,
			tools: ['compose', 'start'],
			budget: { seconds: SECONDS, usd: null },
		}),
	run,
};

async function run(task: AgentTask): Promise<AgentEnd> {
	const { challenge, decisions, findings, workspace, signal } = task;
	const say = (text: string): void => task.report({ type: 'log', stream: 'agent', text });
	const composition = composeProgram({ challenge, decisions, findings });
	composition.log.forEach(say);
	for (const [file, content] of Object.entries(composition.files)) {
		signal.throwIfAborted();
		if (challenge.contract[file] === content) continue;
		await mkdir(path.dirname(path.join(workspace, file)), { recursive: true });
		await writeFile(path.join(workspace, file), content);
		task.report({ type: 'file.written', path: file, bytes: Buffer.byteLength(content) });
	}
	const { world } = await loadRuntime(challenge.dir);
	const probe = await probeProgram({ sandbox: task.sandbox, workspace, world, signal });
	say(
		probe.starts
			? 'Started it once: it answers start and sync.'
			: `It does not start: ${probe.why.join(' ')}`,
	);
	const own = composition.resolved.filter((r) => r.source === 'delegated' || r.source === 'undecided').length;
	const message = `Composed from the blueprint: ${composition.resolved.length - own} choices of the author, ${own} of its own.`;
	return { end: 'finished', message, usage: null };
}

// Does a program start and speak the protocol? One process, nothing asked of it: `start` and `sync` are answered, and
// what it calls while starting is answered by the real world.
import type { Sandbox } from '../sandbox/sandbox.ts';
import { clean } from './clean.ts';
import { DEFAULT_COMMAND, launcher } from './workbench.ts';
import { run } from './world/kit.ts';
import type { World } from './world/types.ts';

export interface ProgramProbe {
	starts: boolean;
	/** Why not, one sentence each. */
	why: string[];
	command: string[];
}

/** How a program is started when its author did not say: by the first entry file there is. */
export function commandFor(files: Iterable<string>): string[] {
	const present = new Set(files);
	if (present.has('main.js')) return [...DEFAULT_COMMAND];
	if (present.has('main.py')) return ['python3', 'main.py'];
	return [...DEFAULT_COMMAND];
}

/** Whatever the program does is a result. Rejects with VerifierError when it could not be tried, and when aborted. */
export async function probeProgram<S>(options: {
	sandbox: Sandbox;
	workspace: string;
	world: World<S>;
	command?: string[];
	signal?: AbortSignal;
}): Promise<ProgramProbe> {
	const { sandbox, workspace, world, command = [...DEFAULT_COMMAND], signal } = options;
	const launch = launcher(sandbox, workspace, command);
	const seen = await run(
		world,
		launch,
		{ seed: 1, sends: [] },
		{ ran: (child) => sandbox.ran(child), ...(signal && { signal }) },
	);
	const why: string[] = [];
	if (seen.outcome !== 'quiet') why.push(seen.detail || `The program ended as "${seen.outcome}".`);
	if (seen.failedStarts > 0) why.push('It answered start with an error.');
	why.push(...seen.violations);
	if (why.length > 0 && seen.stderr.trim() !== '')
		why.push(`It wrote: ${seen.stderr.trim().split('\n').slice(0, 3).join(' ').slice(0, 300)}`);
	return { starts: why.length === 0, why: clean(why), command };
}

// Puts composed programs into folders of their own and verifies them in the sandbox.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Verification } from '#lib/domain/build/verification.ts';
import type { Decision } from '#lib/domain/challenge/decision.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { ChallengeRuntime } from './runtime.ts';
import { verifyProgram, type VerifyOptions } from './verify.ts';
import type { Launch } from './world/types.ts';

export type Files = Readonly<Record<string, string>>;
export const DEFAULT_COMMAND = ['node', 'main.js'] as const;

/** One read-only process of the program in `workspace`. */
export const launcher =
	(sandbox: Sandbox, workspace: string, command: readonly string[] = DEFAULT_COMMAND): Launch =>
	(onKill) =>
		sandbox.launch({ workspace, writable: false, command }, onKill);

/** Writes files below a fresh folder, hands it over, and removes it. */
export async function inFolder<T>(files: Files, work: (dir: string) => Promise<T>): Promise<T> {
	const dir = await mkdtemp(path.join(tmpdir(), 'forkpoint-program-'));
	try {
		for (const [file, content] of Object.entries(files)) {
			await mkdir(path.dirname(path.join(dir, file)), { recursive: true });
			await writeFile(path.join(dir, file), content);
		}
		return await work(dir);
	} finally {
		await rm(dir, { recursive: true, force: true });
	}
}

export interface Bench {
	sandbox: Sandbox;
	runtime: ChallengeRuntime;
	seed: number;
	lanes: number;
	signal?: AbortSignal;
}

type Tuning = Pick<VerifyOptions<unknown>, 'only' | 'stopAtFirstFailure' | 'lanes' | 'onProgress'>;

/** Verifies a program given as files. */
export const verifyFiles = (
	{ sandbox, runtime, seed, lanes, signal }: Bench,
	files: Files,
	decisions: readonly Decision[],
	tuning: Tuning = {},
): Promise<Verification> =>
	inFolder(files, (dir) =>
		verifyProgram({
			runtime,
			launch: launcher(sandbox, dir),
			sandboxLevel: sandbox.level,
			seed,
			decisions,
			lanes,
			signal,
			runOptions: { ran: (child) => sandbox.ran(child) },
			...tuning,
		}),
	);

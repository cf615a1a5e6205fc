// One file of an output, by the entry's label: what is shown of an entry on the stage and to voters.
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Reason } from '../../../contract/refusals.ts';
import type { OutputFile } from '../../../contract/shown-entry.ts';
import { LIMITS } from '../../../domain/limits.ts';
import { ok, refuse, type Result } from '../../../domain/result.ts';
import { listJudgedEntries } from '../../db/judged-entry-repository.ts';
import type { Deps } from '../deps.ts';
import type { Room } from '../room.ts';
import { packOf, showEntry } from './entry-facts.ts';

export interface OutputDeps extends Deps {
	/** The folder of collected artifacts. */
	artifactsDir: string;
}

/** Only paths that the artifact lists are opened; the collector has refused links and anything outside. */
export async function viewOutputFile(
	deps: OutputDeps,
	room: Room,
	{ alias, path }: { alias: string; path: string },
): Promise<Result<OutputFile, Reason>> {
	const entries = await listJudgedEntries(deps.db.prisma, room.competition.id);
	const entry = entries.find((e) => e.alias === alias);
	const shown = entry && showEntry(room, packOf(deps, room), entry);
	const file = shown?.output?.files.find((f) => f.path === path);
	const hash = entry?.build?.artifactHash;
	if (!file || !hash) return refuse('no-such-thing');
	const bytes = await readStart(join(deps.artifactsDir, hash, file.path), LIMITS.judging.shownFileBytes);
	if (bytes === null) return refuse('no-such-thing');
	const isText = !bytes.includes(0);
	return ok({
		path,
		bytes: file.bytes,
		text: isText ? new TextDecoder().decode(bytes) : null,
		truncated: file.bytes > bytes.length,
	});
}

/** Null when the file is gone: artifacts may be cleaned up, or lie with another worker. */
async function readStart(path: string, most: number): Promise<Buffer | null> {
	try {
		const file = await open(path, 'r');
		try {
			const { bytesRead, buffer } = await file.read(Buffer.alloc(most), 0, most, 0);
			return buffer.subarray(0, bytesRead);
		} finally {
			await file.close();
		}
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
		throw error;
	}
}

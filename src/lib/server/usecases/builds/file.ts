// One file of a build's artifact, coloured where the language is known.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BuildFile } from '../../../contract/build.ts';
import type { Reason } from '../../../contract/refusals.ts';
import { ok, refuse, type Result } from '../../../domain/result.ts';
import { artifactsFolder } from '../../pipeline/artifacts-folder.ts';
import { highlight } from '../../highlight.ts';
import type { Deps } from '../deps.ts';
import type { Room } from '../room.ts';
import { filesOf, findShown } from './view.ts';
import { reaches } from './who-sees.ts';

const MOST_BYTES = 256 * 1024;

/** Only paths the collector listed are opened: whatever else the address says is not there. */
export async function viewFile(
	deps: Deps & { config: { dataDir: string } },
	room: Room,
	wanted: { buildId: string; path: string },
): Promise<Result<BuildFile, Reason>> {
	const found = await findShown(deps, room, wanted.buildId);
	if (!found || !reaches(room.visibility.outputs, room, found.build)) return refuse('no-such-thing');
	const { artifactHash } = found.build;
	const file = (await filesOf(deps, found.build)).find((f) => f.path === wanted.path);
	if (!file || artifactHash === null) return refuse('no-such-thing');
	const { bytes } = file;
	if (bytes > MOST_BYTES) return ok({ path: file.path, bytes, text: null, lines: null });
	const place = path.join(artifactsFolder(deps.config.dataDir), artifactHash, file.path);
	const content = await readFile(place).catch(() => null);
	if (content === null) return refuse('no-such-thing');
	if (content.includes(0)) return ok({ path: file.path, bytes, text: null, lines: null });
	const text = content.toString('utf8');
	return ok({ path: file.path, bytes, text, lines: await highlight(text, file.path) });
}

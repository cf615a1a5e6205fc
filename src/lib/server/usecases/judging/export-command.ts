// `forkpoint export`: the files of a competition from the installation's own database, as its facilitator sees them.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { sentenceOf } from '../../../contract/refusals.ts';
import { findCompetitionByCode, listFacilitators } from '../../db/competition-repository.ts';
import type { Deps } from '../deps.ts';
import { enterRoom, normaliseCode } from '../room.ts';
import { exportRoom, type ExportFormat } from './export.ts';

export interface ExportOutcome {
	/** 0 written, 1 not possible. */
	exitCode: 0 | 1;
	/** What was written, or why nothing was. */
	text: string;
	files: string[];
}

/** Writes into `out`, made when it is missing; files of the same name are replaced. */
export async function exportCommand(
	deps: Deps,
	{ code, format, out }: { code: string; format: ExportFormat; out: string },
): Promise<ExportOutcome> {
	const refused = (text: string): ExportOutcome => ({ exitCode: 1, text, files: [] });
	const competition = await findCompetitionByCode(deps.db.prisma, normaliseCode(code));
	const [owner] = competition ? await listFacilitators(deps.db.prisma, competition.id) : [];
	if (!competition || !owner) return refused(sentenceOf('no-such-competition'));
	const identity = { facilitatorId: owner.id, facilitatorName: owner.name, participantId: null };
	const room = await enterRoom(deps, { code, identity, surface: 'facilitator' });
	if (!room.ok) return refused(sentenceOf(room.reason));
	const exported = await exportRoom(deps, room.value, format);
	if (!exported.ok) return refused(sentenceOf(exported.reason));
	const files = exported.value.files.map(({ path }) => join(resolve(out), path));
	for (const [index, { content }] of exported.value.files.entries()) {
		await mkdir(dirname(files[index]!), { recursive: true });
		await writeFile(files[index]!, content);
	}
	return { exitCode: 0, text: `${files.length} files in ${resolve(out)}`, files };
}

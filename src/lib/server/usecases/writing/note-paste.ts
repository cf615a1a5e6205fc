// Notes a paste for its author to see. Never blocks it, and nothing follows from it by itself.
import type { Paste, PasteNoteView } from '../../../contract/spec.ts';
import { LIMITS } from '../../../domain/limits.ts';
import { ok, refuse, type Result } from '../../../domain/result.ts';
import { addPasteNote, findSpec } from '../../db/spec-repository.ts';
import type { Deps } from '../deps.ts';
import {
	acceptWork,
	enterAsParticipant,
	type At,
	type ClosedReason,
	type ParticipantReason,
} from '../participant-room.ts';

export async function notePaste(
	deps: Deps,
	input: At & Paste,
): Promise<Result<PasteNoteView, ParticipantReason | ClosedReason | 'too-many' | 'no-such-thing'>> {
	const entered = await enterAsParticipant(deps, input);
	if (!entered.ok) return entered;
	const { room, me } = entered.value;
	const accepted = acceptWork(room, room.visibility.edit.spec);
	if (!accepted.ok) return accepted;
	const spec = await findSpec(deps.db.prisma, me.id);
	if (!spec) return refuse('no-such-thing');
	const { characters, selfDeclared, note } = input;
	const view = { id: deps.newId(), at: room.now, characters, selfDeclared, note };
	const row = { ...view, at: new Date(room.now), entryId: spec.entryId };
	if (!(await addPasteNote(deps.db, row, LIMITS.counts.pasteNotes))) return refuse('too-many');
	return ok(view);
}

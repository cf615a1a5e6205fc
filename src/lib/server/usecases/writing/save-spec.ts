// Autosave: one author, one line of revisions, one statement. Only what this acknowledges counts.
import type { NewerSpec, SaveSpec, SpecSaved } from '../../../contract/spec.ts';
import { LIMITS } from '../../../domain/limits.ts';
import { ok, refuse, type Result } from '../../../domain/result.ts';
import { countWords, utf8Bytes } from '../../../domain/spec/revision.ts';
import { storable } from '../../../domain/spec/storable.ts';
import { findRevisionByEdit, findSpec, saveRevision, type Spec } from '../../db/spec-repository.ts';
import type { Deps } from '../deps.ts';
import {
	acceptWork,
	enterAsParticipant,
	untilSettled,
	type At,
	type ClosedReason,
	type Moved,
	type ParticipantReason,
	type ParticipantRoom,
} from '../participant-room.ts';

export type SaveReason =
	| ParticipantReason
	| ClosedReason
	| 'locked'
	| 'stale-revision'
	| 'stale-version'
	| 'too-long'
	| 'no-such-thing';
type Saved = Result<SpecSaved, SaveReason>;

export async function saveSpec(deps: Deps, input: At & SaveSpec): Promise<Saved> {
	const text = storable(input.text);
	const limit = LIMITS.text.specBytes;
	if (utf8Bytes(text) > limit) return refuse('too-long', { bytes: utf8Bytes(text), limit });
	return untilSettled(async () => {
		const entered = await enterAsParticipant(deps, input);
		return entered.ok ? trySave(deps, entered.value, { ...input, text }) : entered;
	});
}

async function trySave(deps: Deps, { room, me }: ParticipantRoom, edit: SaveSpec): Promise<Saved | Moved> {
	const accepted = acceptWork(room, room.visibility.edit.spec);
	// Also after the deadline: the author of a repeated save must learn that it counted.
	if (!accepted.ok) return (await replayed(deps, me.id, edit.editId)) ?? accepted;
	const { late } = accepted.value;
	const wordCount = countWords(edit.text);
	const { id: competitionId, version: competitionVersion } = room.competition;
	const revision = await saveRevision(deps.db, {
		competitionId,
		competitionVersion,
		participantId: me.id,
		baseRevision: edit.baseRevision,
		editId: edit.editId,
		text: edit.text,
		wordCount,
		at: new Date(room.now),
		late,
	});
	if (revision === null) return missed(deps, me.id, edit);
	deps.events.say(competitionId, {
		type: 'progress',
		rows: [{ participantId: me.id, wordCount, savedAt: room.now, unsaved: edit.more }],
	});
	return ok({ revision, savedAt: room.now, wordCount, late });
}

async function replayed(deps: Deps, participantId: string, editId: string): Promise<Saved | null> {
	const spec = await findSpec(deps.db.prisma, participantId);
	const earlier = spec && (await findRevisionByEdit(deps.db.prisma, spec.entryId, editId));
	if (!earlier) return null;
	const { receivedAt, ...saved } = earlier;
	return ok({ ...saved, savedAt: receivedAt.getTime() });
}

/** The statement found no row to change: says why, by what is stored now. */
async function missed(deps: Deps, participantId: string, edit: SaveSpec): Promise<Saved | Moved> {
	const again = await replayed(deps, participantId, edit.editId);
	if (again) return again;
	const spec = await findSpec(deps.db.prisma, participantId);
	if (!spec) return refuse('no-such-thing');
	if (spec.frozen) return refuse('frozen');
	if (spec.lockedBy === 'author') return refuse('locked');
	if (spec.revision !== edit.baseRevision) return refuse('stale-revision', { ...newer(spec) });
	return 'moved';
}

const newer = ({ revision, text, savedAt }: Spec): NewerSpec => ({
	revision,
	text,
	savedAt: savedAt?.getTime() ?? null,
});

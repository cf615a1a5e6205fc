// When an edit of a spec is accepted. One author, one line of revisions: an edit names the revision it was made on, and
// repeating it is harmless. Mirrored by one SQL statement in the repository; the tests of both use the same cases.
import { LIMITS } from '../limits.ts';
import type { Openness } from '../round/deadline.ts';

export interface SpecHead {
	/** 0: nothing saved yet. */
	revision: number;
	text: string;
	/** Edit ids already accepted, with the revision each produced. */
	accepted: readonly { editId: string; revision: number }[];
}

export interface SpecEdit {
	/** Made by the client, unique per edit; the same edit sent again carries the same id. */
	editId: string;
	baseRevision: number;
	text: string;
}

export type EditRefusal = 'closed' | 'paused' | 'not-yet' | 'stale' | 'too-long' | 'invalid-edit';

export type EditResult =
	| { ok: true; kind: 'accepted'; revision: number; lateSynced: boolean; wordCount: number }
	/** It was accepted before; nothing is written again. */
	| { ok: true; kind: 'replayed'; revision: number }
	/** 'stale' carries where the spec is now, so that the author can compare. */
	| { ok: false; reason: EditRefusal; revision: number };

/** Bytes of a text in UTF-8. A lone surrogate counts as its replacement character, 3 bytes. */
export function utf8Bytes(text: string): number {
	let bytes = 0;
	for (const character of text) {
		const code = character.codePointAt(0) ?? 0;
		bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
	}
	return bytes;
}

/** PostgreSQL refuses NUL in text; a spec has no use for it. */
const validEdit = (edit: SpecEdit): boolean =>
	edit.editId.length > 0 &&
	edit.editId.length <= LIMITS.text.editId &&
	Number.isInteger(edit.baseRevision) &&
	edit.baseRevision >= 0 &&
	!edit.text.includes('\u0000');

/**
 * Decides one edit. A replay is answered even after the deadline: the author must learn that it counted. An edit made
 * on another revision than the newest is stale and changes nothing.
 */
export function acceptEdit(head: SpecHead, edit: SpecEdit, openness: Openness): EditResult {
	const refuse = (reason: EditRefusal): EditResult => ({ ok: false, reason, revision: head.revision });
	if (!validEdit(edit)) return refuse('invalid-edit');
	const replayed = head.accepted.find((a) => a.editId === edit.editId);
	if (replayed) return { ok: true, kind: 'replayed', revision: replayed.revision };
	if (openness === 'closed' || openness === 'paused' || openness === 'not-yet') return refuse(openness);
	if (utf8Bytes(edit.text) > LIMITS.text.specBytes) return refuse('too-long');
	if (edit.baseRevision !== head.revision) return refuse('stale');
	return {
		ok: true,
		kind: 'accepted',
		revision: head.revision + 1,
		lateSynced: openness === 'grace',
		wordCount: countWords(edit.text),
	};
}

const SEGMENTED =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * Words of a text in any script: runs of letters, marks, digits and what joins them (apostrophe, hyphen, dot and comma
 * inside numbers). In scripts written without spaces every character counts as a word, as word processors do.
 */
export function countWords(text: string): number {
	const runs =
		text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['\u2019.,_-][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu) ?? [];
	return runs.reduce((sum, run) => sum + wordsInRun(run), 0);
}

function wordsInRun(run: string): number {
	if (!SEGMENTED.test(run)) return 1;
	let words = 0;
	let inside = false;
	for (const character of run) {
		const alone = SEGMENTED.test(character);
		const letter = /[\p{L}\p{N}]/u.test(character);
		if (alone || (letter && !inside)) words++;
		inside = letter ? !alone : inside && /\p{M}/u.test(character);
	}
	return words;
}

export interface PasteNote {
	/** Epoch ms. */
	at: number;
	/** UTF-16 code units. */
	characters: number;
	/** The author said where it is from. */
	selfDeclared: boolean;
	note: string;
}

/** Whether a paste is worth a note to its author. It is never blocked, and nothing follows from it by itself. */
export const isNotedPaste = (characters: number): boolean => characters >= LIMITS.autosave.pasteCharacters;

/** What the author sees: how much of the spec came in by paste. */
export function pasteSummary(notes: readonly PasteNote[]): {
	pastes: number;
	characters: number;
	declared: number;
} {
	return {
		pastes: notes.length,
		characters: notes.reduce((sum, n) => sum + n.characters, 0),
		declared: notes.filter((n) => n.selfDeclared).length,
	};
}

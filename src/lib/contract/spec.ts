// Saving, locking and reading one's own spec.
import { z } from 'zod';
import { LIMITS } from '../domain/limits.ts';
import type { Openness } from '../domain/round/deadline.ts';

const revision = z.number().int().min(0);

export const saveSpecSchema = z.object({
	text: z.string(),
	/** The acknowledged revision this text was typed on. */
	baseRevision: revision,
	/** Fresh for every edit: a save that is sent again is acknowledged again, and stored once. */
	editId: z
		.string()
		.min(8)
		.max(LIMITS.text.editId)
		.regex(/^[\w-]+$/),
	/** The browser already holds newer text than this. */
	more: z.boolean().default(false),
});
export type SaveSpec = z.infer<typeof saveSpecSchema>;

export interface SpecSaved {
	revision: number;
	/** Server time of the acknowledgement, epoch ms. */
	savedAt: number;
	wordCount: number;
	/** Arrived in the grace after the deadline. */
	late: boolean;
}

/** Detail of the refusal `stale-revision`: what the server has. */
export interface NewerSpec {
	revision: number;
	text: string;
	savedAt: number | null;
}

export const lockSpecSchema = z.object({ revision });

export interface SpecReceipt {
	/** SHA-256 of the UTF-8 text, hex. */
	hash: string;
	revision: number;
	wordCount: number;
	lockedAt: number;
	by: 'author' | 'clock' | 'facilitator';
}

export const pasteSchema = z.object({
	characters: z.number().int().min(1).max(LIMITS.text.specBytes),
	selfDeclared: z.boolean().default(false),
	note: z.string().trim().max(LIMITS.text.pasteNote).default(''),
});
export type Paste = z.infer<typeof pasteSchema>;

export interface PasteNoteView {
	id: string;
	at: number;
	characters: number;
	selfDeclared: boolean;
	note: string;
}

export interface SpecView {
	text: string;
	revision: number;
	savedAt: number | null;
	wordCount: number;
	openness: Openness;
	receipt: SpecReceipt | null;
	pastes: PasteNoteView[];
	/** What an untouched spec starts from. */
	template: string;
	/** What the live mirror reads the text against, where the facilitator turned it on. */
	mirror: { requirement: string } | null;
}

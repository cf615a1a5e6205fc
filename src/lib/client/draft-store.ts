// The text on this device until the server has acknowledged it. Survives a crash, a reload and a dead network.
import { createStore, del, get, set, type UseStore } from 'idb-keyval';

export interface LocalDraft {
	text: string;
	/** The acknowledged revision it was typed on. */
	baseRevision: number;
	/** Epoch ms of this device. */
	at: number;
}

let store: UseStore | null = null;
const open = (): UseStore => (store ??= createStore('forkpoint', 'drafts'));

const isDraft = (value: unknown): value is LocalDraft =>
	typeof value === 'object' &&
	value !== null &&
	'text' in value &&
	typeof value.text === 'string' &&
	'baseRevision' in value &&
	typeof value.baseRevision === 'number';

/** Null also when this browser keeps nothing (private windows). */
export async function readDraft(key: string): Promise<LocalDraft | null> {
	try {
		const value: unknown = await get(key, open());
		return isDraft(value) ? value : null;
	} catch {
		return null;
	}
}

/** False when this browser keeps nothing. */
export async function keepDraft(key: string, draft: LocalDraft): Promise<boolean> {
	try {
		await set(key, draft, open());
		return true;
	} catch {
		return false;
	}
}

export async function dropDraft(key: string): Promise<void> {
	try {
		await del(key, open());
	} catch {
		// Nothing was kept.
	}
}

/** Whether this browser keeps anything, found out by doing it. */
export async function canKeep(): Promise<boolean> {
	const kept = await keepDraft('probe', { text: '', baseRevision: 0, at: 0 });
	await dropDraft('probe');
	return kept;
}

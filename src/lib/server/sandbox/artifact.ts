// Collects what a build left in its workspace, never following a link and never trusting a name, a size or a moment.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { chmod, mkdir, mkdtemp, open, rename, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { decodeName, printable } from './artifact-names.ts';
import { entryNames, openFile, openFolder, within } from './folder-descriptor.ts';

export interface ArtifactLimits {
	/** Files kept. */
	files: number;
	/** Bytes of one file; a sparse file counts with its apparent size. */
	fileBytes: number;
	/** Bytes of all files kept. */
	totalBytes: number;
	/** Folders between the root of the artifact and a file. */
	depth: number;
	/** Folder entries looked at before the walk gives up. */
	entries: number;
}

export const ARTIFACT_LIMITS: ArtifactLimits = {
	files: 2_000,
	fileBytes: 5 << 20,
	totalBytes: 50 << 20,
	depth: 20,
	entries: 20_000,
};

export type DropReason =
	| 'link'
	| 'hard-link'
	| 'special'
	| 'other-file-system'
	| 'bad-name'
	| 'too-deep'
	| 'too-large'
	| 'too-many'
	| 'total-too-large'
	| 'changed'
	| 'unreadable';

export interface ArtifactFile {
	/** Relative, with `/`, valid UTF-8 without control characters. */
	path: string;
	size: number;
	/** Lower-case hexadecimal SHA-256 of the bytes read. */
	sha256: string;
	/** 0o755 when the owner may execute it, else 0o644. */
	mode: 0o755 | 0o644;
}

export interface DroppedEntry {
	/** Relative; bytes that are no printable UTF-8 are written as \xNN. */
	path: string;
	reason: DropReason;
}

export interface Artifact {
	/** Sorted by path. Empty folders leave no trace. */
	files: ArtifactFile[];
	/** At most MOST_REPORTED; `droppedCount` has them all. A dropped folder counts once. */
	dropped: DroppedEntry[];
	droppedCount: number;
	totalBytes: number;
	/** SHA-256 over the sorted lines `mode SP sha256 SP path LF`; the same tree has the same hash on any machine. */
	treeHash: string;
}

/** Destination exists already and holds something else than its name says. */
export class ArtifactStoreError extends Error {
	override readonly name = 'ArtifactStoreError';
}

const MOST_REPORTED = 1000;
const CHUNK = 1 << 16;
/** Where the bytes of kept files go as they are read. */
interface Sink {
	create(relative: string, mode: number): Promise<FileHandle>;
	remove(relative: string): Promise<void>;
}

class Collector {
	readonly files: ArtifactFile[] = [];
	readonly dropped: DroppedEntry[] = [];
	droppedCount = 0;
	totalBytes = 0;
	readonly #limits: ArtifactLimits;
	readonly #sink: Sink | null;
	#entries = 0;

	constructor(limits: ArtifactLimits, sink: Sink | null) {
		this.#limits = limits;
		this.#sink = sink;
	}

	async walk(descriptor: number, device: number, prefix: string, depth: number): Promise<void> {
		for (const name of entryNames(descriptor).sort(Buffer.compare)) {
			const shown = prefix + printable(name);
			this.#entries += 1;
			if (this.#entries > this.#limits.entries) return this.#drop(shown, 'too-many');
			const reason = await this.#entry(descriptor, device, name, prefix, depth);
			if (reason) this.#drop(shown, reason);
		}
	}

	#drop(shown: string, reason: DropReason): void {
		this.droppedCount += 1;
		if (this.dropped.length < MOST_REPORTED) this.dropped.push({ path: shown, reason });
	}

	async #entry(
		descriptor: number,
		device: number,
		name: Buffer,
		prefix: string,
		depth: number,
	): Promise<DropReason | null> {
		const text = decodeName(name);
		if (text === null) return 'bad-name';
		const location = within(descriptor, name);
		const stat = fs.lstatSync(location, { throwIfNoEntry: false });
		if (!stat) return 'changed';
		if (stat.isSymbolicLink()) return 'link';
		if (stat.isDirectory()) return this.#folder(location, device, `${prefix}${text}/`, depth + 1);
		return stat.isFile() ? this.#file(location, device, prefix + text) : 'special';
	}

	async #folder(location: Buffer, device: number, prefix: string, depth: number): Promise<DropReason | null> {
		if (depth > this.#limits.depth) return 'too-deep';
		let descriptor: number;
		try {
			descriptor = openFolder(location);
		} catch (error) {
			return reasonOf(error);
		}
		try {
			if (fs.fstatSync(descriptor).dev !== device) return 'other-file-system';
			await this.walk(descriptor, device, prefix, depth);
			return null;
		} finally {
			fs.closeSync(descriptor);
		}
	}

	async #file(location: Buffer, device: number, relative: string): Promise<DropReason | null> {
		let descriptor: number;
		try {
			descriptor = openFile(location);
		} catch (error) {
			return reasonOf(error);
		}
		try {
			const stat = fs.fstatSync(descriptor);
			const refused = this.#refusal(stat, device);
			if (refused) return refused;
			const mode = (stat.mode & 0o100) === 0 ? 0o644 : 0o755;
			const sha256 = await this.#copy(descriptor, stat.size, relative, mode);
			if (sha256 === null) return 'changed';
			this.files.push({ path: relative, size: stat.size, sha256, mode });
			this.totalBytes += stat.size;
			return null;
		} finally {
			fs.closeSync(descriptor);
		}
	}

	#refusal(stat: fs.Stats, device: number): DropReason | null {
		// Looked at again through the descriptor: the name may lead elsewhere than a moment ago.
		if (!stat.isFile()) return 'changed';
		if (stat.dev !== device) return 'other-file-system';
		if (stat.nlink > 1) return 'hard-link';
		if (stat.size > this.#limits.fileBytes) return 'too-large';
		if (this.files.length >= this.#limits.files) return 'too-many';
		if (this.totalBytes + stat.size > this.#limits.totalBytes) return 'total-too-large';
		return null;
	}

	/** Hashes, and writes to the sink when there is one, exactly `size` bytes; null when there are more or fewer. */
	async #copy(descriptor: number, size: number, relative: string, mode: number): Promise<string | null> {
		const hash = createHash('sha256');
		const target = this.#sink ? await this.#sink.create(relative, mode) : null;
		const buffer = Buffer.alloc(CHUNK);
		let total = 0;
		try {
			for (;;) {
				const read = await readChunk(descriptor, buffer);
				if (read === 0) break;
				total += read;
				if (total > size) break;
				hash.update(buffer.subarray(0, read));
				await target?.writeFile(buffer.subarray(0, read));
			}
		} finally {
			await target?.close();
		}
		if (total === size) return hash.digest('hex');
		await this.#sink?.remove(relative);
		return null;
	}

	finish(): Artifact {
		const files = this.files.sort((a, b) => (a.path < b.path ? -1 : 1));
		const { dropped, droppedCount, totalBytes } = this;
		return { files, dropped, droppedCount, totalBytes, treeHash: treeHash(files) };
	}
}

function readChunk(descriptor: number, buffer: Buffer): Promise<number> {
	return new Promise((resolve, reject) =>
		fs.read(descriptor, buffer, 0, buffer.length, null, (error, read) =>
			error ? reject(error) : resolve(read),
		),
	);
}

function reasonOf(error: unknown): DropReason {
	const code = error instanceof Error && 'code' in error ? error.code : '';
	if (code === 'ELOOP') return 'link';
	return code === 'EACCES' || code === 'EPERM' ? 'unreadable' : 'changed';
}

/** See Artifact.treeHash. */
export function treeHash(files: readonly ArtifactFile[]): string {
	const hash = createHash('sha256');
	for (const file of files) hash.update(`${file.mode.toString(8)} ${file.sha256} ${file.path}\n`);
	return hash.digest('hex');
}

async function collect(
	folder: string,
	limits: Partial<ArtifactLimits>,
	sink: Sink | null,
): Promise<Artifact> {
	const collector = new Collector({ ...ARTIFACT_LIMITS, ...limits }, sink);
	const descriptor = openFolder(folder);
	try {
		await collector.walk(descriptor, fs.fstatSync(descriptor).dev, '', 0);
	} finally {
		fs.closeSync(descriptor);
	}
	return collector.finish();
}

/** What may be taken from `folder`; rejects when it is not a folder itself (a link to one is not). */
export function collectArtifact(folder: string, limits: Partial<ArtifactLimits> = {}): Promise<Artifact> {
	return collect(folder, limits, null);
}

function folderSink(root: string): Sink {
	const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = fs.constants;
	return {
		async create(relative, mode) {
			const target = path.join(root, relative);
			await mkdir(path.dirname(target), { recursive: true });
			const handle = await open(target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
			// The umask of this process must not decide what the sandbox can read.
			await handle.chmod(mode);
			return handle;
		},
		remove: (relative) => rm(path.join(root, relative), { force: true }),
	};
}

async function openToAll(folder: string): Promise<void> {
	await chmod(folder, 0o755);
	for (const entry of fs.readdirSync(folder, { withFileTypes: true }))
		if (entry.isDirectory()) await openToAll(path.join(folder, entry.name));
}

/**
 * Copies what may be taken from `folder` to `<store>/<treeHash>` in one pass, so that the hashes describe exactly the
 * bytes that were copied. A copy that is there already is checked and used; a damaged one is an ArtifactStoreError.
 */
export async function copyArtifact(
	folder: string,
	store: string,
	limits: Partial<ArtifactLimits> = {},
): Promise<{ artifact: Artifact; folder: string }> {
	await mkdir(store, { recursive: true });
	const fresh = await mkdtemp(path.join(store, '.incoming-'));
	try {
		const artifact = await collect(folder, limits, folderSink(fresh));
		await openToAll(fresh);
		const place = path.join(store, artifact.treeHash);
		try {
			await rename(fresh, place);
		} catch (error) {
			if (!fs.existsSync(place)) throw error;
			const present = await collectArtifact(place, limits);
			if (present.treeHash !== artifact.treeHash)
				throw new ArtifactStoreError(`${place} was changed after it was stored`, { cause: error });
		}
		return { artifact, folder: place };
	} finally {
		await rm(fresh, { recursive: true, force: true });
	}
}

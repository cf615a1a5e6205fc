// Reaches files through open folder descriptors, so that swapping a folder for a link while we walk leads nowhere.
import fs from 'node:fs';

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
const SLASH = Buffer.from('/');

/** Path of `name` inside the folder open at `descriptor`; names are bytes, since Linux does not promise UTF-8. */
export function within(descriptor: number, name: Buffer): Buffer {
	return Buffer.concat([Buffer.from(`/proc/self/fd/${descriptor}`), SLASH, name]);
}

/** Opens a folder itself, never what a link at that place points to. The caller closes the descriptor. */
export function openFolder(path: string | Buffer): number {
	return fs.openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
}

/** Opens a file for reading without following a link and without waiting on a pipe nobody writes to. */
export function openFile(path: Buffer): number {
	return fs.openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
}

export function entryNames(descriptor: number): Buffer[] {
	return fs.readdirSync(`/proc/self/fd/${descriptor}`, { encoding: 'buffer' });
}

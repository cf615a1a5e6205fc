// Finds the system programs the sandbox is made of, and says which folders an unprivileged user can enter.
import fs from 'node:fs';
import path from 'node:path';

const SYSTEM_FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/usr/local/bin'];

/** Absolute path of a program, system folders first, then this process's PATH; null when there is none. */
export function findProgram(name: string): string | null {
	for (const folder of [...SYSTEM_FOLDERS, ...(process.env.PATH ?? '').split(path.delimiter)]) {
		const candidate = path.join(folder, name);
		try {
			if (path.isAbsolute(candidate) && fs.statSync(candidate).isFile()) {
				fs.accessSync(candidate, fs.constants.X_OK);
				return candidate;
			}
		} catch {
			continue;
		}
	}
	return null;
}

/** True when every folder above `target` may be entered by any user. */
export function isReachableByAll(target: string): boolean {
	for (let folder = path.dirname(target); ; folder = path.dirname(folder)) {
		if ((fs.statSync(folder).mode & 0o001) === 0) return false;
		if (folder === path.dirname(folder)) return true;
	}
}

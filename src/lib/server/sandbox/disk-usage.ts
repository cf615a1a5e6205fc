// How much a running command has put on the disk: a cheap look at the file system first, a count only when that moved.
import fs from 'node:fs';
import { entryNames, openFolder, within } from './folder-descriptor.ts';
import type { SandboxLimits } from './limits.ts';

export interface Usage {
	bytes: number;
	inodes: number;
}

const MIB = 1 << 20;
const BLOCK = 512;
// Deeper than any honest tree; a program that hides its files below is over its limit of folders.
const DEEPEST = 200;
// Other programs that free space on the same disk can hide growth, so a count is due now and then in any case.
const LONGEST_GAP_MS = 1000;
const SHORTEST_GAP_MS = 200;

function addTree(descriptor: number, total: Usage, limit: Usage, depth: number): void {
	if (depth > DEEPEST) total.inodes = Infinity;
	for (const name of entryNames(descriptor)) {
		if (total.bytes > limit.bytes || total.inodes > limit.inodes) return;
		const path = within(descriptor, name);
		const stat = fs.lstatSync(path, { throwIfNoEntry: false });
		if (!stat) continue;
		total.inodes += 1;
		total.bytes += stat.blocks * BLOCK;
		if (!stat.isDirectory()) continue;
		let inner: number;
		try {
			inner = openFolder(path);
		} catch {
			continue;
		}
		try {
			addTree(inner, total, limit, depth + 1);
		} finally {
			fs.closeSync(inner);
		}
	}
}

/** Blocks and entries below `folder`; counting stops soon after `limit` is passed. */
export function usageOf(folder: string, limit: Usage = { bytes: Infinity, inodes: Infinity }): Usage {
	const total = { bytes: 0, inodes: 0 };
	const descriptor = openFolder(folder);
	try {
		addTree(descriptor, total, limit, 0);
	} finally {
		fs.closeSync(descriptor);
	}
	return total;
}

const quietly = <T>(read: () => T, otherwise: T): T => {
	try {
		return read();
	} catch {
		return otherwise;
	}
};

/** Bytes in files without a name that the processes still hold open or mapped: no walk of folders finds them. */
export function namelessBytes(pids: readonly number[], device: number, limits: SandboxLimits): number {
	const sizes = new Map<string, number>();
	for (const pid of pids) {
		for (const descriptor of quietly(() => fs.readdirSync(`/proc/${pid}/fd`), [])) {
			const stat = quietly(() => fs.statSync(`/proc/${pid}/fd/${descriptor}`), null);
			if (stat?.isFile() && stat.nlink === 0 && stat.dev === device)
				sizes.set(String(stat.ino), stat.blocks * BLOCK);
		}
		for (const line of quietly(() => fs.readFileSync(`/proc/${pid}/maps`, 'utf8'), '').split('\n')) {
			if (!line.endsWith(' (deleted)') || /\s(\/memfd:|\/SYSV|\/dev\/zero)/.test(line)) continue;
			const inode = line.split(/\s+/)[4] ?? '';
			// The size of a file known only by its mapping cannot be read: assume the largest allowed.
			if (!sizes.has(inode)) sizes.set(inode, limits.fileSizeMb * MIB);
		}
	}
	let total = 0;
	for (const size of sizes.values()) total += size;
	return total;
}

function occupied(folder: string): Usage | null {
	const stat = quietly(() => fs.statfsSync(folder), null);
	return stat && { bytes: (stat.blocks - stat.bfree) * stat.bsize, inodes: stat.files - stat.ffree };
}

const TMPFS = 0x01021994;

/** Entries in the private memory file systems of the process `root`; they have a size limit but no limit on names. */
function privateInodes(root: number, limits: SandboxLimits): number {
	let most = 0;
	for (const folder of ['tmp', 'dev/shm']) {
		const stat = quietly(() => fs.statfsSync(`/proc/${root}/root/${folder}`), null);
		// While bubblewrap is still building the sandbox, this path leads to the host's own folder.
		const isOurs = stat?.type === TMPFS && stat.blocks * stat.bsize <= (limits.tmpMb + 1) * MIB;
		if (isOurs) most = Math.max(most, stat.files - stat.ffree);
	}
	return most;
}

export class DiskWatch {
	readonly #workspace: string | null;
	readonly #limits: SandboxLimits;
	readonly #limit: Usage;
	#last: Usage | null = null;
	#lastAt = -Infinity;
	#headroom: Usage = { bytes: 0, inodes: 0 };

	/** `workspace` is null when the command cannot write to it. */
	constructor(workspace: string | null, limits: SandboxLimits) {
		this.#workspace = workspace;
		this.#limits = limits;
		this.#limit = { bytes: limits.diskMb * MIB, inodes: limits.inodes };
	}

	/** The limit that is passed at `now` (a monotonic reading, ms), or null. */
	check(
		now: number,
		root: number | undefined,
		isolated: boolean,
		pids: () => number[],
	): 'disk' | 'inodes' | null {
		if (isolated && root !== undefined && privateInodes(root, this.#limits) > this.#limits.inodes)
			return 'inodes';
		if (this.#workspace === null || !this.#isDue(now)) return null;
		return this.#count(now, this.#workspace, pids());
	}

	#isDue(now: number): boolean {
		const gap = now - this.#lastAt;
		if (gap < SHORTEST_GAP_MS) return false;
		const present = this.#workspace === null ? null : occupied(this.#workspace);
		if (!present || !this.#last || gap >= LONGEST_GAP_MS) return true;
		return (
			present.bytes - this.#last.bytes >= this.#headroom.bytes ||
			present.inodes - this.#last.inodes >= this.#headroom.inodes
		);
	}

	#count(now: number, workspace: string, pids: number[]): 'disk' | 'inodes' | null {
		this.#last = occupied(workspace);
		this.#lastAt = now;
		const usage = quietly(() => usageOf(workspace, this.#limit), { bytes: 0, inodes: 0 });
		const device = quietly(() => fs.statSync(workspace).dev, -1);
		const bytes = usage.bytes + namelessBytes(pids, device, this.#limits);
		if (usage.inodes > this.#limit.inodes) return 'inodes';
		if (bytes > this.#limit.bytes) return 'disk';
		this.#headroom = { bytes: this.#limit.bytes - bytes, inodes: this.#limit.inodes - usage.inodes };
		return null;
	}
}
